import { setTimeout as wait } from 'node:timers/promises';

/** Waits until a test holds, which may have to ask first. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { limit = 10_000, every = 10 }: { limit?: number; every?: number } = {},
): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > limit) {
      throw new Error(`${what} did not come about within ${limit} ms`);
    }
    await wait(every);
  }
}
