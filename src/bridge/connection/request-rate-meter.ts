import type { Clock } from '../time/clock';

const windowSeconds = 60;

export class RequestRateMeter {
  readonly #countsBySecond = Array.from({ length: windowSeconds }, () => 0);
  #second = 0;

  constructor(private readonly clock: Clock) {}

  get lastMinute(): number {
    this.#advance();
    return this.#countsBySecond.reduce((sum, count) => sum + count, 0);
  }

  count(): void {
    this.#advance();
    const slot = this.#second % windowSeconds;
    this.#countsBySecond[slot] = (this.#countsBySecond[slot] ?? 0) + 1;
  }

  #advance(): void {
    const now = Math.floor(this.clock.now() / 1_000);
    const elapsed = Math.min(now - this.#second, windowSeconds);
    for (let step = 1; step <= elapsed; step += 1) {
      this.#countsBySecond[(this.#second + step) % windowSeconds] = 0;
    }
    this.#second = now;
  }
}
