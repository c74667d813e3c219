import { CoalescedWrite } from './coalesced-write';
import { addRequestBody } from '../request';
import type { StateDependentBody, BridgeRequest, LampPaths, RequestBody } from '../request';
import type { ClientLimits } from '../limits';
import type { MessagePlace } from './message-place';
import { getResourceDefinition } from '../../resources/table';
import type { Members } from '../../resources/members';
import type { QueueLaneName } from '../../resources/resource';
import { createUnansweredError } from '../error-messages';
import type { RequestDescription } from '../error-messages';
import type { BridgeError, RequestSentState } from '../errors';
import type { HttpResponse } from '../http';

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

interface QueuePlacement {
  readonly lane: QueueLane;
  readonly path: string;
  /**
   * The changed resource; undefined for reads and POST. Requests with the same target are sent one at a time, in
   * order.
   */
  readonly target: string | undefined;
  mergeable: boolean;
  readonly lampPaths: LampPaths | undefined;
}

interface UnresolvedCommandBody {
  readonly body: StateDependentBody;
  /** Undefined while earlier writes are pending. */
  readonly reading: AbortController | undefined;
}

/** A request that waits, for one command or for several that were merged. */
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

function nextQueueSequence(): number {
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

export type QueueTargetKey = Pick<QueuePlacement, 'lane' | 'target'>;

interface LaterCommand {
  readonly command: QueuedCommand;
  readonly isBackground: boolean;
}

export interface OrderedReservation {
  readonly place: MessagePlace;
  readonly target: undefined;
  lampPaths: LampPaths;
  /** Called when no earlier write is pending; undefined afterwards. */
  onReady: (() => void) | undefined;
}

/**
 * The requests that wait, in the order of each resource. Merges commands into a waiting request. The cost of an
 * operation does not grow with the length of the queue.
 */
export class RequestQueue {
  /** Public for speed: each request reads it. Only this class changes it. */
  requests = 0;
  /** Length of all bodies, in characters. Only this class changes it. */
  bodyLength = 0;
  /** Only `WriteOrder` changes them. */
  readonly reservations = new Set<OrderedReservation>();
  readonly #lanes: Readonly<Record<QueueLane, FairQueue>> = {
    lamps: new FairQueue(),
    groups: new FairQueue(),
    other: new FairQueue(),
    reads: new FairQueue(),
  };
  readonly #expiryIndex = new ExpiryIndex();
  readonly #writesToSeveralLamps = new Set<QueueEntry>();
  readonly #unresolvedCounts = new Map<string, number>();
  #unresolved = 0;

  constructor(private readonly limits: Pick<ClientLimits, 'maxQueuedBodyLength'>) {}

  get writesToSeveralLamps(): ReadonlySet<QueueEntry> {
    return this.#writesToSeveralLamps;
  }

  /** The oldest of each lamp first. */
  *writesOfLamps(paths: LampPaths | undefined): Iterable<QueueEntry> {
    const { lamps } = this.#lanes;
    if (paths === 'all') yield* lamps.entries();
    else for (const path of paths ?? []) yield* lamps.entriesForPath(path);
  }

  /** Requests with a known body. The others may still be merged. */
  get resolvedRequests(): number {
    return this.requests - this.#unresolved;
  }

  get commands(): number {
    return this.#expiryIndex.size;
  }

  /** @throws {BridgeError} ERR_BRIDGE_QUEUE_FULL if the body makes the bodies too long */
  checkSpaceFor(request: BridgeRequest): void {
    const { maxQueuedBodyLength } = this.limits;
    if (this.bodyLength + (request.body?.length ?? 0) > maxQueuedBodyLength)
      throw createQueuedBodiesTooLongError(request, maxQueuedBodyLength);
  }

  get oldest(): number {
    return this.#expiryIndex.oldest?.queuedAt ?? Infinity;
  }

  find(lane: QueueLane, test: (entry: QueueEntry) => boolean): QueueEntry | undefined {
    return this.#lanes[lane].find(test);
  }

  has(entry: QueueEntry): boolean {
    return this.#lanes[entry.lane].has(entry);
  }

  /**
   * Returns the writes to a target, the oldest first, if a body is not known; otherwise none. The caller may remove
   * the current entry while iterating.
   */
  entriesToResolve({ lane, target }: QueueTargetKey): Iterable<QueueEntry> {
    return target !== undefined && this.#unresolvedCounts.has(target)
      ? [...this.#lanes[lane].entriesForPath(target)]
      : [];
  }

  /** Merges a command into the last request to the same path if they are compatible and the order allows it. */
  tryMerge(
    { lane, path, mergeable }: QueuePlacement,
    { command, isBackground }: LaterCommand,
    mayJoin: (last: QueueEntry) => boolean,
  ): boolean {
    const last = mergeable ? this.#lanes[lane].entriesForPath(path).at(-1) : undefined;
    if (last === undefined || !mayJoin(last) || !tryCoalesce(last, command)) return false;
    if (!isBackground) this.#endBackground(lane, path);
    join(last, command);
    this.#expiryIndex.add(command, last);
    this.bodyLength += getBodyLength(command);
    return true;
  }

  add(entry: QueueEntry): void {
    if (!entry.isBackground) this.#endBackground(entry.lane, entry.path);
    this.#lanes[entry.lane].add(entry);
    this.#track(entry);
    if (entry.unresolved !== undefined) this.#countUnresolved(entry.target, 1);
    for (const command of entry.commands) {
      this.#expiryIndex.add(command, entry);
      this.bodyLength += getBodyLength(command);
    }
  }

  /**
   * From this call on, the entry may be sent or merged.
   *
   * @throws {BridgeError} ERR_BRIDGE_QUEUE_FULL if the bodies get too long; the queue is unchanged
   */
  resolve(entry: QueueEntry, body: RequestBody): void {
    for (const command of entry.commands) {
      const request = addRequestBody(command.request, body);
      this.checkSpaceFor(request);
      command.request = request;
      this.bodyLength += getBodyLength(command);
    }
    const isMergeable = entry.unresolved?.body.fromPendingWrites !== undefined;
    entry.mergeable = isMergeable && !body.nonIdempotent;
    entry.unresolved = undefined;
    this.#countUnresolved(entry.target, -1);
  }

  /** Merges up to the first incompatible command. Returns true if all were merged. */
  tryMergeEntries(entry: QueueEntry, next: QueueEntry): boolean {
    if (!next.mergeable || this.#mayHaveBetween) return false;
    for (const command of next.commands) {
      if (!tryCoalesce(entry, command)) return false;
      next.commands.delete(command);
      next.coalescedWrite = undefined;
      join(entry, command);
      this.#expiryIndex.move(command, entry);
    }
    this.#lanes[next.lane].remove(next);
    this.requests -= 1;
    return true;
  }

  buildRequest(entry: QueueEntry): BridgeRequest {
    const [first] = entry.commands;
    if (first === undefined) throw new Error('Nobody waits for this request.');
    if (entry.commands.size === 1) return first.request;
    const members = this.getMembers(entry);
    return { ...first.request, body: JSON.stringify(members), members };
  }

  getMembers(entry: QueueEntry): Members {
    const [first] = entry.commands;
    if (entry.commands.size > 1) return getCoalescedWrite(entry).members;
    return first?.request.members ?? {};
  }

  /**
   * Queues an entry whose request failed. Later commands for the target are merged into it and have priority.
   *
   * @param keepsPosition false to serve other paths first
   */
  requeue(entry: QueueEntry, keepsPosition: boolean): void {
    // Writes between the two entries keep their place.
    const mayMerge = !this.#mayHaveBetween && entry.lampPaths === undefined;
    const next = mayMerge ? this.#lanes[entry.lane].entriesForPath(entry.path)[0] : undefined;
    for (const command of next?.mergeable === true ? next.commands : []) {
      if (!tryCoalesce(entry, command)) break;
      this.removeCommand(command);
      join(entry, command);
    }
    this.#lanes[entry.lane].requeue(entry, keepsPosition);
    this.#expiryIndex.requeue(entry);
    this.#track(entry);
    for (const command of entry.commands) this.bodyLength += getBodyLength(command);
  }

  dequeue(entry: QueueEntry): void {
    this.#lanes[entry.lane].dequeue(entry);
    this.#untrackEntry(entry);
  }

  remove(entry: QueueEntry): void {
    this.#lanes[entry.lane].remove(entry);
    this.#untrackEntry(entry);
    if (entry.unresolved === undefined) return;
    this.#countUnresolved(entry.target, -1);
    entry.unresolved.reading?.abort();
  }

  removeCommand(command: QueuedCommand): QueueEntry | undefined {
    const entry = this.#expiryIndex.findEntry(command);
    if (entry === undefined) return undefined;
    if (entry.commands.size === 1) this.remove(entry);
    else this.#untrackCommand(command);
    entry.commands.delete(command);
    entry.coalescedWrite = undefined;
    return entry;
  }

  removeOlderThan(time: number): { command: QueuedCommand; entry: QueueEntry } | undefined {
    const command = this.#expiryIndex.oldest;
    if (command === undefined || command.queuedAt > time) return undefined;
    const entry = this.removeCommand(command);
    return entry && { command, entry };
  }

  removeAll(predicate: (command: QueuedCommand) => boolean = () => true): QueuedCommand[] {
    const removed = this.#expiryIndex.commands().filter(predicate);
    for (const command of removed) this.removeCommand(command);
    return removed;
  }

  /** True if other writes may set the same lamps between two writes of one resource. */
  get #mayHaveBetween(): boolean {
    return this.#writesToSeveralLamps.size > 0 || this.reservations.size > 0;
  }

  /** A foreground command waits for entries before it. */
  #endBackground(lane: QueueLane, path: string): void {
    for (const entry of this.#lanes[lane].entriesForPath(path)) entry.isBackground = false;
  }

  #countUnresolved(target: string | undefined, change: 1 | -1): void {
    if (target === undefined) return;
    this.#unresolved += change;
    const count = (this.#unresolvedCounts.get(target) ?? 0) + change;
    if (count === 0) this.#unresolvedCounts.delete(target);
    else this.#unresolvedCounts.set(target, count);
  }

  #track(entry: QueueEntry): void {
    this.requests += 1;
    if (entry.lampPaths !== undefined) this.#writesToSeveralLamps.add(entry);
  }

  #untrackEntry(entry: QueueEntry): void {
    this.requests -= 1;
    this.#writesToSeveralLamps.delete(entry);
    for (const command of entry.commands) this.#untrackCommand(command);
  }

  #untrackCommand(command: QueuedCommand): void {
    this.#expiryIndex.remove(command);
    this.bodyLength -= getBodyLength(command);
  }
}

