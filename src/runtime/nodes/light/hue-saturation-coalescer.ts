import type { Clock, TimerHandle } from '../../../bridge/time/clock';

/** HomeKit sends them in separate messages. */
interface HueAndSaturationParts {
  hue?: unknown;
  saturation?: unknown;
}

/** In ms. HomeKit sends one part right after the other. */
export const maxHueSaturationWait = 200;

interface WaitingPart {
  parts: HueAndSaturationParts;
  timer: TimerHandle;
  resolve(parts: HueAndSaturationParts): void;
}

/** At most one part waits for each target. */
export class HueSaturationCoalescer {
  readonly #waiting = new Map<string, WaitingPart>();

  constructor(private readonly clock: Clock) {}

  /**
   * Resolves both messages at the same time; with one part if the other did not arrive within `maxHueSaturationWait`.
   */
  join(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    const earlier = this.#waiting.get(rid);
    const joined = { ...earlier?.parts, ...parts };
    if (earlier === undefined) return this.#wait(rid, parts);
    this.clock.clearTimeout(earlier.timer);
    this.#waiting.delete(rid);
    if (joined.hue !== undefined && joined.saturation !== undefined) {
      earlier.resolve(joined);
      return Promise.resolve(joined);
    }
    // If the same part arrives again, both messages take the newer value.
    const pending = this.#wait(rid, joined);
    void pending.then((result) => earlier.resolve(result));
    return pending;
  }

  #wait(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    return new Promise((resolve) => {
      const timer = this.clock.setTimeout(() => {
        this.#waiting.delete(rid);
        resolve(parts);
      }, maxHueSaturationWait);
      this.#waiting.set(rid, { parts, timer, resolve });
    });
  }
}
