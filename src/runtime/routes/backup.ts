import { createBackup, parseBackup } from '../../backup/backup';
import type { Backup } from '../../backup/backup';
import { carryOutRestore } from '../../backup/carry-out';
import type { RestoreReport } from '../../backup/carry-out';
import type { DeviceChoices } from '../../backup/match';
import { createRestoreState, planRestore } from '../../backup/plan';
import type { RestoreOptions } from '../../backup/plan';
import { readHome } from '../../backup/read-home';
import { isBridgeError } from '../../bridge/errors';
import { FileError } from '../../files/file-system';
import { isObject } from '../../resources/members';
import type { StoredIdsTakenOver } from '../bridge/store';
import { StoredFileError } from '../bridge/stored-file';
import type { BridgeSession } from '../bridge/session';
import { toError } from '../errors';
import { listBackups, readBackup } from '../home/daily-backup';
import type {
  BackupFileProblem,
  DailyBackupListResponse,
  RestorePlanResponse,
  RestoreProgressResponse,
  StartedTaskResponse,
} from './responses';
import { BackgroundTaskRunner } from './pairing';
import type { BackgroundTask } from './pairing';
import { requireBridgeOfRoute, RouteHttpError } from './serve';
import type { RouteHandler, RouteRequest } from './serve';

// The home in a file: the tab downloads it, asks what bringing it back would do, and has it brought back.

/** Returns the file to keep. It has no key and no location. */
export const getBackupRoute: RouteHandler<Backup> = async (request) => {
  const { client } = await requireBridgeOfRoute(request).open();
  return createBackup(await readHome(client));
};

/**
 * Reads the bridge, and writes nothing. What is wrong with the file is an answer, not an error.
 *
 * @throws {RouteHttpError} status 400 for parts or choices that are none
 */
export const planRestoreRoute: RouteHandler<RestorePlanResponse | BackupFileProblem> = async (
  request,
) => {
  const sent = readSentBackup(request);
  if ('fileProblem' in sent) return sent;
  const { session, backup, options } = sent;
  const resources = await readHome((await session.open()).client);
  const { items, devices, warnings } = planRestore(backup, resources, options);
  const { match } = createRestoreState(backup, resources, options);
  return { items, devices, warnings, ids: Object.fromEntries(match.ids) };
};

/**
 * Lists what the store of the bridge keeps under ids of the backup that are others on the bridge, and puts the new ids in
 * their place if the body says `apply`.
 *
 * @throws {RouteHttpError} status 400 for choices that are none, 409 if the store cannot be changed
 */
export const takeOverStoreRoute: RouteHandler<StoredIdsTakenOver | BackupFileProblem> = async (
  request,
) => {
  const sent = readSentBackup(request);
  if ('fileProblem' in sent) return sent;
  const { session, backup, options } = sent;
  const { client, store } = await session.open();
  const { match } = createRestoreState(backup, await readHome(client), options);
  try {
    return await store.takeOverIds(match.ids, backup.bridge.id, request.body['apply'] === true);
  } catch (error) {
    if (!(error instanceof FileError || error instanceof StoredFileError)) throw error;
    const sentence = `The saved states keep their ids: ${error.message}`;
    throw new RouteHttpError(409, 'STORE_UNCHANGED', sentence);
  }
};

/** Days on which Node-RED made a backup of the bridge. */
export const listDailyBackupsRoute: RouteHandler<DailyBackupListResponse> = async (request) => {
  const { store } = await requireBridgeOfRoute(request).open();
  if (!store.isBridgeKnown) return { days: [] };
  const names = await listBackups(await store.nameFolder('backups'));
  return { days: names.map((name) => name.replace(/\.json$/, '')).toReversed() };
};

/** @throws {RouteHttpError} status 404 for a day without a backup, and for anything that is no day */
export const getDailyBackupRoute: RouteHandler<Backup | BackupFileProblem> = async (request) => {
  const { day } = request.body;
  const { store } = await requireBridgeOfRoute(request).open();
  const isDay = typeof day === 'string' && store.isBridgeKnown;
  const parsed = isDay
    ? await readBackup(await store.nameFolder('backups'), `${day}.json`)
    : undefined;
  if (parsed === undefined)
    throw new RouteHttpError(404, 'NO_SUCH_BACKUP', 'There is no backup of this day any more.');
  return parsed.ok ? parsed.backup : { fileProblem: parsed.problem };
};

