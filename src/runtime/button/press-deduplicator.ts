/** Number of presses remembered per resource. */
const maxPressesPerResource = 20;

/** Maximum time between a press in a state and its report, in ms: bridges batch events for about a second. */
const maxPressReportDelay = 10_000;

interface SeenPress {
  isEmitted: boolean;
  /** When it was first seen, in ms of the clock. */
  firstSeenAt: number;
}

/**
 * Removes duplicates of presses. A press is reported twice when both the event stream and a poll contain it, and an old
 * one is reported again when another property of the button changes. The bridge's timestamps are compared for equality
 * only: its clock may jump.
 */
export class PressDeduplicator {
  readonly #seenPresses = new Map<string, Map<string, SeenPress>>();
  readonly #now: () => number;

  /** @param now monotonic time in ms, with any origin */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records the timestamp of a press that is part of a state, without emitting it. */
  recordSeen(rid: string, updated: string): void {
    this.#getOrAddSeenPress(rid, updated);
  }

  /**
   * @param updated timestamp of a press that was just reported
   * @returns true when it is to be emitted; false on every later call
   */
  shouldEmitOnce(rid: string, updated: string): boolean {
    const seenPress = this.#getOrAddSeenPress(rid, updated);
    if (seenPress.isEmitted || this.#now() - seenPress.firstSeenAt > maxPressReportDelay)
      return false;
    seenPress.isEmitted = true;
    return true;
  }

  #getOrAddSeenPress(rid: string, updated: string): SeenPress {
    const seenPresses = this.#seenPresses.get(rid) ?? new Map<string, SeenPress>();
    this.#seenPresses.set(rid, seenPresses);
    const existing = seenPresses.get(updated);
    if (existing !== undefined) return existing;
    const seenPress = { isEmitted: false, firstSeenAt: this.#now() };
    seenPresses.set(updated, seenPress);
    for (const oldest of seenPresses.keys()) {
      if (seenPresses.size <= maxPressesPerResource) break;
      seenPresses.delete(oldest);
    }
    return seenPress;
  }
}