const tryCoalesce = (entry: QueueEntry, { request }: QueuedCommand): boolean =>
  entry.mergeable && getCoalescedWrite(entry).tryAdd(request.members ?? {});

function getCoalescedWrite(entry: QueueEntry): CoalescedWrite {
  entry.coalescedWrite ??= new CoalescedWrite(
    [...entry.commands].map(({ request }) => request.members ?? {}),
  );
  return entry.coalescedWrite;
}

/** True if the command sets all that the entry sets. */
export const isReplacedBy = (entry: QueueEntry, { request }: QueuedCommand): boolean =>
  entry.mergeable && getCoalescedWrite(entry).isReplacedBy(request.members ?? {});

function join(entry: QueueEntry, command: QueuedCommand): void {
  entry.commands.add(command);
  entry.order = command.order;
}

const getBodyLength = ({ request }: QueuedCommand): number => request.body?.length ?? 0;

/** Commands in the order of submission. */
class ExpiryIndex {
  readonly #fresh = new Map<QueuedCommand, QueueEntry>();
  /** Queued again after an attempt, sorted by submission. Requests in flight limit their number. */
  #returned = new Map<QueuedCommand, QueueEntry>();

  get size(): number {
    return this.#fresh.size + this.#returned.size;
  }

  get oldest(): QueuedCommand | undefined {
    const [fresh] = this.#fresh.keys();
    const [returned] = this.#returned.keys();
    if (fresh === undefined || returned === undefined) return fresh ?? returned;
    return returned.queuedAt <= fresh.queuedAt ? returned : fresh;
  }

