import { sharedText } from './texts';

/** One resource as pickers show it. */
export interface ListedResource {
  rid: string;
  rtype: string;
  name: string;
  room: { rid: string; name: string } | null;
  /** `color` as `#rrggbb`, `brightness` in percent. */
  state: { on?: boolean; brightness?: number; color?: string; text?: string };
}

/** One member of a body, for help. */
export interface FieldDescription {
  path: string;
  expected: string;
  required: boolean;
  values: readonly string[];
}

/** What the table says of one type. */
export interface TypeDescription {
  rtype: string;
  operations: readonly string[];
  fields: { create?: readonly FieldDescription[]; update?: readonly FieldDescription[] };
}

/** How to reach a bridge whose settings are not deployed yet. */
export interface ConnectionSettings {
  host: string;
  port: string;
  keyHeader: string;
  fingerprint: string;
  bridgeId: string;
  key?: string;
}

/** A certificate that a bridge showed. */
export interface SeenCertificate {
  fingerprint: string;
  commonName: string;
  validTo: string;
}

/** Why Node-RED could not answer, as a sentence for people. */
export class RouteProblem extends Error {}

/**
 * Asks a route of the runtime. Relative addresses keep working wherever `httpAdminRoot` puts the editor.
 *
 * @throws {RouteProblem} with the sentence to show
 */
async function ask<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const request = $.ajax({
    url: `lighting-bridge/${path}`,
    method,
    dataType: 'json',
    ...(body === undefined ? {} : { data: JSON.stringify(body), contentType: 'application/json' }),
  });
  const answer = await new Promise<Answer>((resolve, reject) => {
    request.done(resolve);
    request.fail((failed: JQuery.jqXHR) => {
      reject(new RouteProblem(problemOf(failed.responseJSON) ?? statusProblem(failed.status)));
    });
  });
  const problem = problemOf(answer);
  if (problem !== undefined) throw new RouteProblem(problem);
  return answer;
}

function problemOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const { error } = answer;
  return typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
    ? error.message
    : undefined;
}

function statusProblem(status: number): string {
  if (status === 0) return sharedText('route.noAnswer');
  if (status === 401 || status === 403) return sharedText('route.notAllowed');
  return sharedText('route.status', { status });
}

/** Resources of a deployed bridge, or of the settings given beside it. */
export const askResources = (
  body: { bridge: string; refresh: boolean } & Partial<ConnectionSettings>,
): Promise<{ resources: ListedResource[] }> => ask('POST', 'resources', body);

/** What the table says of all types. */
export const askTable = (): Promise<{ types: TypeDescription[] }> => ask('GET', 'table');

/** Tries a connection. */
export const askTest = (
  body: ConnectionSettings & { bridge: string },
): Promise<{ name: string; commonName: string; fingerprint: string; resources: number }> =>
  ask('POST', 'test', body);

/** The certificate that a bridge shows; nothing is sent to it. */
export const askCertificate = (body: { host: string; port: string }): Promise<SeenCertificate> =>
  ask('POST', 'certificate', body);
