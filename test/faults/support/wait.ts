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