  findEntry(command: QueuedCommand): QueueEntry | undefined {
    return this.#fresh.get(command) ?? this.#returned.get(command);
  }

  commands(): readonly QueuedCommand[] {
    return [...this.#fresh.keys(), ...this.#returned.keys()];
  }

  add(command: QueuedCommand, entry: QueueEntry): void {
    this.#fresh.set(command, entry);
  }

  requeue(entry: QueueEntry): void {
    for (const command of entry.commands) this.#returned.set(command, entry);
    this.#returned = new Map(
      [...this.#returned].toSorted(([one], [other]) => one.queuedAt - other.queuedAt),
    );
  }

  move(command: QueuedCommand, entry: QueueEntry): void {
    const index = this.#fresh.has(command) ? this.#fresh : this.#returned;
    if (index.has(command)) index.set(command, entry);
  }

  remove(command: QueuedCommand): void {
    this.#fresh.delete(command);
    this.#returned.delete(command);
  }
}

interface PathQueue {
  readonly entries: QueueEntry[];
  readonly sequence: number;
}

/** Round robin over the paths, and so over the resources: a resource waits for at most one request of any other. */
class FairQueue {
  #pathQueues = new Map<string, PathQueue>();
  #highestSequence = 0;

  has(entry: QueueEntry): boolean {
    return this.entriesForPath(entry.path).includes(entry);
  }

