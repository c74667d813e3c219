/**
 * Brightness as a lamp of 254 levels reports it. Bridges of 2026 report
 * `(level - 1) / 253 * 100` with two decimals (observed: 20.16, 49.8, 62.06, 79.84); 0 is
 * reported as the lowest level.
 *
 * @param brightness requested brightness in percent
 * @returns the nearest reported brightness in percent
 */
export function roundToBrightnessStep(brightness: number): number {
  const step = Math.min(253, Math.max(1, Math.round((brightness / 100) * 253)));
  return Math.round((step / 253) * 10_000) / 100;
}
