import { toEnglish } from '../../resources/validation/problem-in-english';
import type { CommandWarning } from '../../vocabulary/parsing/parse-result';
import type { OperationName, Resource, ResourceType, Members } from '../../resources';
import type { ResourceDisplayNames } from '../../bridge/state/state-cache';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { ProgramInfo } from '../programs/program-info';
import type { TranslatableStatusText } from '../status/status-content';

/** A lamp of a group that does not support the group's command. */
export interface UnsupportedLamp extends ResourceDisplayNames {
  readonly rid: string;
  readonly reason: string;
}

/** Why nothing was sent: the state of the lamp or group, a later message, or a kind of press that sets nothing. */
type SkipReason = 'on' | 'off' | 'setByHand' | 'overtaken' | 'press';

/** Metadata of the result of an action, sent as `msg.bridge`. */
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
  /** Name of the bridge, if the message named it. */
  bridgeName?: string;
  status: number;
  /** Warnings of the bridge and of the package. */
  warnings: readonly CommandWarning[];
  /** Number of messages that shared the request; 1 when not merged. */
  merged: number;
  program?: ProgramInfo;
  /** Set if nothing was sent. */
  skipped?: SkipReason;
  /** For a command to several lamps and groups: the results. */
  results?: readonly ResultMeta[];
  /** For a command that was sent to each lamp of a group: the lamps that do not support it. */
  leftOut?: readonly UnsupportedLamp[];
  /** A payload that undoes the operation, for a node like this one. */
  undo?: unknown;
}

/** A warning that a node logs only once for each kind, because a flow repeats similar messages. */
export interface LoggedWarning {
  readonly kind: string;
  readonly sentence: CommandWarning;
}

export interface ActionOutcome {
  /** Resources that were read, or the reference of the resource that was written. */
  payload: unknown;
  /** The resource that was read, whatever the payload says of it. */
  resource?: Resource;
  meta: ResultMeta;
  statusText: TranslatableStatusText;
  /** Further properties that are set on the message. */
  members?: Members;
  /** Output of the message, counted from 0; the first if missing. */
  port?: number;
  sentMembers?: Members;
  warningsToLog?: readonly LoggedWarning[];
  /** Bridge of the action, if the message named it. */
  bridge?: OpenedBridge;
  /** For a command to several lamps and groups: the outcomes. */
  parts?: readonly ActionOutcome[];
}

/** HTTP status in `msg.bridge` for a command that was accepted without a request to the bridge. */
export const acceptedStatus = 202;

const sentences: Readonly<Record<SkipReason, string>> = {
  on: 'Nothing was sent: the lamp or group is on.',
  off: 'Nothing was sent: the lamp or group is off.',
  setByHand: 'Nothing was sent: somebody has set the lamp or group by hand.',
  press:
    'Nothing was sent: a short press toggles, holding dims, and a dial sets the brightness. Other presses set nothing.',
  overtaken: 'A later message has set these lamps before this could start: nothing was sent.',
};

/** Creates the outcome of a command that was not carried out: the message is answered, with the reason. */
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

/** Payload after a command: the original message, the state afterwards, or the answer of the bridge. */
export const commandOutputModes = ['message', 'state', 'answer'] as const;

/** Operations that have their result as the payload. */
const answeringOperations: ReadonlySet<ResultMeta['operation']> = new Set<ResultMeta['operation']>([
  'get',
  'list',
  'create',
  'members',
]);

/** True for a command. The payload of other operations is their result. */
export const isCommandResult = ({ operation }: ResultMeta): boolean =>
  !answeringOperations.has(operation);

export interface RequestedOperation {
  operation: OperationName | 'recall';
  rtype: ResourceType;
  rid?: string;
}

/** Builds `msg.bridge` from a request and its result. */
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
