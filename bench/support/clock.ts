/** Returns the time of the monotonic clock that all processes of this machine share, in ms. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Returns the CPU time of this process, in ms. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns the bytes on the heap and in external buffers, after garbage collection. */
export async function measureMemory(): Promise<number> {
  if (global.gc === undefined) throw new Error('Memory is measured with --expose-gc.');
  for (let round = 0; round < 3; round += 1) {
    global.gc();
    await pause(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
