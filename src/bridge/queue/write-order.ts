import type { QueuedCommand, QueueEntry, OrderedReservation, RequestQueue } from './request-queue';
import type { MessagePlace } from './message-place';
import { isReplacedBy } from './request-queue';

interface LampSetter {
  readonly target: string | undefined;
  /** Set if the write sets more than its own resource; `all` for all lamps of the bridge. */
  readonly lampPaths: ReadonlySet<string> | 'all' | undefined;
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
  waitForEarlier(order: number, lampPaths: ReadonlySet<string>): Promise<void> {
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
    for (const path of entry.lampPaths ?? []) {
      const last = this.queue.writesOfLamp(path).at(-1);
      if (last !== undefined && last.order > entry.order) return true;
    }
    return false;
  }

  /** As `CommandQueue.reserveLamps`. Calls `onChange` when waiting writes may be sent. */
  reserve(
    place: MessagePlace,
    findLampPaths: (ids: readonly string[]) => readonly string[] | undefined,
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
      ready,
      keepOnly: (ids) => {
        const paths = findLampPaths(ids);
        if (paths === undefined) return;
        reservation.lampPaths = new Set(paths);
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
    const queue = this.queue;
    for (const entry of queue.writesToSeveralLamps)
      if (entry.order < write.order && overlaps(entry, write)) return true;
    if (write.lampPaths === undefined) return false;
    const isEarlier = (first: QueueEntry): boolean => first.order < write.order;
    if (write.lampPaths === 'all') return queue.find('lamps', isEarlier) !== undefined;
    for (const path of write.lampPaths) {
      const [first] = queue.writesOfLamp(path);
      if (first !== undefined && isEarlier(first)) return true;
    }
    return false;
  }
}

/** Lamps reserved by a message until it knows its commands. Later writes of the lamps wait. */
export interface LampReservation {
  readonly ready: Promise<void>;
  /** Keeps the lamps of these lamps, groups or scenes; releases the others. */
  keepOnly(ids: readonly string[]): void;
  end(): void;
}
