import type { Clock, TimerHandle } from '../../bridge/time/clock';

/** By lamp id, in ms of the system time. */
export type DaylightOverrideStartTimes = Readonly<Record<string, number>>;

interface Override {
  readonly since: number;
  cancelResume(): void;
}

export class DaylightOverrides {
  readonly #overrides = new Map<string, Override>();

  /** @param duration in ms; Infinity for no end */
  constructor(
    private readonly clock: Clock,
    private readonly duration: number,
    private readonly onOver: (rid: string) => void,
  ) {}

  has(rid: string): boolean {
    return this.#overrides.has(rid);
  }

  listStartTimes(): DaylightOverrideStartTimes {
    return Object.fromEntries([...this.#overrides].map(([rid, { since }]) => [rid, since]));
  }

  /** @param since system time in ms */
  begin(rid: string, since: number): void {
    this.end(rid);
    const now = this.clock.wallTime();
    // The system date may have been set back.
    const begin = Math.min(since, now);
    const rest = begin + this.duration - now;
    const cancelResume = callAfterDelayWithSleep(this.clock, rest, () => this.onOver(rid));
    this.#overrides.set(rid, { since: begin, cancelResume });
  }

  end(rid: string): void {
    this.#overrides.get(rid)?.cancelResume();
    this.#overrides.delete(rid);
  }

  endAll(): void {
    for (const rid of this.#overrides.keys()) this.end(rid);
  }
}

/** In ms. */
const longestUnseenSleep = 60_000;

/**
 * Calls back after a delay in ms that includes machine sleep, at most a minute after the sleep.
 *
 * @param delay Infinity never calls back
 * @returns cancels the callback
 */
function callAfterDelayWithSleep(clock: Clock, delay: number, callback: () => void): () => void {
  const startedAt = clock.now();
  const endsAt = clock.wallTime() + delay;
  let timer: TimerHandle | undefined;
  const wait = (): void => {
    // If the system date was set back, the time awake counts.
    const rest = Math.min(endsAt - clock.wallTime(), startedAt + delay - clock.now());
    timer = clock.setTimeout(
      () => (rest <= longestUnseenSleep ? callback() : wait()),
      Math.min(Math.max(0, rest), longestUnseenSleep),
    );
  };
  if (delay < Infinity) wait();
  return () => clock.clearTimeout(timer);
}
