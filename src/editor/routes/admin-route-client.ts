import { getNestedMember } from '../../resources/members';
import { formatProblem } from '../../resources/problems';
import { translateProblemText, translateShared } from '../labels/translate';
import type { DescribedProblem } from '../../resources/problems';
import type { ConnectionSettings } from './connection-settings';
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
  BackupFileProblem,
  RestorePlanResponse,
  RestoreProgressResponse,
  StoredIdsTakenOver,
  DailyBackupListResponse,
} from '../../runtime/routes/responses';
import type { HomeCommand } from '../../runtime/home/home-item';
import type { DaylightPreviewResponse } from '../../runtime/nodes/daylight-preview';

export type { DaylightPreviewResponse } from '../../runtime/nodes/daylight-preview';
export type * from '../../runtime/routes/responses';

/** @param message translated sentence */
export class AdminRouteError extends Error {
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message);
  }
}

interface RouteRequest {
  /** Default: POST with a body, otherwise GET. */
  method?: 'DELETE';
  body?: object;
  signal?: AbortSignal;
}

/**
 * A relative URL works with any `httpAdminRoot`.
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

/** Reads a deployed bridge, or one with these connection settings. */
export const fetchResources = (
  body: { bridge: string; refresh: boolean } & Partial<ConnectionSettings>,
): Promise<ResourceListResponse> => requestJson('resources', { body });

export const fetchResourceTypeTable = (): Promise<ResourceTableResponse> => requestJson('table');

/** @param name file name without `.md` */
export const fetchDocumentationPage = (name: string): Promise<DocumentationPageResponse> =>
  requestJson(`docs/${encodeURIComponent(name)}`);

export const testBridgeConnection = (
  body: ConnectionSettings & { bridge: string },
): Promise<ConnectionTestResponse> => requestJson('test', { body });

export const requestCommandTry = (body: {
  bridge: string;
  node: string;
  settings: Readonly<Record<string, string>>;
}): Promise<TriedCommandResponse> => requestJson('try', { body });

/** Returns the light of today. */
export const fetchDaylightPreview = (body: {
  bridge: string;
  settings: Readonly<Record<string, string>>;
}): Promise<DaylightPreviewResponse> => requestJson('daylight', { body });

/** The runtime sends no HTTP request to the bridge. */
export const fetchBridgeCertificate = (body: {
  host: string;
  port: string;
}): Promise<CertificateResponse> => requestJson('certificate', { body });

/** Resolves once the bridge has taken it. */
export const requestHomeCommand = (bridge: string, command: HomeCommand): Promise<unknown> =>
  requestJson(`home/${encodeURIComponent(bridge)}/command`, { body: command });

interface RestoreBody {
  /** Of any shape. */
  readonly backup: unknown;
  readonly parts?: readonly string[];
  readonly choices?: Readonly<Record<string, string | null>>;
}

export const fetchBackup = (bridge: string): Promise<{ readonly created: string }> =>
  requestJson(`home/${encodeURIComponent(bridge)}/backup`);

/** Writes nothing to the bridge. */
export const fetchRestorePlan = (
  bridge: string,
  body: RestoreBody,
  signal?: AbortSignal,
): Promise<RestorePlanResponse | BackupFileProblem> =>
  requestJson(`home/${encodeURIComponent(bridge)}/plan`, {
    body,
    ...(signal === undefined ? {} : { signal }),
  });

/** @param apply false only lists */
export const requestStoreTakeOver = (
  bridge: string,
  body: RestoreBody & { readonly apply: boolean },
): Promise<StoredIdsTakenOver | BackupFileProblem> =>
  requestJson(`home/${encodeURIComponent(bridge)}/stored-ids`, { body });

/** Days on which Node-RED made a backup, latest first. */
export const fetchDailyBackupDays = (bridge: string): Promise<DailyBackupListResponse> =>
  requestJson(`home/${encodeURIComponent(bridge)}/daily`);

/** @param day such as `2026-11-28` */
export const fetchDailyBackup = (
  bridge: string,
  day: string,
): Promise<object | BackupFileProblem> =>
  requestJson(`home/${encodeURIComponent(bridge)}/daily`, { body: { day } });

export const requestRestoreStart = (
  bridge: string,
  body: RestoreBody,
): Promise<StartedTaskResponse | BackupFileProblem> =>
  requestJson(`home/${encodeURIComponent(bridge)}/restore`, { body });

export const fetchRestoreProgress = (id: string): Promise<RestoreProgressResponse> =>
  requestJson(`restore/${encodeURIComponent(id)}`);

/** What was done stays. */
export const requestRestoreStop = (id: string): Promise<unknown> =>
  requestJson(`restore/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const requestDiscoveryStart = (): Promise<StartedTaskResponse> =>
  requestJson('discover', { body: {} });

export const fetchDiscoveryProgress = (id: string): Promise<DiscoveryProgress> =>
  requestJson(`discover/${encodeURIComponent(id)}`);

export const requestDiscoveryStop = (id: string): Promise<unknown> =>
  requestJson(`discover/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const requestPairingStart = (
  body: { bridge: string } & Pick<ConnectionSettings, 'host' | 'port' | 'fingerprint' | 'bridgeId'>,
): Promise<StartedTaskResponse> => requestJson('pair', { body });

export const fetchPairingProgress = (id: string): Promise<PairingProgress> =>
  requestJson(`pair/${encodeURIComponent(id)}`);

/** Cancels the pairing, or discards its key. */
export const requestPairingStop = (id: string): Promise<unknown> =>
  requestJson(`pair/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const toErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
