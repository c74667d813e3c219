/** Milliseconds on the monotonic clock that all processes of this machine share. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Waits. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** CPU time that this process has used so far, in ms. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Bytes on the heap and in external buffers, after garbage collection. */
export async function measureMemory(): Promise<number> {
  if (global.gc === undefined) throw new Error('Memory is measured with --expose-gc.');
  for (let round = 0; round < 3; round += 1) {
    global.gc();
    await pause(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
