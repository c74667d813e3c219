import type { Clock, TimerHandle } from '../../../bridge/time/clock';
import { evaluateYesNoCondition } from '../../watch/yes-no-condition';
import type { SensorSettings } from './sensor-settings';

/** A reading of one sensor, with the other readings of its device. */
export interface SensorReading {
  /** Plain value; null while the sensor has none. */
  readonly value: unknown;
  /** As in `msg.readings`. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** How long the value has been so, in ms; missing where the bridge does not say. */
  readonly age?: number | undefined;
}

/**
 * Decides which readings of one sensor are sent, and to which output: those that differ from the last one that was
 * sent, while the condition of the node is met. A `false` waits until the sensor has been quiet for the time that is
 * set; it is sent only if a `true` was, so that what the condition held back has no end either. So the first reading, which comes
 * with each deploy, is no `false` where either is set: nobody expects that a deploy turns off a lamp.
 */
export class SensorReadingEmitter {
  readonly #settings: Pick<SensorSettings, 'split' | 'condition' | 'endAfter'>;
  readonly #clock: Clock;
  readonly #onEnd: (output: number) => void;
  /** What was last sent: the value, or the decision where there are two outputs; undefined while nothing was. */
  #sent: unknown;
  #isFirst = true;
  #endTimer: TimerHandle | undefined;
  #endsAt: number | undefined;

  /** @param onEnd called when the time after the last reading is over, with the output that the present one goes to */
  constructor(
    settings: Pick<SensorSettings, 'split' | 'condition' | 'endAfter'>,
    clock: Clock,
    onEnd: (output: number) => void,
  ) {
    this.#settings = settings;
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /**
   * Takes the present reading.
   *
   * @param isSilent true for one that is only remembered, such as the first one where none is to be sent at the start
   * @returns the output that it is to be sent to, counted from 0; undefined when it is not to be sent now
   */
  update({ value, readings, age }: SensorReading, isSilent = false): number | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const decided = this.#decide(value);
    if (decided === false) {
      if (!this.#endsSomething(isFirst, age)) return undefined;
      const wait = this.#settings.endAfter - (isFirst ? (age ?? Infinity) : 0);
      if (wait <= 0) return this.#record(false, isSilent);
      this.#endTimer = this.#clock.setTimeout(() => this.#end(), wait);
      this.#endsAt = this.#clock.wallTime() + wait;
      return undefined;
    }
    this.#cancelEnd();
    if (decided === undefined || decided === this.#sent || !this.#isSettingConditionMet(readings))
      return undefined;
    return this.#record(decided, isSilent);
  }

  /** When the `false` that waits is sent, in ms since the epoch; undefined while none waits. */
  get endsAt(): number | undefined {
    return this.#endsAt;
  }

  stop(): void {
    this.#cancelEnd();
  }

  /** What would be sent: the value, or yes or no where there are two outputs. */
  #decide(value: unknown): unknown {
    const { split } = this.#settings;
    if (split === undefined) return value;
    return evaluateYesNoCondition(
      split,
      value,
      typeof this.#sent === 'boolean' ? this.#sent : undefined,
    );
  }

  /**
   * False when `false` was sent already, or waits, or would end a `true` that was never sent. Before the start, one was
   * sent where nothing but the time after it held `false` back, and that time is not over.
   */
  #endsSomething(isFirst: boolean, age = Infinity): boolean {
    if (this.#endTimer !== undefined || this.#sent === false) return false;
    if (!isFirst) return this.#sent !== undefined;
    const { condition, endAfter } = this.#settings;
    return condition === undefined && (endAfter === 0 || age < endAfter);
  }

  #end(): void {
    this.#cancelEnd();
    this.#onEnd(this.#record(false, false) ?? 0);
  }

  #cancelEnd(): void {
    this.#clock.clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    this.#endsAt = undefined;
  }

  /** @returns the output, unless the reading is only remembered */
  #record(decided: unknown, isSilent: boolean): number | undefined {
    this.#sent = decided;
    if (isSilent) return undefined;
    return this.#settings.split !== undefined && decided === false ? 1 : 0;
  }

  #isSettingConditionMet(readings: Readonly<Record<string, unknown>>): boolean {
    const { condition } = this.#settings;
    if (condition === undefined) return true;
    const value = readings[condition.reading];
    if (typeof value !== 'number') return false;
    return condition.comparison === 'above'
      ? value > condition.threshold
      : value < condition.threshold;
  }
}
