import { setTimeout as wait } from 'node:timers/promises';

/** @throws Error after `timeout` ms */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { timeout = 30_000, interval = 10 }: { timeout?: number; interval?: number } = {},
): Promise<void> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > timeout) {
      throw new Error(`${what} did not come about within ${timeout} ms`);
    }
    await wait(interval);
  }
}
