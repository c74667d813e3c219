import { toEnglish } from '../resources/problems';
import type { CommandWarning } from '../vocabulary/parse-result';
import type { OperationName, Resource } from '../resources/resource';
import type { ResourceType } from '../resources/table';
import type { Members } from '../resources/members';
import type { ResourceDisplayNames } from '../bridge/names';
import { BridgeError, isBridgeError, sanitizeText } from '../bridge/errors';
import type { ResourceErrorOutcome } from '../bridge/errors';
import { formatPurpose, getReason } from '../bridge/error-messages';
import type { Bridge } from './bridge/bridge';
import type { ProgramInfo } from './programs/program-runner';
import type { TranslatableStatusText } from './status';
import type { StateCache } from '../bridge';
import { joinNames, toNodeError } from './errors';

export interface UnsupportedLamp extends ResourceDisplayNames {
  readonly rid: string;
  readonly reason: string;
}

/** The state of the lamp or group, a later message, or a press that sets nothing. */
type SkipReason = 'on' | 'off' | 'setByHand' | 'overtaken' | 'press';

/** Sent as `msg.bridge`. */
export interface ResultMeta extends ResourceDisplayNames {
  operation:
    | OperationName
    | 'recall'
    | 'save'
    | 'restore'
    | 'move'
    | 'members'
    | 'enable'
    | 'disable'
    | 'resume';
  rtype: ResourceType;
  rid?: string;
  /** Set if the message named the bridge. */
  bridgeName?: string;
  status: number;
  warnings: readonly CommandWarning[];
  /** Messages that shared the request; 1 when not merged. */
  merged: number;
  program?: ProgramInfo;
  skipped?: SkipReason;
  /** For several lamps and groups. */
  results?: readonly ResultMeta[];
  /** For a command to each lamp of a group: the lamps that do not support it. */
  leftOut?: readonly UnsupportedLamp[];
  /** Payload that undoes the operation, for a node like this one. */
  undo?: unknown;
}

/** Logged once for each kind, because a flow repeats similar messages. */
export interface LoggedWarning {
  readonly kind: string;
  readonly sentence: CommandWarning;
}

export interface ActionOutcome {
  /** The resources of a read, or the reference of the written resource. */
  payload: unknown;
  resource?: Resource;
  meta: ResultMeta;
  statusText: TranslatableStatusText;
  /** Set on the message. */
  members?: Members;
  /** Counted from 0; the first output if missing. */
  port?: number;
  sentMembers?: Members;
  warningsToLog?: readonly LoggedWarning[];
  /** Set if the message named the bridge. */
  bridge?: Bridge;
  /** For several lamps and groups. */
  parts?: readonly ActionOutcome[];
}

/** HTTP status in `msg.bridge` for a command without a request. */
export const acceptedStatus = 202;

const skipSentences: Readonly<Record<SkipReason, string>> = {
  on: 'Nothing was sent: the lamp or group is on.',
  off: 'Nothing was sent: the lamp or group is off.',
  setByHand: 'Nothing was sent: somebody has set the lamp or group by hand.',
  press:
    'Nothing was sent: a short press toggles, holding dims, and a dial sets the brightness. Other presses set nothing.',
  overtaken: 'A later message has set these lamps before this could start: nothing was sent.',
};

/** Answers the message, with the reason. */
export const createSkippedOutcome = (
  bridge: Bridge,
  { rid, rtype }: { rid: string; rtype: ResourceType },
  reason: SkipReason,
  warnings: readonly CommandWarning[] = [],
): ActionOutcome => ({
  payload: { rid, rtype },
  meta: {
    ...toResultMeta(
      bridge,
      { operation: 'update', rtype, rid },
      { status: acceptedStatus, warnings: [skipSentences[reason]], merged: 1 },
      warnings,
    ),
    skipped: reason,
  },
  statusText: { key: `skipped.${reason}` },
});

/** Original message, state afterwards, or answer of the bridge. */
export const commandOutputModes = ['message', 'state', 'answer'] as const;

/** Their payload is the result. */
const answeringOperations: ReadonlySet<ResultMeta['operation']> = new Set<ResultMeta['operation']>([
  'get',
  'list',
  'create',
  'members',
]);

export const isCommandResult = ({ operation }: ResultMeta): boolean =>
  !answeringOperations.has(operation);

