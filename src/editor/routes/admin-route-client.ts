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
export type {
  BridgeListItem,
  LampCapabilities,
  ResourceListItem,
  PairingProgress,
  CertificateResponse,
  ConnectionTestResponse,
  ResourceTypeTableEntry,
  TriedCommandResponse,
} from '../../runtime/routes/route-responses';

/** Error of an admin route: a translated sentence, and the error code if there is one. */
export class AdminRouteError extends Error {
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message);
  }
}

/**
 * Sends a request to an admin route. The URL is relative, so it works with any `httpAdminRoot`.
 *
 * @throws {AdminRouteError} with the sentence to show
 */
async function requestRoute<ResponseBody>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<ResponseBody> {
  const request = $.ajax({
    url: `lighting-bridge/${path}`,
    method,
    dataType: 'json',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    ...(body === undefined ? {} : { data: JSON.stringify(body), contentType: 'application/json' }),
  });
  const responseBody = await new Promise<ResponseBody>((resolve, reject) => {
    request.done(resolve);
    request.fail((failedRequest: JQuery.jqXHR) => {
      reject(
        parseRouteError(failedRequest.responseJSON) ??
          new AdminRouteError(describeHttpStatus(failedRequest.status)),
      );
    });
  });
  const routeError = parseRouteError(responseBody);
  if (routeError !== undefined) throw routeError;
  return responseBody;
}

/**
 * Requests a route whose response is not one JSON object.
 *
 * @throws {AdminRouteError} with the sentence to show, or the reason of the abort
 */
export async function requestRouteStream(path: string, signal?: AbortSignal): Promise<Response> {
  const token = RED.settings.get('auth-tokens')?.access_token;
  const response = await fetch(`${RED.settings.apiRootUrl ?? ''}lighting-bridge/${path}`, {
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok && response.headers.get('content-type')?.startsWith('application/json') !== true)
    return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const error = parseRouteError(body);
  if (error !== undefined) throw error;
  if (!response.ok) throw new AdminRouteError(describeHttpStatus(response.status));
  return response;
}

function parseRouteError(responseBody: unknown): AdminRouteError | undefined {
  const error = getMember(responseBody, 'error');
  const message = getMember(error, 'message');
  const code = getMember(error, 'code');
  const problem = getMember(error, 'problem');
  return typeof message === 'string'
    ? new AdminRouteError(
        isDescribedProblem(problem) ? formatProblem(problem, translateProblemText) : message,
        typeof code === 'string' ? code : '',
      )
    : undefined;
}

const isDescribedProblem = (value: unknown): value is DescribedProblem =>
  getMember(value, 'path') !== undefined;

const getMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([member]) => member === name)?.[1]
    : undefined;

function describeHttpStatus(status: number): string {
  if (status === 0) return translateShared('route.noAnswer');
  if (status === 401 || status === 403) return translateShared('route.notAllowed');
  return translateShared('route.status', { status });
}

/**
 * Returns the resources of a deployed bridge, or of a bridge with the connection settings in the
 * body.
 */
export const fetchResources = (
  body: { bridge: string; refresh: boolean } & Partial<UndeployedConnectionSettings>,
): Promise<ResourceListResponse> => requestRoute('POST', 'resources', body);

export const fetchResourceTypeTable = (): Promise<ResourceTableResponse> =>
  requestRoute('GET', 'table');

/** Fetches a page of the documentation by its file name without `.md`. */
export const fetchDocumentationPage = (name: string): Promise<DocumentationPageResponse> =>
  requestRoute('GET', `docs/${encodeURIComponent(name)}`);

export const testBridgeConnection = (
  body: UndeployedConnectionSettings & { bridge: string },
): Promise<ConnectionTestResponse> => requestRoute('POST', 'test', body);

/** Sends the command of an open light dialog to its lamp. */
export const requestCommandTry = (body: {
  bridge: string;
  node: string;
  settings: Readonly<Record<string, string>>;
}): Promise<TriedCommandResponse> => requestRoute('POST', 'try', body);

/** Returns the light of today for the settings of an open daylight dialog. */
export const fetchDaylightPreview = (body: {
  bridge: string;
  settings: Readonly<Record<string, string>>;
}): Promise<DaylightPreviewResponse> => requestRoute('POST', 'daylight', body);

/**
 * Returns the certificate that a bridge presents. The runtime sends no HTTP request to the bridge.
 */
export const fetchBridgeCertificate = (body: {
  host: string;
  port: string;
}): Promise<CertificateResponse> => requestRoute('POST', 'certificate', body);

/** Sends a command to one resource; the bridge has taken it once this resolves. */
export const requestHomeCommand = (bridge: string, command: HomeCommand): Promise<unknown> =>
  requestRoute('POST', `home/${encodeURIComponent(bridge)}/command`, command);

export const requestDiscoveryStart = (): Promise<StartedTaskResponse> =>
  requestRoute('POST', 'discover', {});

export const fetchDiscoveryProgress = (id: string): Promise<DiscoveryProgress> =>
  requestRoute('GET', `discover/${encodeURIComponent(id)}`);

export const requestDiscoveryStop = (id: string): Promise<unknown> =>
  requestRoute('DELETE', `discover/${encodeURIComponent(id)}`);

export const requestPairingStart = (body: {
  bridge: string;
  host: string;
  port: string;
  fingerprint: string;
  bridgeId: string;
}): Promise<StartedTaskResponse> => requestRoute('POST', 'pair', body);

export const fetchPairingProgress = async (id: string): Promise<PairingProgress> =>
  requestRoute('GET', `pair/${encodeURIComponent(id)}`);

/** Cancels a pairing task, or discards its key. */
export const requestPairingStop = (id: string): Promise<unknown> =>
  requestRoute('DELETE', `pair/${encodeURIComponent(id)}`);

export const toErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
