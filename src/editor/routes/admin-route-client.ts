import { getNestedMember } from '../../resources';
import { formatProblem } from '../../resources/validation/problem-sentence';
import { translateProblemText } from '../labels/translate-problem';
import { translateShared } from '../labels/translate';
import type { DescribedProblem } from '../../resources/validation/problem-sentence';
import type { UndeployedConnectionSettings } from './undeployed-connection-settings';
import type {
  DocumentationPageResponse,
  ResourceListResponse,
  PairingProgress,
  DiscoveryProgress,
  CertificateResponse,
  StartedTaskResponse,
  ResourceTableResponse,
  ConnectionTestResponse,
  TriedCommandResponse,
} from '../../runtime/routes/route-responses';
import type { HomeCommand } from '../../runtime/home/home-item';
import type { DaylightPreviewResponse } from '../../runtime/nodes/daylight/preview-day';

export type { DaylightPreviewResponse } from '../../runtime/nodes/daylight/preview-day';
export type * from '../../runtime/routes/route-responses';

/** Error of an admin route: a translated sentence, and the error code if there is one. */
export class AdminRouteError extends Error {
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message);
  }
}

interface RouteRequest {
  /** Without it, POST if there is a body. */
  method?: 'DELETE';
  body?: object;
  signal?: AbortSignal;
}

/**
 * Sends a request to an admin route. The URL is relative, so it works with any `httpAdminRoot`.
 *
 * @throws {AdminRouteError} with the sentence to show, or the reason of the abort
 */
export async function requestRoute(
  path: string,
  { method, body, signal }: RouteRequest = {},
): Promise<Response> {
  const token = RED.settings.get('auth-tokens')?.access_token;
  const response = await fetch(`${RED.settings.apiRootUrl ?? ''}lighting-bridge/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? error : new AdminRouteError(translateShared('route.noAnswer'));
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const answer = isJson ? await readJson(response.clone()).catch(() => undefined) : undefined;
  const error = parseRouteError(answer) ?? (response.ok ? undefined : toStatusError(response));
  if (error !== undefined) throw error;
  return response;
}

async function requestJson<ResponseBody>(
  path: string,
  request?: RouteRequest,
): Promise<ResponseBody> {
  const response = await requestRoute(path, request);
  return readJson<ResponseBody>(response);
}

const readJson = <ResponseBody>(response: Response): Promise<ResponseBody> =>
  response.json().then(
    (body: ResponseBody) => body,
    () => {
      throw toStatusError(response);
    },
  );

function parseRouteError(answer: unknown): AdminRouteError | undefined {
  const message = getNestedMember(answer, 'error', 'message');
  const code = getNestedMember(answer, 'error', 'code');
  const problem = getNestedMember(answer, 'error', 'problem');
  return typeof message === 'string'
    ? new AdminRouteError(
        isDescribedProblem(problem) ? formatProblem(problem, translateProblemText) : message,
        typeof code === 'string' ? code : '',
      )
    : undefined;
}

const isDescribedProblem = (value: unknown): value is DescribedProblem =>
  getNestedMember(value, 'path') !== undefined;

function toStatusError({ status }: Response): AdminRouteError {
  const isRefused = status === 401 || status === 403;
  return new AdminRouteError(
    isRefused ? translateShared('route.notAllowed') : translateShared('route.status', { status }),
  );
}

/**
 * Returns the resources of a deployed bridge, or of a bridge with the connection settings in the
 * body.
 */
export const fetchResources = (
  body: { bridge: string; refresh: boolean } & Partial<UndeployedConnectionSettings>,
): Promise<ResourceListResponse> => requestJson('resources', { body });

export const fetchResourceTypeTable = (): Promise<ResourceTableResponse> => requestJson('table');

/** Fetches a page of the documentation by its file name without `.md`. */
export const fetchDocumentationPage = (name: string): Promise<DocumentationPageResponse> =>
  requestJson(`docs/${encodeURIComponent(name)}`);

export const testBridgeConnection = (
  body: UndeployedConnectionSettings & { bridge: string },
): Promise<ConnectionTestResponse> => requestJson('test', { body });

/** Sends the command of an open light dialog to its lamp. */
export const requestCommandTry = (body: {
  bridge: string;
  node: string;
  settings: Readonly<Record<string, string>>;
}): Promise<TriedCommandResponse> => requestJson('try', { body });

/** Returns the light of today for the settings of an open daylight dialog. */
export const fetchDaylightPreview = (body: {
  bridge: string;
  settings: Readonly<Record<string, string>>;
}): Promise<DaylightPreviewResponse> => requestJson('daylight', { body });

/**
 * Returns the certificate that a bridge presents. The runtime sends no HTTP request to the bridge.
 */
export const fetchBridgeCertificate = (body: {
  host: string;
  port: string;
}): Promise<CertificateResponse> => requestJson('certificate', { body });

/** Sends a command to one resource; the bridge has taken it once this resolves. */
export const requestHomeCommand = (bridge: string, command: HomeCommand): Promise<unknown> =>
  requestJson(`home/${encodeURIComponent(bridge)}/command`, { body: command });

export const requestDiscoveryStart = (): Promise<StartedTaskResponse> =>
  requestJson('discover', { body: {} });

export const fetchDiscoveryProgress = (id: string): Promise<DiscoveryProgress> =>
  requestJson(`discover/${encodeURIComponent(id)}`);

export const requestDiscoveryStop = (id: string): Promise<unknown> =>
  requestJson(`discover/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const requestPairingStart = (
  body: { bridge: string } & Pick<
    UndeployedConnectionSettings,
    'host' | 'port' | 'fingerprint' | 'bridgeId'
  >,
): Promise<StartedTaskResponse> => requestJson('pair', { body });

export const fetchPairingProgress = (id: string): Promise<PairingProgress> =>
  requestJson(`pair/${encodeURIComponent(id)}`);

/** Cancels a pairing task, or discards its key. */
export const requestPairingStop = (id: string): Promise<unknown> =>
  requestJson(`pair/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const toErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
