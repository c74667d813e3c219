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

/** Waits until a test holds. */
export function until(
  what: string,
  holds: () => boolean,
  { limit = 10_000, every = 10 }: { limit?: number; every?: number } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const look = (): void => {
      if (holds()) resolve();
      else if (performance.now() - start > limit) {
        reject(new Error(`${what} did not come about within ${limit} ms`));
      } else setTimeout(look, every);
    };
    look();
  });
}

/** Waits until so many ms have passed. */
export const pass = (wait: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, wait);
  });
