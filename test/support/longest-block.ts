/** Watches for blocks of the event loop, in which nothing else can run. */
export interface LoopWatch {
  /** So far, in ms. */
  readonly longest: number;
  stop(): void;
}

/** A block counts only CPU time of this process. */
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

/** Returns ms. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
