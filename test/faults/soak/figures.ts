/** What was measured at one moment of a soak. */
export interface Figures {
  /** ms since the start. */
  at: number;
  /** Heap in use after a collection, in MB. */
  heap: number;
  /** Memory of the whole process, in MB. */
  resident: number;
  /** Sockets, timers and the like. */
  open: number;
  messages: number;
  answered: number;
  requests: number;
  faults: number;
  warnings: number;
}

/** Share of a soak in which caches fill and code gets hot, so that it says nothing of leaks. */
const warmUp = 0.25;

/** How steeply the heap rises once everything is warm, in MB an hour (least squares). */
export function slopeOf(figures: readonly Figures[]): number {
  const warm = figures.slice(Math.floor(figures.length * warmUp));
  const hours = warm.map(({ at }) => at / 3_600_000);
  const heaps = warm.map(({ heap }) => heap);
  const [hour, heap] = [mean(hours), mean(heaps)];
  const spread = mean(hours.map((one) => (one - hour) ** 2));
  if (spread === 0) return 0;
  return mean(hours.map((one, index) => (one - hour) * ((heaps[index] ?? 0) - heap))) / spread;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
