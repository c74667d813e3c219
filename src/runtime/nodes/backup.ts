import type { NodeDef } from 'node-red';
import { createBackup, parseBackup, parseBackupText } from '../../backup/backup';
import type { Backup } from '../../backup/backup';
import { carryOutRestore } from '../../backup/carry-out';
import type { RestoreReport } from '../../backup/carry-out';
import { planRestore } from '../../backup/plan';
import type { PlanItem, RestoreOptions, RestorePlan } from '../../backup/plan';
import { readHome } from '../../backup/read-home';
import { formatBackupText } from '../../backup/texts';
import { restatePurpose } from '../../bridge/error-messages';
import { BridgeError } from '../../bridge/errors';
import { getTextMember, isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import { findNearestName } from '../../resources/nearest-name';
import type { Bridge } from '../bridge/bridge';
import { createInvalidValueError, joinNames, toCommandError, toNodeError } from '../errors';
import type { DeployedNode, MessageResult, NodeCode } from '../node';
import type { Running } from '../running';
import { createDotStatus } from '../status';
import type { NodeStatusTracker, TranslatableStatusText } from '../status';

interface BackupOnBridge extends Running {
  readonly bridge: Bridge;
}

type BackupNode = DeployedNode<NodeDef, BackupOnBridge>;

/** Answers each message with a backup of the home, plans what bringing one back would do, or brings it back. */
export const createBackupNode: NodeCode<NodeDef, BackupOnBridge> = (node) => ({
  async start({ bridge }) {
    const restore = runningRestores.get(bridge);
    restore?.shownBy.add(node.status);
    return { bridge, stop: () => restore?.shownBy.delete(node.status) };
  },
  async onInput(message) {
    const request = parseRequest(message.payload);
    const { bridge } = await node.current();
    if (request.operation === 'cancel') {
      runningRestores.get(bridge)?.controller.abort();
      // Whoever sends it waits for the report, which the message of the restore carries.
      return { createMessages: () => [] };
    }
    try {
      const { payload, statusText, problem } = await carryOut(node, bridge, request);
      node.status.setTemporary(undefined);
      if (problem === undefined) node.status.succeed(statusText);
      else node.status.fail(problem);
      const result = { createMessages: () => Object.assign(message, { payload }) };
      return problem === undefined ? result : { ...result, problem };
    } catch (error) {
      node.status.setTemporary(undefined);
      node.status.fail(toNodeError(error));
      throw error;
    }
  },
});

type BackupRequest =
  | { readonly operation: 'backup' | 'cancel' }
  | {
      readonly operation: 'plan' | 'restore';
      readonly backup: Backup;
      readonly options: RestoreOptions;
    };

interface BackupOutcome extends Pick<MessageResult, 'problem'> {
  readonly payload: unknown;
  readonly statusText: TranslatableStatusText;
}

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND */
function parseRequest(payload: unknown): BackupRequest {
  if (typeof payload === 'string') return parseWord(payload);
  if (!isObject(payload)) return { operation: 'backup' };
  if (parseBackup(payload).ok) throw createLonelyBackupError();
  const { plan, restore, ...others } = payload;
  if (plan === undefined && restore === undefined) return { operation: 'backup' };
  if (plan !== undefined && restore !== undefined)
    throw createInvalidValueError('payload', 'it has both plan and restore. Send one of them.');
  const operation = plan === undefined ? 'restore' : 'plan';
  const backup = readBackup(`payload.${operation}`, plan ?? restore);
  return { operation, backup, options: parseOptions(others) };
}

function parseWord(text: string): BackupRequest {
  if (text === 'cancel') return { operation: 'cancel' };
  if (parseBackupText(text).ok) throw createLonelyBackupError();
  const suggestion = findNearestName(text, ['cancel']);
  if (suggestion === undefined) return { operation: 'backup' };
  throw toCommandError({ path: 'payload', expected: '"cancel"', received: text, suggestion });
}

const createLonelyBackupError = (): BridgeError =>
  createInvalidValueError(
    'payload',
    'this is a backup. Send {"plan": …} with it to see what bringing it back would do, or {"restore": …} to bring it back.',
  );

function readBackup(path: string, value: unknown): Backup {
  const isText = typeof value === 'string' || Buffer.isBuffer(value);
  const parsed = isText ? parseBackupText(value.toString()) : parseBackup(value);
  if (parsed.ok) return parsed.backup;
  throw createInvalidValueError(path, formatBackupText(parsed.problem));
}

const optionNames = ['parts', 'choices', 'deletions'] as const;

function parseOptions({ parts, choices, deletions, ...others }: Members): RestoreOptions {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const suggestion = findNearestName(unknown, optionNames);
    throw toCommandError({
      path: `payload.${unknown}`,
      expected: `one of ${optionNames.join(', ')}`,
      received: others[unknown],
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  if (parts !== undefined && !isTextList(parts))
    throw createOptionError('parts', 'a list of ids of the backup', parts);
  if (choices !== undefined && !isChoices(choices))
    throw createOptionError('choices', 'an object from ids to ids or null', choices);
  if (deletions !== undefined && typeof deletions !== 'boolean' && !isTextList(deletions))
    throw createOptionError('deletions', 'true, false or a list of ids of the bridge', deletions);
  return { parts, choices, deletions };
}

const createOptionError = (name: string, expected: string, received: unknown): BridgeError =>
  toCommandError({ path: `payload.${name}`, expected, received });

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const isChoices = (value: unknown): value is Readonly<Record<string, string | null>> =>
  isObject(value) &&
  Object.values(value).every((choice) => choice === null || typeof choice === 'string');

async function carryOut(
  node: BackupNode,
  bridge: Bridge,
  request: Exclude<BackupRequest, { operation: 'cancel' }>,
): Promise<BackupOutcome> {
  if (request.operation === 'restore')
    return bringBack(node, bridge, request.backup, request.options);
  node.status.setTemporary(createDotStatus('blue', { key: 'working' }));
  const purpose = request.operation === 'plan' ? 'plan the restore' : 'back up the home';
  const resources = await readHome(bridge.client, { signal: node.signal }).catch(
    (error: unknown) => {
      throw restatePurpose(error, purpose);
    },
  );
  // Other nodes may change the message.
  if (request.operation !== 'plan')
    return {
      payload: structuredClone(createBackup(resources)),
      statusText: { key: 'backup.made' },
    };
  const plan = planRestore(request.backup, resources, request.options);
  const count = plan.items.filter(isToDo).length;
  return { payload: describePlan(plan), statusText: { key: 'backup.toDo', values: { count } } };
}

const isToDo = ({ action }: PlanItem): boolean => action !== 'same' && action !== 'cannot';

const describePlan = ({ items, devices, warnings }: RestorePlan): Members =>
  structuredClone({
    items: items.map(describeItem),
    devices,
    warnings: warnings.map(formatBackupText),
  });

const describeItem = ({ why, notes, ...item }: PlanItem): Members => ({
  ...item,
  ...(why === undefined ? {} : { why: formatBackupText(why) }),
  notes: notes.map(formatBackupText),
});

interface RunningRestore {
  readonly controller: AbortController;
  /** A deploy may replace the node meanwhile. */
  readonly shownBy: Set<NodeStatusTracker>;
}

/** A second one on the same bridge would plan from what the first has half done. */
const runningRestores = new WeakMap<Bridge, RunningRestore>();

async function bringBack(
  node: BackupNode,
  bridge: Bridge,
  backup: Backup,
  options: RestoreOptions,
): Promise<BackupOutcome> {
  if (runningRestores.has(bridge))
    throw new BridgeError(
      'ERR_BRIDGE_CONFLICT',
      'Another restore runs on this bridge. Wait for its report, or send "cancel". Nothing was sent.',
    );
  const controller = new AbortController();
  const shownBy = new Set([node.status]);
  const show = (done: number, total: number): void => {
    const status = createDotStatus('blue', { key: 'backup.progress', values: { done, total } });
    for (const one of shownBy) one.setTemporary(status);
  };
  runningRestores.set(bridge, { controller, shownBy });
  node.status.setTemporary(createDotStatus('blue', { key: 'working' }));
  try {
    const report = await carryOutRestore(bridge.client, backup, {
      ...options,
      signal: AbortSignal.any([node.signal, controller.signal]),
      onProgress: ({ done, total }) => show(done, total),
    });
    return toOutcome(report, controller.signal.aborted);
  } catch (error) {
    throw restatePurpose(error, 'bring the backup back');
  } finally {
    runningRestores.delete(bridge);
    for (const one of shownBy) one.setTemporary(undefined);
  }
}

function toOutcome({ results, stopped, ids }: RestoreReport, isCancelled: boolean): BackupOutcome {
  const payload = structuredClone({
    results: results.map(describeItem),
    stopped: stopped === undefined ? null : formatBackupText(stopped),
    ids: Object.fromEntries(ids),
  });
  if (stopped !== undefined && isCancelled) {
    const statusText = { key: 'failed.ERR_BRIDGE_ABORTED', fill: 'yellow' } as const;
    return { payload, statusText };
  }
  const open = results.filter(({ outcome }) => outcome !== 'done' && outcome !== 'same');
  // What no program can bring back, such as the location, has no id.
  const isWhole = open.every(({ outcome, id }) => outcome === 'cannot' && id === '');
  const statusText: TranslatableStatusText = isWhole
    ? { key: 'backup.restored' }
    : { key: 'backup.restored', fill: 'yellow' };
  const failed = open.filter(({ outcome }) => outcome !== 'cannot');
  if (failed.length === 0) return { payload, statusText };
  const names = joinNames(
    failed.map(({ name, type }) => (name === '' ? type : name)),
    'and',
  );
  const reason =
    stopped === undefined ? getTextMember(failed[0], 'problem') : formatBackupText(stopped);
  const problem = new BridgeError(
    'ERR_BRIDGE_PARTLY_DONE',
    `${failed.length} of ${results.length} could not be brought back as a whole: ${names}. ${reason ?? ''}`.trim(),
  );
  return { payload, statusText, problem };
}