export interface RequestedOperation {
  operation: OperationName | 'recall';
  rtype: ResourceType;
  rid?: string;
}

export function toResultMeta(
  bridge: Bridge,
  request: Pick<ResultMeta, 'operation' | 'rtype' | 'rid'>,
  { status, warnings, merged }: Pick<ResultMeta, 'status' | 'warnings' | 'merged'>,
  furtherWarnings: readonly CommandWarning[] = [],
): ResultMeta {
  const { operation, rtype, rid } = request;
  return {
    operation,
    rtype,
    ...(rid === undefined ? {} : { rid }),
    ...(rid === undefined ? {} : bridge.stateReader.stateCache.displayNames(rid)),
    status,
    warnings: [...furtherWarnings, ...warnings],
    merged,
  };
}

const statusKeys = {
  get: 'read',
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  recall: 'recalled',
} as const;

export function operationStatusText(
  operation: OperationName | 'recall',
  payload: unknown,
): TranslatableStatusText {
  if (operation === 'list') {
    return { key: 'listed', values: { count: Array.isArray(payload) ? payload.length : 0 } };
  }
  return { key: statusKeys[operation] };
}

export const addWarnings = (
  outcome: ActionOutcome,
  warnings: readonly CommandWarning[],
): ActionOutcome => ({
  ...outcome,
  meta: { ...outcome.meta, warnings: [...warnings, ...outcome.meta.warnings] },
});

export const withEnglishWarnings = (meta: ResultMeta): ResultMeta =>
  meta.warnings.length === 0
    ? meta
    : {
        ...meta,
        warnings: meta.warnings.map(toEnglish),
        ...(meta.results === undefined ? {} : { results: meta.results.map(withEnglishWarnings) }),
      };

export const addLoggedWarnings = (
  outcome: ActionOutcome,
  added: readonly LoggedWarning[],
): ActionOutcome => ({
  ...addWarnings(
    outcome,
    added.map(({ sentence }) => sentence),
  ),
  warningsToLog: [...added, ...(outcome.warningsToLog ?? [])],
});

interface PartResource {
  readonly rid: string;
  readonly rtype: ResourceType;
  readonly bridge: {
    readonly stateReader: { readonly stateCache: Pick<StateCache, 'displayNames'> };
  };
  readonly bridgeName?: string | undefined;
}

/**
 * Executes in parallel, each on its bridge.
 *
 * @returns the joined outcome with its parts for several targets
 * @throws {BridgeError} the error of the only target; for several as `joinSettled`
 */
export async function executeForAllTargets<Target extends BridgeWithOptionalName>(
  targets: readonly Target[],
  describe: (target: Target) => Pick<PartResource, 'rid' | 'rtype'>,
  execute: (target: Target) => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  const executeOne = async (target: Target): Promise<ActionOutcome> =>
    addBridgeToOutcome(await execute(target), target);
  const [only, other] = targets;
  if (only !== undefined && other === undefined) return executeOne(only);
  const settled = await Promise.allSettled(targets.map(executeOne));
  return joinSettled(
    targets.map((target) => ({
      bridge: target.bridge,
      bridgeName: target.bridgeName,
      ...describe(target),
    })),
    settled,
  );
}

/**
 * @throws {BridgeError} the error of the parts if all failed; ERR_BRIDGE_PARTLY_DONE if some failed. The cause lists
 * the result of each part
 */
export function joinSettled(
  resources: readonly PartResource[],
  settled: readonly PromiseSettledResult<ActionOutcome>[],
): ActionOutcome {
  const parts = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first] = parts;
  if (first === undefined || parts.length < settled.length)
    throw createPartsError(resources, settled);
  return joinOutcomes(first, parts);
}

export function joinOutcomes(first: ActionOutcome, parts: readonly ActionOutcome[]): ActionOutcome {
  const results = parts.map(({ meta }) => meta);
  const meta: ResultMeta = {
    operation: first.meta.operation,
    rtype: first.meta.rtype,
    status: Math.max(...results.map(({ status }) => status)),
    warnings: results.flatMap((result) =>
      result.warnings.map((warning) => labelWarning(warning, formatLabel(result))),
    ),
    merged: Math.max(...results.map(({ merged }) => merged)),
    ...(first.meta.skipped !== undefined && results.every(isSkipped)
      ? { skipped: first.meta.skipped }
      : {}),
    results,
  };
  const payload = parts.map((part) => part.payload);
  const { statusText } = parts.find((part) => !isSkipped(part.meta)) ?? first;
  const warningsToLog = parts.flatMap((part) => part.warningsToLog ?? []);
  return { payload, meta, statusText, parts, warningsToLog };
}

