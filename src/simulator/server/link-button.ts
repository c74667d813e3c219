import { EventEmitter } from 'node:events';
import type { TimerGroup } from '../home/timer-group';

/** In ms, as on real bridges. */
const defaultPressDuration = 30_000;

/** While the button counts as pressed, pairing succeeds. */
export class LinkButton extends EventEmitter<{ change: [] }> {
  #pressedUntil: Date | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(private readonly timers: Pick<TimerGroup, 'after'>) {
    super();
    this.setMaxListeners(0);
  }

  /** @param duration in ms */
  press(duration = defaultPressDuration): void {
    this.#cancelTimer();
    this.#pressedUntil = new Date(Date.now() + duration);
    this.#cancelTimer = this.timers.after(duration, () => {
      this.#pressedUntil = undefined;
      this.emit('change');
    });
    this.emit('change');
  }

  get pressedUntil(): Date | undefined {
    return this.#pressedUntil;
  }
}
