import { sharedText } from './texts';

/** One resource as pickers show it. */
export interface ListedResource {
  rid: string;
  rtype: string;
  name: string;
  room: { rid: string; name: string } | null;
  /** `color` as `#rrggbb`, `brightness` in percent. */
  state: { on?: boolean; brightness?: number; color?: string; text?: string };
  /** What can be pressed on a device, in the words of the button node; missing where nothing can. */
  buttons?: readonly string[];
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
  /** Pairing whose key is meant, while that is not deployed. */
  pairing?: string;
}

/** A certificate that a bridge showed. */
export interface SeenCertificate {
  fingerprint: string;
  commonName: string;
  validTo: string;
  /** Fingerprint of the certificate that was trusted there on first use. */
  trusted?: string;
}

/** Why there is no answer, as a sentence for people, with the code of the error where it has one. */
export class RouteProblem extends Error {
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message);
  }
}

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
      reject(problemOf(failed.responseJSON) ?? new RouteProblem(statusProblem(failed.status)));
    });
  });
  const problem = problemOf(answer);
  if (problem !== undefined) throw problem;
  return answer;
}

function problemOf(answer: unknown): RouteProblem | undefined {
  const error = memberOf(answer, 'error');
  const message = memberOf(error, 'message');
  const code = memberOf(error, 'code');
  return typeof message === 'string'
    ? new RouteProblem(message, typeof code === 'string' ? code : '')
    : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([member]) => member === name)?.[1]
    : undefined;

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

/** A bridge that answered on the network. */
export interface FoundBridge {
  name: string;
  model: string;
  host: string;
  port: number;
  bridgeId: string;
}

/** How far a pairing is. The key itself stays in the runtime. */
export interface Pairing {
  state: 'waiting' | 'paired' | 'failed' | 'cancelled';
  secondsLeft?: number;
  bridgeId?: string;
  fingerprint?: string;
  keyHeader?: string;
  error?: { code: string; message: string };
}

/** Starts a search for bridges on the network. */
export const startDiscovery = (): Promise<{ id: string }> => ask('POST', 'discover', {});

/** What a search has found so far. */
export const askDiscovery = (id: string): Promise<{ done: boolean; bridges: FoundBridge[] }> =>
  ask('GET', `discover/${encodeURIComponent(id)}`);

/** Ends a search. */
export const stopDiscovery = (id: string): Promise<unknown> =>
  ask('DELETE', `discover/${encodeURIComponent(id)}`);

/** Asks a bridge for a key. */
export const startPairing = (body: {
  bridge: string;
  host: string;
  port: string;
  fingerprint: string;
  bridgeId: string;
}): Promise<{ id: string }> => ask('POST', 'pair', body);

/** How far a pairing is. */
export const askPairing = async (id: string): Promise<Pairing> =>
  ask('GET', `pair/${encodeURIComponent(id)}`);

/** Cancels a pairing, or forgets the key that it brought. */
export const stopPairing = (id: string): Promise<unknown> =>
  ask('DELETE', `pair/${encodeURIComponent(id)}`);
