/**
 * Brightness as a lamp of 254 levels reports it. Bridges of 2026 answer `(level - 1) / 253 * 100` with
 * two decimals (seen: 20.16, 49.8, 62.06, 79.84); 0 counts as the lowest level that still gives light.
 *
 * @param brightness wanted brightness in percent
 * @returns the nearest one that a lamp can have
 */
export function onGrid(brightness: number): number {
  const step = Math.min(253, Math.max(1, Math.round((brightness / 100) * 253)));
  return Math.round((step / 253) * 10_000) / 100;
}
