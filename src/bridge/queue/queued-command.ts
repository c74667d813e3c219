import { getResourceDefinition } from '../../resources';
import type { QueueLaneName } from '../../resources';
import type { RequestSentState } from '../errors/bridge-error';
import type { HttpResponse } from '../wire/http-request-attempt';
import type { BridgeRequest, RequestBody } from '../wire/request';
import type { CoalescedWrite, JsonBodyMembers } from './coalesced-write';
import { nextWriteOrder } from './lamp-reservation';
import type { MessagePlace } from './lamp-reservation';

/** Lanes of the queue: those of the writes, and one for reads. */
export type QueueLane = QueueLaneName | 'reads';

/** The lanes, in the order of their round robin. */
export const queueLanes: readonly QueueLane[] = ['lamps', 'groups', 'other', 'reads'];

/** Result of a command: an HTTP response, whatever its status. */
export interface QueuedCommandResponse {
  response: HttpResponse;
  /** Number of commands merged into the request. */
  merged: number;
  /** True when an earlier attempt got no response but may have reached the bridge. */
  retriedAfterLoss: boolean;
}

/**
 * Body of an update that depends on the state of its resource. The update keeps its place among the
 * commands for the resource; its body is built when the writes before it say what it needs, else when
 * all of them have been answered and the state was read.
 */
export interface StateDependentBody {
  /**
   * Builds the body from what the unanswered writes before it set, which saves the read. An update with it
   * may be merged with others, as any other; one without is sent on its own.
   *
   * @param members their members, the last value of each
   * @returns undefined when they do not say enough
   * @throws {Error} which rejects the update
   */
  fromPendingWrites?: (members: JsonBodyMembers) => RequestBody | undefined;
  /**
   * Reads the state and builds the body. No other write of the resource is sent meanwhile.
   *
   * @param signal aborted when the update is not wanted any more
   * @throws {Error} by rejection, which rejects the update
   */
  fromFreshState: (signal: AbortSignal) => Promise<RequestBody>;
}

/** Options of one command. */
export interface CommandOptions {
  /** Aborts the command. A write that is sent already goes on, since the next one to its resource must not overtake it. */
  signal?: AbortSignal | undefined;
  /** The place of its message among all writes; after all others if missing. */
  place?: MessagePlace | undefined;
  /** True for a command that gives way to all others. */
  isBackground?: boolean | undefined;
  /** Body of an update that depends on the state before it; its request has none. */
  stateDependentBody?: StateDependentBody | undefined;
}

/** One submitted request with its promise. */
export interface QueuedCommand {
  /** Without its body until that is known, for an update that depends on the state before it. */
  request: BridgeRequest;
  /** Time of the clock when it was submitted, in ms. */
  readonly queuedAt: number;
  /** Number of times it was sent, without those that the bridge put off. */
  attempts: number;
  /** `maybe` after an attempt that was sent and not answered. */
  sent: RequestSentState;
  /** The last answer by which the bridge put it off: status 429 or 503. */
  refusal: HttpResponse | undefined;
  resolve: (result: QueuedCommandResponse) => void;
  reject: (error: unknown) => void;
}

/** Where in the queue a request belongs. */
export interface QueuePlacement {
  readonly lane: QueueLane;
  /** Path of the request: the round robin goes path by path. */
  readonly path: string;
  /**
   * Resource it writes to: requests with the same target are sent one at a time, in order;
   * undefined for reads and POST.
   */
  readonly target: string | undefined;
  mergeable: boolean;
  /** Paths of the lamps, of a write that sets several by one request. */
  readonly lampPaths: ReadonlySet<string> | undefined;
}

/** A body that is not known yet. */
export interface UnresolvedCommandBody {
  readonly body: StateDependentBody;
  /** Aborts the read of the state; undefined while earlier writes are unanswered. */
  readonly reading: AbortController | undefined;
}

/** One queued request, for one command or for several that were merged. */
export interface QueueEntry extends QueuePlacement {
  /** The oldest first; never empty while queued. */
  readonly commands: Set<QueuedCommand>;
  /** Position among all writes that set lamps in common: that of its latest command. */
  order: number;
  /** True while it gives way to all others. */
  isBackground: boolean;
  /** Set while the body of its one command is not known: it is not sent until then. */
  unresolved: UnresolvedCommandBody | undefined;
  /** Position in the round robin of its lane. */
  sequence: number;
  /** The merged bodies of its commands; undefined until there is a second one, and after an abort. */
  coalescedWrite: CoalescedWrite | undefined;
}

let lastSequence = 0;

/** Returns a position in the round robin of a lane after all earlier ones. */
export function nextQueueSequence(): number {
  lastSequence += 1;
  return lastSequence;
}

/**
 * Creates an entry for a new command.
 *
 * @param order its position among all writes
 */
export const createQueueEntry = (
  { lane, path, target, mergeable, lampPaths }: QueuePlacement,
  command: QueuedCommand,
  { isBackground = false, stateDependentBody: body }: CommandOptions = {},
  order = nextWriteOrder(),
): QueueEntry => ({
  lane,
  path,
  target,
  mergeable,
  lampPaths,
  order,
  commands: new Set<QueuedCommand>().add(command),
  isBackground,
  unresolved: body === undefined ? undefined : { body, reading: undefined },
  sequence: nextQueueSequence(),
  coalescedWrite: undefined,
});

/** Where in the queue a request belongs. A body that is not known yet may not be merged. */
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
    lane: getResourceDefinition(rtype).lane,
    path,
    target: operation === 'create' ? undefined : path,
    mergeable: operation === 'update' && nonIdempotent !== true,
    lampPaths,
  };
}
