import type { SuccessfulBridgeResult } from '../../bridge';
import type { OperationName, Resource, ResourceType } from '../../resources';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { ProgramInfo } from '../programs/program-info';
import type { TranslatableStatusText } from '../status/status-content';

/** A lamp that cannot do what the other lamps of its group did. */
export interface UnsupportedLamp {
  readonly rid: string;
  readonly name?: string;
  readonly room?: string;
  /** A sentence. */
  readonly reason: string;
}

/** Metadata of the result of an action, sent as `msg.bridge`. */
export interface ResultMeta {
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
  name?: string;
  /** Name of the room or zone. */
  room?: string;
  /** Name of the bridge, where the message named one. */
  bridgeName?: string;
  /** Status of the HTTP response. */
  status: number;
  /** Warnings of the bridge and of the package. */
  warnings: readonly string[];
  /** Number of messages that shared the request; 1 when not merged. */
  merged: number;
  /** What the message has started on the lamps. */
  program?: ProgramInfo;
  /** Of a command for several lamps and groups: the result of each. */
  results?: readonly ResultMeta[];
  /** Of a command that the lamps of a group took one by one: those that cannot. */
  leftOut?: readonly UnsupportedLamp[];
  /** A payload that undoes the operation, for a node like this one. */
  undo?: unknown;
}

/** Result of an action: output of the node and its status. */
export interface ActionOutcome {
  /** What the bridge answered: resources that were read, otherwise the reference of what was written. */
  payload: unknown;
  /** The resource that was read, whatever the payload says of it. */
  resource?: Resource;
  meta: ResultMeta;
  statusText: TranslatableStatusText;
  /** Further properties that are set on the message. */
  members?: Readonly<Record<string, unknown>>;
  /** The output that the message leaves by, counted from 0; the first when missing. */
  port?: number;
  /** Members of the body that was written. */
  sentMembers?: Readonly<Record<string, unknown>>;
  /** Warnings of what the message probably meant otherwise; the node says each once to whoever looks after the flow. */
  likelyMistakes?: readonly string[];
  /** Bridge that it was carried out on, where the message named one. */
  bridge?: OpenedBridge;
  /** Of a command for several lamps and groups: the outcome of each. */
  parts?: readonly ActionOutcome[];
}

/** What a command leaves in the payload: the message as it came, the state afterwards, or the answer of the bridge. */
export const commandOutputModes = ['message', 'state', 'answer'] as const;
export type CommandOutputMode = (typeof commandOutputModes)[number];

/** Operations that have their result as the payload. */
const answeringOperations: ReadonlySet<ResultMeta['operation']> = new Set<ResultMeta['operation']>([
  'get',
  'list',
  'create',
  'members',
]);

/** True for an operation that carries out a command; what reads, lists or creates has its result as the payload. */
export const isCommandResult = ({ operation }: ResultMeta): boolean =>
  !answeringOperations.has(operation);

/** What an action requests of the bridge. */
export interface RequestedOperation {
  operation: OperationName | 'recall';
  rtype: ResourceType;
  rid?: string;
}

/** Builds `msg.bridge` from a request and its result. */
export function toResultMeta(
  bridge: OpenedBridge,
  request: RequestedOperation,
  { status, warnings, merged }: SuccessfulBridgeResult<unknown>,
  furtherWarnings: readonly string[] = [],
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

/** Status text for an operation that succeeded. */
export function operationStatusText(
  operation: OperationName | 'recall',
  payload: unknown,
): TranslatableStatusText {
  if (operation === 'list') {
    return { key: 'listed', values: { count: Array.isArray(payload) ? payload.length : 0 } };
  }
  return { key: statusKeys[operation] };
}
