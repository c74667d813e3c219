import type { Clock, TimerHandle } from '../../../bridge/time/clock';

export interface DetectedPress {
  /** Of the button. */
  readonly rid: string;
  readonly event: string;
}

interface WaitingPress<Press> {
  readonly press: Press;
  readonly timer: TimerHandle;
}

/**
 * Joins two short presses of one button to a double press. A short press waits until the time is over.
 *
 * | State   | short press                        | double press of the bridge  | held                 | time is over     | stop             |
 * | ------- | ---------------------------------- | --------------------------- | -------------------- | ---------------- | ---------------- |
 * | idle    | waiting                            | emits it                    | emits it             | -                | -                |
 * | waiting | emits a double press, then idle    | emits it alone, then idle   | emits both, then idle | emits the press, then idle | emits the press |
 *
 * Any other event is emitted at once and changes nothing, such as the beginning of the second press.
 */
export class DoublePressDetector<Press extends DetectedPress> {
  readonly #waiting = new Map<string, WaitingPress<Press>>();

  /**
   * @param within in ms
   * @param options.isShort whether an event is a short press of its button
   * @param options.toDouble turns the second press into a double press
   */
  constructor(
    private readonly within: number,
    private readonly options: {
      readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
      readonly isShort: (press: Press) => boolean;
      readonly toDouble: (press: Press) => Press;
      readonly emit: (press: Press) => void;
    },
  ) {}

  take(press: Press): void {
    const { clock, isShort, toDouble, emit } = this.options;
    const { rid, event } = press;
    if (isShort(press)) {
      if (this.#end(rid) !== undefined) return emit(toDouble(press));
      const timer = clock.setTimeout(() => this.#emitWaiting(rid), this.within);
      this.#waiting.set(rid, { press, timer });
      return undefined;
    }
    if (event === 'double_short_release') this.#end(rid);
    else if (event === 'long_press') this.#emitWaiting(rid);
    return emit(press);
  }

  stop(): void {
    for (const rid of this.#waiting.keys()) this.#emitWaiting(rid);
  }

  #emitWaiting(rid: string): void {
    const press = this.#end(rid);
    if (press !== undefined) this.options.emit(press);
  }

  #end(rid: string): Press | undefined {
    const waiting = this.#waiting.get(rid);
    if (waiting === undefined) return undefined;
    this.options.clock.clearTimeout(waiting.timer);
    this.#waiting.delete(rid);
    return waiting.press;
  }
}
