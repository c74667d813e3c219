import type { Clock, TimerHandle } from '../../../bridge/time/clock';

/** The two parts of a colour that HomeKit sends one by one. */
export interface HueAndSaturationParts {
  hue?: unknown;
  saturation?: unknown;
}

/** How long one part waits for the other, in ms. HomeKit writes both at once, so they come one right after the other. */
export const maxHueSaturationWait = 200;

interface WaitingPart {
  parts: HueAndSaturationParts;
  timer: TimerHandle;
  resolve(parts: HueAndSaturationParts): void;
}

/** Joins hue and saturation for one target that come in two messages. At most one part of each target waits. */
export class HueSaturationCoalescer {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, WaitingPart>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Takes the part of a message, or both.
   *
   * @param rid id of the lamp or group
   * @returns what is to be set: both parts once they are there; the part alone when the other did not come
   *   within `maxHueSaturationWait`. Both messages get the same, at the same time
   */
  join(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    const earlier = this.#waiting.get(rid);
    const joined = { ...earlier?.parts, ...parts };
    if (earlier === undefined) return this.#wait(rid, parts);
    this.#clock.clearTimeout(earlier.timer);
    this.#waiting.delete(rid);
    if (joined.hue !== undefined && joined.saturation !== undefined) {
      earlier.resolve(joined);
      return Promise.resolve(joined);
    }
    // The same part once more: the newer value counts for both messages.
    const pending = this.#wait(rid, joined);
    void pending.then((result) => earlier.resolve(result));
    return pending;
  }

  #wait(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    return new Promise((resolve) => {
      const timer = this.#clock.setTimeout(() => {
        this.#waiting.delete(rid);
        resolve(parts);
      }, maxHueSaturationWait);
      this.#waiting.set(rid, { parts, timer, resolve });
    });
  }
}
