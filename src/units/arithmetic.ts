export function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor;
}

/** Returns the number at a share, from 0 to 1, of the way between two others. */
export const interpolate = (from: number, to: number, share: number): number =>
  from + (to - from) * share;
