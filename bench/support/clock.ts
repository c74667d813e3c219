/** Reads the clock of all processes of this machine, in ms. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Returns ms of this process. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns bytes of heap and external buffers, after garbage collection. */
export async function measureMemory(): Promise<number> {
  if (global.gc === undefined) throw new Error('Memory is measured with --expose-gc.');
  for (let round = 0; round < 3; round += 1) {
    global.gc();
    await pause(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
