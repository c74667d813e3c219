/** @throws Error after `timeout` ms */
export async function withTimeout<Value>(
  timeout: number,
  what: string,
  run: () => Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${timeout} ms`)), timeout);
  });
  try {
    return await Promise.race([run(), expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns ms */
export async function measureDuration(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Counts ms on any processor, without waiting. */
export function getCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Takes ms. */
export const pause = (wait: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, wait);
  });

/** In ms: time between samples, and the most that counts. */
const sampling = { every: 10, max: 50 } as const;

/** Time in which this process was held up hardly counts. */
export function startStopwatch(): { ms(): number; stop(): void } {
  let activeTime = 0;
  let last = performance.now();
  const sample = (): void => {
    const now = performance.now();
    activeTime += Math.min(now - last, sampling.max);
    last = now;
  };
  const timer = setInterval(sample, sampling.every);
  return {
    ms() {
      sample();
      return activeTime;
    },
    stop: () => clearInterval(timer),
  };
}

/** @returns ms */
export async function measureActiveTime(run: () => unknown): Promise<number> {
  const stopwatch = startStopwatch();
  try {
    await run();
    return stopwatch.ms();
  } finally {
    stopwatch.stop();
  }
}
