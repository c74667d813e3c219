import type { QueueEntry } from './queued-command';
import type { RequestQueue, QueueTargetKey } from './request-queue';
import type { StateDependentBody } from './state-dependent-body';
import type { Members } from '../../resources';

interface BodyResolverOptions {
  queue: RequestQueue;
  getMembersInFlight: (target: string | undefined) => Members | undefined;
  waitsForEarlierWrite: (entry: QueueEntry) => boolean;
  sendReady: () => void;
}

/**
 * Builds state-dependent bodies in the order of the queue: from the members of the pending writes, or from a read
 * after these are answered.
 */
export class QueuedUpdateBodyResolver {
  readonly #waiting = new Set<QueueEntry>();
  #readsInFlight = 0;

  constructor(private readonly options: BodyResolverOptions) {}

  get readsInFlight(): number {
    return this.#readsInFlight;
  }

  /** Call it after a write to the target was queued, has left the queue, or has ended. */
  advance(key: QueueTargetKey): void {
    const { queue, getMembersInFlight } = this.options;
    let pending: Members | undefined;
    let previous: QueueEntry | undefined;
    for (const entry of queue.entriesToResolve(key)) {
      const { unresolved } = entry;
      if (unresolved?.reading !== undefined) return;
      pending ??= getMembersInFlight(key.target);
      if (unresolved !== undefined) {
        const outcome = this.#resolve(entry, unresolved.body, pending);
        if (outcome === 'failed') continue;
        if (outcome === 'waiting') return;
      }
      pending = { ...pending, ...queue.getMembers(entry) };
      if (previous === undefined || !queue.tryMergeEntries(previous, entry)) previous = entry;
    }
  }

  advanceWaiting(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const entry of waiting) if (this.options.queue.has(entry)) this.advance(entry);
  }

  #resolve(
    entry: QueueEntry,
    body: StateDependentBody,
    pending: Members | undefined,
  ): 'resolved' | 'failed' | 'waiting' {
    if (this.options.waitsForEarlierWrite(entry)) {
      this.#waiting.add(entry);
      return 'waiting';
    }
    if (pending === undefined) {
      void this.#read(entry, body);
      return 'waiting';
    }
    try {
      const built = body.fromPendingWrites?.(pending);
      if (built === undefined) return 'waiting';
      this.options.queue.resolve(entry, built);
      return 'resolved';
    } catch (error) {
      this.#fail(entry, error);
      return 'failed';
    }
  }

  async #read(entry: QueueEntry, body: StateDependentBody): Promise<void> {
    const { queue } = this.options;
    const reading = new AbortController();
    entry.unresolved = { body, reading };
    this.#readsInFlight += 1;
    try {
      const built = await body.fromFreshState(reading.signal);
      if (queue.has(entry)) queue.resolve(entry, built);
    } catch (error) {
      if (queue.has(entry)) this.#fail(entry, error);
    } finally {
      this.#readsInFlight -= 1;
    }
    // The first command is sent before later commands can be merged into it, as on an idle bridge.
    this.options.sendReady();
    this.advance(entry);
    this.options.sendReady();
  }

  #fail(entry: QueueEntry, error: unknown): void {
    this.options.queue.remove(entry);
    for (const { reject } of entry.commands) reject(error);
  }
}