function labelWarning(sentence: CommandWarning, label: string): CommandWarning {
  if (label === '') return sentence;
  const isAboutGroup = typeof sentence !== 'string' && sentence.kind === 'unsupported';
  return isAboutGroup ? { ...sentence, group: label } : { kind: 'labelled', label, sentence };
}

const isSkipped = ({ skipped }: ResultMeta): boolean => skipped !== undefined;

/** Returns `Bridge:Room/Name`, as far as known; the bridge only if the message named it. */
function formatLabel({ bridgeName, room, name, rid = '' }: Partial<ResultMeta>): string {
  const label =
    name === undefined ? rid : room === undefined || room === name ? name : `${room}/${name}`;
  const parts = [bridgeName, label].filter((part) => part !== undefined && part !== '');
  return sanitizeText(parts.join(':'));
}

function createPartsError(
  resources: readonly PartResource[],
  settled: readonly PromiseSettledResult<ActionOutcome>[],
): BridgeError {
  const parts = resources.map(({ bridge, bridgeName, rid, rtype }, index): ResourceErrorOutcome => {
    const names = bridge.stateReader.stateCache.displayNames(rid);
    const part = { rid, rtype, ...names, ...(bridgeName === undefined ? {} : { bridgeName }) };
    const one = settled[index];
    if (one?.status !== 'rejected') return part;
    const { code, message, cause } = toNodeError(one.reason);
    return { ...part, code, message, ...(cause.sent === undefined ? {} : { sent: cause.sent }) };
  });
  const failed = parts.filter(({ code }) => code !== undefined);
  const [{ code = 'ERR_BRIDGE_UNEXPECTED_ERROR', message = '' } = {}] = failed;
  const isSameForAll = failed.every((part) => part.message === message);
  const errors = settled.flatMap((one): unknown[] =>
    one.status === 'rejected' ? [one.reason] : [],
  );
  const [error] = errors;
  const facts = isBridgeError(error) && isSameForAll ? error.cause : {};
  const reason = isSameForAll ? undefined : getCommonReason(errors);
  const sentences = isSameForAll ? message : failed.map(formatFailure).join(' ');
  const notDone = failed.map(formatLabel);
  if (failed.length === parts.length) {
    const common = `${formatPurpose(`set ${joinNames(notDone, 'and')}`)}${reason}`;
    return new BridgeError(code, reason === undefined ? sentences : common, { ...facts, parts });
  }
  const done = parts.filter((part) => part.code === undefined).map(formatLabel);
  return new BridgeError(
    'ERR_BRIDGE_PARTLY_DONE',
    `${notDone.length} of ${parts.length} could not be set: ${notDone.join(', ')}. Set: ${done.join(', ')}. ${reason === undefined ? sentences : `Because ${reason}`}`,
    { ...facts, parts },
  );
}

/** Returns undefined if the errors differ in more than their resource. */
function getCommonReason(errors: readonly unknown[]): string | undefined {
  const reasons = errors.map((error) => (isBridgeError(error) ? getReason(error) : undefined));
  return new Set(reasons).size === 1 ? reasons[0] : undefined;
}

/** Adds the name if the sentence lacks it. */
function formatFailure(part: ResourceErrorOutcome): string {
  const { message = '' } = part;
  const label = formatLabel(part);
  return message.includes(label) ? message : `${label}: ${message}`;
}

/** The name only if the message named the bridge. */
export interface BridgeWithOptionalName {
  readonly bridge: Bridge;
  readonly bridgeName?: string | undefined;
}

export const addBridgeToOutcome = (
  outcome: ActionOutcome,
  { bridge, bridgeName }: BridgeWithOptionalName,
): ActionOutcome =>
  bridgeName === undefined
    ? outcome
    : { ...outcome, bridge, meta: { ...outcome.meta, bridgeName } };
