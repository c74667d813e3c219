import { sharedText } from './texts';
import type { ConnectionSettings } from './connection-settings';
import type {
  ListedResources,
  PairingProgress,
  SearchProgress,
  ShownCertificate,
  StartedJob,
  TableDescription,
  TestedBridge,
} from '../runtime/routes/answers';

export type {
  FoundBridge,
  ListedResource,
  PairingProgress,
  ShownCertificate,
  TypeDescription,
} from '../runtime/routes/answers';

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
): Promise<ListedResources> => ask('POST', 'resources', body);

/** What the table says of all types. */
export const askTable = (): Promise<TableDescription> => ask('GET', 'table');

/** Tries a connection. */
export const askTest = (body: ConnectionSettings & { bridge: string }): Promise<TestedBridge> =>
  ask('POST', 'test', body);

/** The certificate that a bridge shows; nothing is sent to it. */
export const askCertificate = (body: { host: string; port: string }): Promise<ShownCertificate> =>
  ask('POST', 'certificate', body);

/** Starts a search for bridges on the network. */
export const startDiscovery = (): Promise<StartedJob> => ask('POST', 'discover', {});

/** What a search has found so far. */
export const askDiscovery = (id: string): Promise<SearchProgress> =>
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
}): Promise<StartedJob> => ask('POST', 'pair', body);

/** How far a pairing is. */
export const askPairing = async (id: string): Promise<PairingProgress> =>
  ask('GET', `pair/${encodeURIComponent(id)}`);

/** Cancels a pairing, or forgets the key that it brought. */
export const stopPairing = (id: string): Promise<unknown> =>
  ask('DELETE', `pair/${encodeURIComponent(id)}`);
