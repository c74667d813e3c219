import type { Clock, TimerHandle } from './clock';

/** Longest time, in ms, until it is seen that the machine slept. */
const longestUnseenSleep = 60_000;

/**
 * Calls back after a delay in which the time counts that the machine slept: up to a minute after it woke.
 *
 * @param delay ms; Infinity never calls back
 * @returns cancels it
 */
export function callAfterDelayWithSleep(
  clock: Clock,
  delay: number,
  callback: () => void,
): () => void {
  const startedAt = clock.now();
  const endsAt = clock.wallTime() + delay;
  let timer: TimerHandle | undefined;
  const wait = (): void => {
    // The date may have been set back: it is awake time then that counts.
    const rest = Math.min(endsAt - clock.wallTime(), startedAt + delay - clock.now());
    timer = clock.setTimeout(
      () => (rest <= longestUnseenSleep ? callback() : wait()),
      Math.min(Math.max(0, rest), longestUnseenSleep),
    );
  };
  if (delay < Infinity) wait();
  return () => clock.clearTimeout(timer);
}
