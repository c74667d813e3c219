/** One sample of the measurements of a soak. */
export interface SoakSample {
  /** ms since the start. */
  at: number;
  /** Heap in use after a collection, in MB. */
  heap: number;
  /** Memory of the whole process, in MB. */
  resident: number;
  /** Number of sockets, timers and the like. */
  activeResources: number;
  messages: number;
  answered: number;
  requests: number;
  faults: number;
  warnings: number;
}

/** Share of a soak in which caches fill and code is compiled; it is left out of the slope. */
const warmUpShare = 0.25;

/** How steeply the heap rises once everything is warm, in MB an hour (least squares). */
export function computeHeapSlope(samples: readonly SoakSample[]): number {
  const samplesAfterWarmUp = samples.slice(Math.floor(samples.length * warmUpShare));
  const hours = samplesAfterWarmUp.map(({ at }) => at / 3_600_000);
  const heaps = samplesAfterWarmUp.map(({ heap }) => heap);
  const [hour, heap] = [mean(hours), mean(heaps)];
  const spread = mean(hours.map((one) => (one - hour) ** 2));
  if (spread === 0) return 0;
  return mean(hours.map((one, index) => (one - hour) * ((heaps[index] ?? 0) - heap))) / spread;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
