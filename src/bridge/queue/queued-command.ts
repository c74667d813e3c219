import { getResourceDefinition } from '../../resources';
import type { QueueLaneName } from '../../resources';
import type { RequestSentState } from '../errors/bridge-error';
import type { HttpResponse } from '../wire/http-request-attempt';
import type { BridgeRequest } from '../wire/bridge-request';
import type { CoalescedWrite } from './coalesced-write';
import type { MessagePlace } from './message-place';
import type { StateDependentBody } from './state-dependent-body';

export type QueueLane = QueueLaneName | 'reads';

export const queueLanes: readonly QueueLane[] = ['lamps', 'groups', 'other', 'reads'];

export interface QueuedCommandResponse {
  response: HttpResponse;
  merged: number;
  retriedAfterLoss: boolean;
}

export interface CommandOptions {
  /** Aborts the command. A write that was sent continues, because the next write must not overtake it. */
  signal?: AbortSignal | undefined;
  place?: MessagePlace | undefined;
  isBackground?: boolean | undefined;
  /** The request has no body then. */
  stateDependentBody?: StateDependentBody | undefined;
}

export interface QueuedCommand {
  /** Without a body while a state-dependent update waits for it. */
  request: BridgeRequest;
  readonly queuedAt: number;
  /** Place among all writes. */
  readonly order: number;
  /** Takes the command back. */
  readonly signal: AbortSignal | undefined;
  /** Without attempts that the bridge refused as too many. */
  attempts: number;
  /** `maybe` after an attempt that was sent and got no response. */
  sent: RequestSentState;
  refusal: HttpResponse | undefined;
  resolve: (result: QueuedCommandResponse) => void;
  reject: (error: unknown) => void;
}

export interface QueuePlacement {
  readonly lane: QueueLane;
  readonly path: string;
  /**
   * The changed resource; undefined for reads and POST. Requests with the same target are sent one at a time, in
   * order.
   */
  readonly target: string | undefined;
  mergeable: boolean;
  readonly lampPaths: ReadonlySet<string> | undefined;
}

interface UnresolvedCommandBody {
  readonly body: StateDependentBody;
  /** Undefined while earlier writes are pending. */
  readonly reading: AbortController | undefined;
}

export interface QueueEntry extends QueuePlacement {
  readonly commands: Set<QueuedCommand>;
  /** That of the last command that joined it. */
  order: number;
  /** All other requests have priority. */
  isBackground: boolean;
  /** While set, the body is not known and the entry is not sent. */
  unresolved: UnresolvedCommandBody | undefined;
  sequence: number;
  /** Undefined before the second command, and after an abort. */
  coalescedWrite: CoalescedWrite | undefined;
}

let lastSequence = 0;

export function nextQueueSequence(): number {
  lastSequence += 1;
  return lastSequence;
}

export const createQueueEntry = (
  { lane, path, target, mergeable, lampPaths }: QueuePlacement,
  command: QueuedCommand,
  { isBackground = false, stateDependentBody: body }: CommandOptions = {},
): QueueEntry => ({
  lane,
  path,
  target,
  mergeable,
  lampPaths,
  order: command.order,
  commands: new Set<QueuedCommand>().add(command),
  isBackground,
  unresolved: body === undefined ? undefined : { body, reading: undefined },
  sequence: nextQueueSequence(),
  coalescedWrite: undefined,
});

export function toQueuePlacement({
  operation,
  rtype,
  path,
  nonIdempotent,
  lampPaths,
}: BridgeRequest): QueuePlacement {
  if (rtype === undefined || operation === 'list' || operation === 'get') {
    return { lane: 'reads', path, target: undefined, mergeable: false, lampPaths: undefined };
  }
  return {
    lane: getResourceDefinition(rtype).lane ?? 'other',
    path,
    target: operation === 'create' ? undefined : path,
    mergeable: operation === 'update' && nonIdempotent !== true,
    lampPaths,
  };
}
