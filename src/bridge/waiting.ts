import { addRequestBody } from './request';
import type { StateDependentBody, BridgeRequest, LampPaths, RequestBody } from './request';
import type { ClientLimits } from './limits';
import type { Turn } from './turn';
import { getResourceDefinition } from '../resources/table';
import { isObject, getNestedMember } from '../resources/members';
import type { Members } from '../resources/members';
import { isSameOrigin } from '../logbook/changed-by';
import type { QueueLaneName } from '../resources/resource';
import { createUnansweredError } from './error-messages';
import type { RequestDescription } from './error-messages';
import type { BridgeError, RequestSentState } from './errors';
import type { HttpResponse } from './http';

export type QueueLane = QueueLaneName | 'reads';

export const queueLanes: readonly QueueLane[] = ['lamps', 'groups', 'other', 'reads'];

export interface QueuedCommandResponse {
  response: HttpResponse;
  merged: number;
  retriedAfterLoss: boolean;
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

interface UnresolvedCommandBody {
  readonly body: StateDependentBody;
  /** Undefined while earlier writes are pending. */
  readonly reading: AbortController | undefined;
}

/** A request that waits, for one command or for several that were merged. */
export interface QueueEntry {
  readonly lane: QueueLane;
  readonly path: string;
  /**
   * The changed resource; undefined for reads and POST. Requests with the same target are sent one at a time, in
   * order.
   */
  readonly target: string | undefined;
  readonly lampPaths: LampPaths | undefined;
  mergeable: boolean;
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

export function createQueueEntry(
  command: QueuedCommand,
  isBackground = false,
  body?: StateDependentBody,
): QueueEntry {
  const { operation, rtype, path, nonIdempotent, lampPaths } = command.request;
  const isRead = rtype === undefined || operation === 'list' || operation === 'get';
  return {
    lane: isRead ? 'reads' : (getResourceDefinition(rtype).lane ?? 'other'),
    path,
    target: isRead || operation === 'create' ? undefined : path,
    lampPaths: isRead ? undefined : lampPaths,
    mergeable: operation === 'update' && nonIdempotent !== true && body === undefined,
    order: command.order,
    commands: new Set<QueuedCommand>().add(command),
    isBackground,
    unresolved: body && { body, reading: undefined },
    sequence: nextQueueSequence(),
    coalescedWrite: undefined,
  };
}

/** The lamps that a turn holds: writes that are still to come. */
export interface ComingWrites {
  readonly turn: Turn;
  readonly order: number;
  readonly target: undefined;
  lampPaths: LampPaths;
}

/**
 * The requests that wait, in the order of each resource. Merges commands into a waiting request. The cost of an
 * operation does not grow with the length of the queue.
 */
export class WaitingRequests {
  /** Public for speed: each request reads it. Only this class changes it. */
  requests = 0;
  /** Length of all bodies, in characters. Only this class changes it. */
  bodyLength = 0;
  /** Only `WriteOrder` changes them. */
  readonly coming = new Set<ComingWrites>();
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
  entriesToResolve({ lane, target }: QueueEntry): Iterable<QueueEntry> {
    return target !== undefined && this.#unresolvedCounts.has(target)
      ? [...this.#lanes[lane].entriesForPath(target)]
      : [];
  }

  /** The last request to the path of a command that may be merged. */
  findLastToMerge({ lane, path, mergeable }: QueueEntry): QueueEntry | undefined {
    return mergeable ? this.#lanes[lane].entriesForPath(path).at(-1) : undefined;
  }

  /** Merges a command into the last request to its path if they are compatible. */
  tryMerge(last: QueueEntry, command: QueuedCommand, isBackground: boolean): boolean {
    if (!tryCoalesce(last, command)) return false;
    if (!isBackground) this.#endBackground(last);
    join(last, command);
    this.#expiryIndex.add(command, last);
    this.bodyLength += getBodyLength(command);
    return true;
  }

  add(entry: QueueEntry): void {
    if (!entry.isBackground) this.#endBackground(entry);
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
    const { origin: firstOrigin } = first.request;
    const isOfOne = [...entry.commands].every(({ request }) =>
      isSameOrigin(request.origin, firstOrigin),
    );
    const origin = isOfOne ? firstOrigin : undefined;
    return { ...first.request, body: JSON.stringify(members), members, origin };
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
    return this.#writesToSeveralLamps.size > 0 || this.coming.size > 0;
  }

  /** A foreground command waits for entries before it. */
  #endBackground({ lane, path }: QueueEntry): void {
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

/** Other members are replaced as a whole. */
const mergedByPart: ReadonlySet<string> = new Set([
  'metadata',
  'content_configuration',
  'dynamics',
]);

/** These control the whole lamp, so the order of writes around them matters. Source: Hue CLIP API reference. */
const effectProperties: readonly string[] = ['effects', 'effects_v2', 'timed_effects'];

/** Members that exclude each other on a lamp. Source: Hue CLIP API reference. */
const colorProperties: readonly string[] = ['color', 'color_temperature', 'gradient'];

const transitionProperties: ReadonlySet<string> = new Set(['on', 'dimming', ...colorProperties]);

interface PropertyWrite {
  readonly shape: string;
  /** `dynamics.duration`; 'several' after different durations. */
  readonly transition: unknown;
}

type PropertyShapes = ReadonlyMap<string, string>;

/**
 * Merges writes into one request. Invariant: every write is either applied or fully replaced by a later one. Writes
 * are compatible in pairs, so the invariant holds if some are aborted.
 */
export class CoalescedWrite {
  readonly #propertyWrites = new Map<string, PropertyWrite>();
  readonly #merged = new Map<string, unknown>();
  #unmerged: Members[] = [];

  constructor(bodies: Iterable<Members>) {
    for (const body of bodies) this.#add(body, toPropertyShapes(body), getTransition(body));
  }

  /**
   * The last value of each property, with the transition of the last body, even if that has none: a slow fade must
   * not slow down a later switch.
   */
  get members(): Members {
    for (const body of this.#unmerged) this.#merge(body);
    this.#unmerged = [];
    return Object.fromEntries(this.#merged);
  }

  /** Returns false if the body needs its own request. */
  tryAdd(body: Members): boolean {
    const shapes = toPropertyShapes(body);
    const transition = getTransition(body);
    const isCompatible =
      this.#replacesWholeProperties(shapes) &&
      this.#preservesEffects(shapes) &&
      this.#preservesColor(shapes) &&
      (isImmediateOff(body) || this.#preservesTransitions(shapes, transition));
    if (isCompatible) this.#add(body, shapes, transition);
    return isCompatible;
  }

  isReplacedBy(body: Members): boolean {
    const shapes = toPropertyShapes(body);
    return [...this.#propertyWrites.keys()].every((name) => shapes.has(name));
  }

  #add(body: Members, shapes: PropertyShapes, transition: unknown): void {
    this.#unmerged.push(body);
    for (const [name, shape] of shapes) {
      const previous = this.#propertyWrites.get(name);
      const isSameTransition = previous === undefined || previous.transition === transition;
      this.#propertyWrites.set(name, {
        shape,
        transition: isSameTransition ? transition : 'several',
      });
    }
  }

  #merge(body: Members): void {
    this.#removeDuration();
    for (const [name, value] of Object.entries(body)) {
      const previous = this.#merged.get(name);
      const mergesParts = mergedByPart.has(name) && isObject(previous) && isObject(value);
      this.#merged.set(name, mergesParts ? { ...previous, ...value } : value);
    }
  }

  #removeDuration(): void {
    const dynamics = this.#merged.get('dynamics');
    if (!isObject(dynamics)) return;
    const { duration: _duration, ...others } = dynamics;
    if (Object.keys(others).length === 0) this.#merged.delete('dynamics');
    else this.#merged.set('dynamics', others);
  }

  /** A later write replaces an earlier one fully only with the same nested members. */
  #replacesWholeProperties(shapes: PropertyShapes): boolean {
    for (const [name, shape] of shapes) {
      if ((this.#propertyWrites.get(name)?.shape ?? shape) !== shape) return false;
    }
    return true;
  }

  /** Beside an effect, the later body must replace all properties. */
  #preservesEffects(shapes: PropertyShapes): boolean {
    const hasEffect = effectProperties.some((name) => this.#has(name) || shapes.has(name));
    if (!hasEffect) return true;
    return (
      shapes.size === this.#propertyWrites.size &&
      [...shapes.keys()].every((name) => this.#has(name))
    );
  }

  /** The same colour members must replace a colour: the bridge decides the effect of two colours in one body. */
  #preservesColor(shapes: PropertyShapes): boolean {
    const isFirstColor = !colorProperties.some((name) => this.#has(name));
    const hasNoColor = !colorProperties.some((name) => shapes.has(name));
    return (
      isFirstColor ||
      hasNoColor ||
      colorProperties.every((name) => this.#has(name) === shapes.has(name))
    );
  }

  /** One request has one transition: other transitions must be replaced. */
  #preservesTransitions(shapes: PropertyShapes, transition: unknown): boolean {
    for (const name of transitionProperties) {
      const previous = this.#propertyWrites.get(name);
      if (previous === undefined || previous.transition === transition) continue;
      if (!shapes.has(name)) return false;
    }
    return true;
  }

  #has(name: string): boolean {
    return this.#propertyWrites.has(name);
  }
}

const getTransition = (body: Members): unknown => getNestedMember(body, 'dynamics', 'duration');

/** After an off without a transition, no earlier fade is visible. */
const isImmediateOff = (body: Members): boolean =>
  getNestedMember(body, 'on', 'on') === false && getTransition(body) === undefined;

function toPropertyShapes(body: Members): PropertyShapes {
  const shapes = new Map<string, string>();
  for (const [name, propertyValue] of Object.entries(body)) {
    if (!mergedByPart.has(name) || !isObject(propertyValue))
      shapes.set(name, toShape(propertyValue));
    else
      for (const [part, value] of Object.entries(propertyValue))
        shapes.set(`${name}.${part}`, toShape(value));
  }
  return shapes;
}

function toShape(value: unknown): string {
  if (!isObject(value)) return '';
  const parts = Object.entries(value).map(([name, part]) => JSON.stringify(name) + toShape(part));
  return `{${parts.toSorted().join()}}`;
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
