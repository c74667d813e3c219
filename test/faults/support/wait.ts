/** Runs something, but waits no longer than it may take. */
export async function within<Value>(
  limit: number,
  what: string,
  run: () => Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs something and tells how long it took, in ms. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Waits until so many ms have passed. */
export const pass = (wait: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, wait);
  });

/** Ms between two looks of a stopwatch, and the most that may count of the time between them. */
const look = { every: 10, most: 50 } as const;

/** Measures for how long this process ran: of a time in which it got no turn, next to nothing counts. */
export function startStopwatch(): { ms(): number; stop(): void } {
  let ran = 0;
  let last = performance.now();
  const note = (): void => {
    const now = performance.now();
    ran += Math.min(now - last, look.most);
    last = now;
  };
  const timer = setInterval(note, look.every);
  return {
    ms() {
      note();
      return ran;
    },
    stop: () => clearInterval(timer),
  };
}

/** Runs something and tells for how long this process ran meanwhile, in ms. */
export async function timedRunning(run: () => unknown): Promise<number> {
  const stopwatch = startStopwatch();
  try {
    await run();
    return stopwatch.ms();
  } finally {
    stopwatch.stop();
  }
}
