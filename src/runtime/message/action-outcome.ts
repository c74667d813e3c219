import { toEnglish } from '../../resources/validation/problem-texts';
import type { CommandWarning } from '../../vocabulary/parse-result';
import type { OperationName, Resource, ResourceType, Members } from '../../resources';
import type { ResourceDisplayNames } from '../../bridge/names';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { ProgramInfo } from '../programs/program-info';
import type { TranslatableStatusText } from '../status/status-content';

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
  bridge?: OpenedBridge;
  /** For several lamps and groups. */
  parts?: readonly ActionOutcome[];
}

/** HTTP status in `msg.bridge` for a command without a request. */
export const acceptedStatus = 202;

const sentences: Readonly<Record<SkipReason, string>> = {
  on: 'Nothing was sent: the lamp or group is on.',
  off: 'Nothing was sent: the lamp or group is off.',
  setByHand: 'Nothing was sent: somebody has set the lamp or group by hand.',
  press:
    'Nothing was sent: a short press toggles, holding dims, and a dial sets the brightness. Other presses set nothing.',
  overtaken: 'A later message has set these lamps before this could start: nothing was sent.',
};

/** Answers the message, with the reason. */
export const createSkippedOutcome = (
  bridge: OpenedBridge,
  { rid, rtype }: { rid: string; rtype: ResourceType },
  reason: SkipReason,
  warnings: readonly CommandWarning[] = [],
): ActionOutcome => ({
  payload: { rid, rtype },
  meta: {
    ...toResultMeta(
      bridge,
      { operation: 'update', rtype, rid },
      { status: acceptedStatus, warnings: [sentences[reason]], merged: 1 },
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
  bridge: OpenedBridge,
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