interface RestoreTask extends BackgroundTask {
  progress(): RestoreProgressResponse;
}

/** In ms: a home of thousands of scenes takes a second for each. */
const restoreLifetime = 4 * 3_600_000;

const restoreTasks = new BackgroundTaskRunner<RestoreTask>(restoreLifetime);

/** @throws {RouteHttpError} status 409 while another backup is brought back */
export const startRestoreRoute: RouteHandler<StartedTaskResponse | BackupFileProblem> = async (
  request,
) => {
  const sent = readSentBackup(request);
  if ('fileProblem' in sent) return sent;
  const { session, backup, options } = sent;
  const { client } = await session.open();
  const id = restoreTasks.start(() =>
    startRestore(client, backup, options, (error) =>
      request.RED.log.error(error.stack ?? error.message),
    ),
  );
  if (id === undefined)
    throw new RouteHttpError(
      409,
      'RESTORE_UNDER_WAY',
      'Another backup is being brought back. Wait until it has ended, or cancel it.',
    );
  return { id };
};

export const getRestoreProgressRoute: RouteHandler<RestoreProgressResponse> = async ({ id }) =>
  requireRestore(id).progress();

/** The request in flight still ends; what was done stays. */
export const stopRestoreRoute: RouteHandler = async ({ id }) => {
  requireRestore(id).stop();
  return {};
};

function requireRestore(id: string): RestoreTask {
  const task = restoreTasks.find(id);
  if (task !== undefined) return task;
  const sentence = 'Node-RED knows nothing of this run any more. Start again to go on.';
  throw new RouteHttpError(404, 'NO_SUCH_RESTORE', sentence);
}

function startRestore(
  client: Parameters<typeof carryOutRestore>[0],
  backup: Backup,
  options: RestoreOptions,
  onUnexpected: (error: Error) => void,
): RestoreTask {
  const cancelling = new AbortController();
  let [settled, total] = [0, 0];
  let end: RestoreReport | Error | undefined;
  const { signal } = cancelling;
  const onProgress = (progress: { readonly done: number; readonly total: number }): void => {
    ({ done: settled, total } = progress);
  };
  const run = async (): Promise<void> => {
    try {
      end = await carryOutRestore(client, backup, {
        ...options,
        signal,
        onProgress,
        origin: { kind: 'tab' },
      });
    } catch (thrown) {
      end = toError(thrown);
      if (!isBridgeError(end)) onUnexpected(end);
    }
  };
  void run();
  return {
    get done() {
      return end !== undefined;
    },
    progress() {
      if (end instanceof Error) throw end;
      if (end === undefined) return { state: 'running', settled, total };
      const { results, stopped } = end;
      return { state: 'ended', results, ...(stopped === undefined ? {} : { stopped }) };
    },
    stop: () => cancelling.abort(),
  };
}

interface SentBackup {
  readonly session: BridgeSession;
  readonly backup: Backup;
  readonly options: RestoreOptions;
}

function readSentBackup(request: RouteRequest): SentBackup | BackupFileProblem {
  const session = requireBridgeOfRoute(request);
  const parsed = parseBackup(request.body['backup']);
  if (!parsed.ok) return { fileProblem: parsed.problem };
  return { session, backup: parsed.backup, options: parseRestoreOptions(request.body) };
}

function parseRestoreOptions({ parts, choices }: Record<string, unknown>): RestoreOptions {
  if (parts !== undefined && !isTextList(parts))
    throw refuse('parts must be a list of ids of the backup.');
  if (choices !== undefined && !isDeviceChoices(choices))
    throw refuse('choices must give an id, or null, for each id of a device of the backup.');
  return { parts, choices };
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const isDeviceChoices = (value: unknown): value is DeviceChoices =>
  isObject(value) &&
  Object.values(value).every((choice) => choice === null || typeof choice === 'string');

const refuse = (sentence: string): RouteHttpError =>
  new RouteHttpError(400, 'INVALID_COMMAND', `Nothing was done: ${sentence}`);
