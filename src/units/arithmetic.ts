export function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor;
}

/** @param share from 0 to 1 */
export const interpolate = (from: number, to: number, share: number): number =>
  from + (to - from) * share;
