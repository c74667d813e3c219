import { EventEmitter } from 'node:events';
import type { TimerGroup } from '../home/timer-group';

/** Time for which the button counts as pressed, in ms, as on real bridges. */
const defaultPressDuration = 30_000;

/** The link button of the bridge: while it counts as pressed, pairing succeeds. */
export class LinkButton extends EventEmitter<{ change: [] }> {
  #pressedUntil: Date | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(private readonly timers: Pick<TimerGroup, 'after'>) {
    super();
    this.setMaxListeners(0);
  }

  /** Presses it. @param duration time for which it counts as pressed, in ms */
  press(duration = defaultPressDuration): void {
    this.#cancelTimer();
    this.#pressedUntil = new Date(Date.now() + duration);
    this.#cancelTimer = this.timers.after(duration, () => {
      this.#pressedUntil = undefined;
      this.emit('change');
    });
    this.emit('change');
  }

  /** End of the time in which it counts as pressed. */
  get pressedUntil(): Date | undefined {
    return this.#pressedUntil;
  }
}
