import type { QueuedCommand, QueueEntry, OrderedReservation, RequestQueue } from './request-queue';
import type { MessagePlace } from './message-place';
import type { LampPaths } from '../request';
import { isReplacedBy } from './request-queue';

interface LampSetter {
  readonly target: string | undefined;
  /** Set if the write sets more than its own resource. */
  readonly lampPaths: LampPaths | undefined;
}

interface OrderedWrite extends LampSetter {
  readonly order: number;
}

function overlaps(one: LampSetter, other: LampSetter): boolean {
  if (one.target !== undefined && one.target === other.target) return false;
  if (one.lampPaths === undefined) return setsLamp(other, one.target);
  if (other.lampPaths === undefined) return setsLamp(one, other.target);
  if (one.lampPaths === 'all' || other.lampPaths === 'all') return true;
  const [few, many] =
    one.lampPaths.size < other.lampPaths.size
      ? [one.lampPaths, other.lampPaths]
      : [other.lampPaths, one.lampPaths];
  for (const path of few) if (many.has(path)) return true;
  return false;
}

const setsLamp = ({ lampPaths }: LampSetter, path: string | undefined): boolean =>
  path !== undefined &&
  lampPaths !== undefined &&
  (lampPaths === 'all' ? path.includes('/light/') : lampPaths.has(path));

interface WaitForEarlierWrites {
  readonly write: OrderedWrite;
  readonly onReady: () => void;
}

/**
 * The order of writes that set lamps in common, for example of a room and of a lamp in it, and the only place of its
 * rule. The later of two such writes waits for the answer of the earlier, however long that takes. A command
 * joins a waiting request, which then stands where the command stands, if no other write of the same lamps is between
 * the two. It joins past such a write only if it replaces the whole request and one signal takes back all of them, so
 * that no earlier command can be left behind the write.
 */
export class WriteOrder {
  /** Later writes do not wait for these. */
  readonly #waiting = new Set<WaitForEarlierWrites>();

  constructor(
    private readonly queue: RequestQueue,
    private readonly getInFlight: () => Iterable<OrderedWrite>,
  ) {}

  waitsForEarlierWrite(write: OrderedWrite): boolean {
    if (write.target === undefined && write.lampPaths === undefined) return false;
    for (const sent of this.getInFlight()) if (overlaps(sent, write)) return true;
    return this.#isBehindWaiting(write);
  }

  /** Waits for all writes of the lamps before a position. */
  waitForEarlier(order: number, lampPaths: LampPaths): Promise<void> {
    const write: OrderedWrite = { order, target: undefined, lampPaths };
    if (!this.#isBehind(write)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add({ write, onReady: resolve });
    });
  }

  /** @param entry the last queued request for the resource of the command */
  mayJoin(entry: QueueEntry, command: QueuedCommand): boolean {
    if (entry.order > command.order || this.#hasReservationBetween(entry, command)) return false;
    if (!this.#hasWriteBetween(entry, command)) return true;
    const isTakenBackWith = ({ signal }: QueuedCommand): boolean => signal === command.signal;
    return isReplacedBy(entry, command) && [...entry.commands].every(isTakenBackWith);
  }

  /** The message of the request may have reserved the lamps, but not that of the command. */
  #hasReservationBetween(entry: QueueEntry, { order }: QueuedCommand): boolean {
    for (const reservation of this.queue.reservations) {
      const { first, last } = reservation.place;
      const isOfCommand = first <= order && order <= last;
      if (isOfCommand || last < entry.order || first > order) continue;
      if (overlaps(reservation, entry)) return true;
    }
    return false;
  }

  #hasWriteBetween(entry: QueueEntry, { order }: QueuedCommand): boolean {
    for (const other of this.queue.writesToSeveralLamps)
      if (other.order > entry.order && other.order < order && overlaps(other, entry)) return true;
    for (const other of this.queue.writesOfLamps(entry.lampPaths))
      if (other.order > entry.order) return true;
    return false;
  }

  /** Gives the writes before a command its priority. */
  hurryEarlier(command: OrderedWrite): void {
    for (const earlier of this.#listQueuedBefore(command)) earlier.isBackground = false;
  }

  /** As `CommandQueue.reserveLamps`. Calls `onChange` when waiting writes may be sent. */
  reserve(
    place: MessagePlace,
    findLampPaths: (ids: readonly string[]) => LampPaths,
    onChange: () => void,
  ): LampReservation {
    const { reservations } = this.queue;
    const reservation: OrderedReservation = {
      place,
      target: undefined,
      lampPaths: 'all',
      onReady: undefined,
    };
    const ready = new Promise<void>((resolve) => {
      reservation.onReady = resolve;
    });
    reservations.add(reservation);
    return {
      place,
      ready,
      keepOnly: (ids) => {
        reservation.lampPaths = findLampPaths(ids);
        onChange();
      },
      end: () => {
        if (!reservations.delete(reservation)) return;
        reservation.onReady?.();
        onChange();
      },
    };
  }

  /** Resolves the reservations without earlier pending writes, or all. */
  advanceReservations(areAll: boolean): void {
    for (const reservation of this.queue.reservations) {
      const { onReady, place } = reservation;
      if (onReady === undefined) continue;
      if (!areAll && this.waitsForEarlierWrite({ ...reservation, order: place.first })) continue;
      reservation.onReady = undefined;
      onReady();
    }
    for (const waiting of this.#waiting) {
      if (!areAll && this.#isBehind(waiting.write)) continue;
      this.#waiting.delete(waiting);
      waiting.onReady();
    }
  }

  #isBehind(write: OrderedWrite): boolean {
    for (const sent of this.getInFlight())
      if (sent.order < write.order && overlaps(sent, write)) return true;
    return this.#isBehindWaiting(write);
  }

  #isBehindWaiting(write: OrderedWrite): boolean {
    for (const reservation of this.queue.reservations)
      if (reservation.place.last < write.order && overlaps(reservation, write)) return true;
    return this.#isBehindQueued(write);
  }

  #isBehindQueued(write: OrderedWrite): boolean {
    for (const _earlier of this.#listQueuedBefore(write)) return true;
    return false;
  }

  *#listQueuedBefore(write: OrderedWrite): Iterable<QueueEntry> {
    for (const entry of this.queue.writesToSeveralLamps)
      if (entry.order < write.order && overlaps(entry, write)) yield entry;
    if (write.lampPaths === undefined) return;
    for (const entry of this.queue.writesOfLamps(write.lampPaths))
      if (entry.order < write.order) yield entry;
  }
}

/** Lamps reserved by a message until it knows its commands. Later writes of the lamps wait. */
export interface LampReservation {
  readonly place: MessagePlace;
  readonly ready: Promise<void>;
  /** Keeps the lamps of these lamps, groups or scenes; releases the others. */
  keepOnly(ids: readonly string[]): void;
  end(): void;
}
