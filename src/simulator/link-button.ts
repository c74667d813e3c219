import { EventEmitter } from 'node:events';
import type { Timers } from './timers';

/** How long the button counts as pressed, in ms, as on real bridges. */
const buttonWindow = 30_000;

/** The button on the bridge: while it counts as pressed, whoever asks gets a key. */
export class LinkButton extends EventEmitter<{ change: [] }> {
  #pressedUntil: Date | undefined;
  #endEarly: () => void = () => undefined;

  constructor(private readonly timers: Timers) {
    super();
    this.setMaxListeners(0);
  }

  /** Presses it. @param length how long it counts as pressed, in ms */
  press(length = buttonWindow): void {
    this.#endEarly();
    this.#pressedUntil = new Date(Date.now() + length);
    this.#endEarly = this.timers.after(length, () => {
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
