/** Watches the event loop of this process for the longest time in which nothing else could run. */
export interface LoopWatch {
  /** Longest block so far, in ms. */
  readonly longest: number;
  stop(): void;
}

/**
 * Starts to watch the event loop. A block counts with the time that this process has used of a CPU in it, so that what
 * other processes take away does not count.
 */
export function watchEventLoop(): LoopWatch {
  let longest = 0;
  let [time, cpu] = [performance.now(), cpuTime()];
  let stopped = false;
  const check = (): void => {
    if (stopped) return;
    const [timeNow, cpuNow] = [performance.now(), cpuTime()];
    longest = Math.max(longest, Math.min(timeNow - time, cpuNow - cpu));
    [time, cpu] = [timeNow, cpuNow];
    setImmediate(check);
  };
  setImmediate(check);
  return {
    get longest() {
      return longest;
    },
    stop() {
      stopped = true;
    },
  };
}

/** CPU time that this process has used so far, in ms. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
