import { afterWait, quietClock } from '../time/clock';

/** Something that must be over in time. */
export interface Timed {
  /** `performance.now()` at its start. */
  readonly startedAt: number;
  /** Called once when its time is up. */
  expire(): void;
}

/**
 * One deadline for many short things: a single timer that looks after the earliest of them, because setting
 * and clearing one for each costs more than everything else on the way to the wire.
 */
export class Deadlines {
  readonly #deadline: number;
  readonly #under = new Set<Timed>();
  #callOff: (() => void) | undefined;

  /**
   * @param deadline for each, in ms
   */
  constructor(deadline: number) {
    this.#deadline = deadline;
  }

  /** Watches over something that starts now. */
  add(timed: Timed): void {
    this.#under.add(timed);
    this.#callOff ??= this.#wait(this.#deadline);
  }

  /** Watches no longer; the timer may ring once more and find nothing. It keeps no process alive. */
  remove(timed: Timed): void {
    this.#under.delete(timed);
  }

  /** Ends the timer. */
  close(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#under.clear();
  }

  #wait(delay: number): () => void {
    return afterWait(quietClock, Math.max(1, Math.ceil(delay)), (now) => this.#look(now));
  }

  #look(now: number): void {
    this.#callOff = undefined;
    for (const timed of this.#under) {
      const left = timed.startedAt + this.#deadline - now;
      if (left > 0) {
        this.#callOff = this.#wait(left);
        return;
      }
      this.#under.delete(timed);
      timed.expire();
    }
  }
}