  *entries(): Iterable<QueueEntry> {
    for (const { entries } of this.#pathQueues.values()) yield* entries;
  }

  entriesForPath(path: string): readonly QueueEntry[] {
    return this.#pathQueues.get(path)?.entries ?? [];
  }

  /**
   * Tests the oldest entry of each path in round-robin order. Only paths that were served recently or have a request
   * in flight can fail, so the search is short.
   */
  find(test: (entry: QueueEntry) => boolean): QueueEntry | undefined {
    for (const { entries } of this.#pathQueues.values()) {
      const [entry] = entries;
      if (entry !== undefined && test(entry)) return entry;
    }
    return undefined;
  }

  add(entry: QueueEntry): void {
    const pathQueue = this.#pathQueues.get(entry.path) ?? this.#insert(entry.path, entry.sequence);
    insertInOrder(pathQueue, entry);
  }

  /** @param keepsPosition true to restore the position in the round robin, false to serve other paths first */
  requeue(entry: QueueEntry, keepsPosition: boolean): void {
    const present = this.#pathQueues.get(entry.path);
    const sequence = keepsPosition
      ? Math.min(entry.sequence, present?.sequence ?? Infinity)
      : nextQueueSequence();
    insertInOrder(this.#insert(entry.path, sequence, present?.entries), entry);
  }

  /** The rest of the path moves to the end of the round robin. */
  dequeue(entry: QueueEntry): void {
    const { path } = entry;
    entry.sequence = this.#pathQueues.get(path)?.sequence ?? entry.sequence;
    this.remove(entry);
    const rest = this.#pathQueues.get(path);
    if (rest !== undefined) this.#insert(path, nextQueueSequence(), rest.entries);
  }

  remove(entry: QueueEntry): void {
    const entries = this.#pathQueues.get(entry.path)?.entries ?? [];
    const index = entries.indexOf(entry);
    if (index < 0) return;
    entries.splice(index, 1);
    if (entries.length === 0) this.#pathQueues.delete(entry.path);
  }

  /** Only an entry that is queued again has an earlier position. */
  #insert(path: string, sequence: number, entries: QueueEntry[] = []): PathQueue {
    const pathQueue = { entries, sequence };
    this.#pathQueues.delete(path);
    this.#pathQueues.set(path, pathQueue);
    if (sequence < this.#highestSequence) {
      const inOrder = [...this.#pathQueues].toSorted(
        ([, one], [, other]) => one.sequence - other.sequence,
      );
      this.#pathQueues = new Map(inOrder);
    }
    this.#highestSequence = Math.max(this.#highestSequence, sequence);
    return pathQueue;
  }
}

function insertInOrder({ entries }: PathQueue, entry: QueueEntry): void {
  const earlier = entries.findLastIndex(({ order }) => order <= entry.order);
  entries.splice(earlier + 1, 0, entry);
}

const refuse = (request: RequestDescription, detail: string, hint: string): BridgeError =>
  createUnansweredError('ERR_BRIDGE_QUEUE_FULL', request, { detail, hint }, 'no');

export const createQueueFullError = (request: RequestDescription, count: number): BridgeError =>
  refuse(
    request,
    `${count} commands already wait for the bridge`,
    'Send less often, or send on only when the one before was answered.',
  );

const createQueuedBodiesTooLongError = (
  request: RequestDescription,
  maxLength: number,
): BridgeError =>
  refuse(
    request,
    `with its body, what waits for the bridge would be longer than ${maxLength} characters`,
    'Send less at a time, or send on only when the one before was answered.',
  );
