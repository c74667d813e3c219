import assert from 'node:assert/strict';
import { promisify } from 'node:util';

/** Time of a process that runs faster; processes with the same values have the same time. */
export interface FastTime {
  /** Ms of the process per real ms. */
  readonly speed: number;
  /** When both times were the same, in real ms since the epoch. */
  readonly since: number;
}

/** In ms since the epoch, as `Date.now` of the process tells it now. */
export const readFastTime = ({ speed, since }: FastTime, realTime = Date.now()): number =>
  since + (realTime - since) * speed;

/** Speeds up timers and clocks of this process. Modules that are loaded later have no others. */
export function runOnFastTime(time: FastTime): void {
  const { setTimeout: startTimer, setInterval: startInterval, Date: RealDate } = globalThis;
  const realNow = RealDate.now;
  const realPerformanceNow = performance.now.bind(performance);
  const now = (): number => Math.floor(readFastTime(time, realNow()));
  const onTimer = (callback: (...values: unknown[]) => void, delay = 1, ...values: unknown[]) =>
    startTimer(callback, delay / time.speed, ...values);
  const wait = (delay?: number, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      onTimer(resolve, delay, value);
    });
  Object.assign(performance, { now: () => realPerformanceNow() * time.speed });
  Object.assign(RealDate, { now });
  Object.assign(globalThis, {
    setTimeout: Object.assign(onTimer, { [promisify.custom]: wait }),
    setInterval: (callback: (...values: unknown[]) => void, delay = 1, ...values: unknown[]) =>
      startInterval(callback, delay / time.speed, ...values),
    Date: new Proxy(RealDate, {
      construct(target, values, newTarget): object {
        if (values.length === 0) return new target(now());
        const made: unknown = Reflect.construct(target, values, newTarget);
        assert.ok(made instanceof target);
        return made;
      },
    }),
  });
}
