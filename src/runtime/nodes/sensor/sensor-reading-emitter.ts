import type { Clock, TimerHandle } from '../../../bridge/time/clock';
import { evaluateYesNoCondition } from '../../watch/yes-no-condition';
import type { SensorSettings } from './sensor-settings';
import type { Members } from '../../../resources';

interface SensorReading {
  /** Null if the sensor has none. */
  readonly value: unknown;
  /** As in `msg.readings`. */
  readonly readings: Members;
  /** Time of day in which the node sends. */
  readonly isInTime?: boolean;
  /** Age of the value in ms; undefined if the bridge reports no time. */
  readonly age?: number | undefined;
}

type EmitterSettings = Pick<
  SensorSettings,
  'split' | 'condition' | 'period' | 'endAfter' | 'onlyReadings'
>;

/**
 * Sends a reading that differs from the last sent one, if the condition is met. A `false` waits for _End after_, and
 * follows only a `true` that was sent. With a condition or _End after_, the first reading after a deploy sends no
 * `false`, so that a deploy turns no lamp off.
 */
export class SensorReadingEmitter {
  /** Value, or decision if there are two outputs; undefined before. */
  #sent: unknown;
  #isFirst = true;
  #endTimer: TimerHandle | undefined;
  #endsAt: number | undefined;
  #isHeldBack = false;

  /** @param onEnd called after _End after_, with the output of the present reading */
  constructor(
    private readonly settings: EmitterSettings,
    private readonly clock: Clock,
    private readonly onEnd: (output: number) => void,
  ) {}

  /**
   * @param isSilent only stores the reading, such as the first one
   * @returns the output, counted from 0; undefined to send nothing
   */
  update(
    { value, readings, isInTime = true, age }: SensorReading,
    isSilent = false,
  ): number | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#isHeldBack = false;
    const decided = this.#decide(value);
    if (decided === false) {
      if (!this.#endsSomething(isFirst, age)) return undefined;
      const wait = this.settings.endAfter - (isFirst ? (age ?? Infinity) : 0);
      if (wait <= 0) return this.#record(false, isSilent);
      this.#endTimer = this.clock.setTimeout(() => this.#end(), wait);
      this.#endsAt = this.clock.wallTime() + wait;
      return undefined;
    }
    this.#cancelEnd();
    if (decided === undefined || decided === this.#sent || !isInTime) return undefined;
    const isMet = this.#isSettingConditionMet(readings);
    this.#isHeldBack = isMet === undefined && value !== null;
    if (isMet !== true) return undefined;
    return this.#record(decided, isSilent);
  }

  /** Time of the pending `false`, in ms since the epoch. */
  get endsAt(): number | undefined {
    return this.#endsAt;
  }

  /** True if the last reading was not sent because the reading of the condition is missing. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  stop(): void {
    this.#cancelEnd();
  }

  /** Returns yes or no if there are two outputs; undefined to send nothing. */
  #decide(value: unknown): unknown {
    const { split, onlyReadings } = this.settings;
    if (split === undefined) return value === null && onlyReadings ? undefined : value;
    return evaluateYesNoCondition(
      split,
      value,
      typeof this.#sent === 'boolean' ? this.#sent : undefined,
    );
  }

  /**
   * Returns false if `false` was sent, is pending, or would follow no `true`. On the first reading, assumes a `true`
   * if only _End after_ delays the `false` and its time has not passed.
   */
  #endsSomething(isFirst: boolean, age = Infinity): boolean {
    if (this.#endTimer !== undefined || this.#sent === false) return false;
    if (!isFirst) return this.#sent !== undefined;
    const { condition, period, endAfter } = this.settings;
    const isUnconditional = condition === undefined && period === undefined;
    return isUnconditional && (endAfter === 0 || age < endAfter);
  }

  #end(): void {
    this.#cancelEnd();
    this.onEnd(this.#record(false, false) ?? 0);
  }

  #cancelEnd(): void {
    this.clock.clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    this.#endsAt = undefined;
  }

  #record(decided: unknown, isSilent: boolean): number | undefined {
    this.#sent = decided;
    if (isSilent) return undefined;
    return this.settings.split !== undefined && decided === false ? 1 : 0;
  }

  /** Returns undefined if the reading of the condition is missing. */
  #isSettingConditionMet(readings: Members): boolean | undefined {
    const { condition } = this.settings;
    if (condition === undefined) return true;
    const rule = { ...condition, hysteresis: 0 };
    return evaluateYesNoCondition(rule, readings[condition.reading]);
  }
}
