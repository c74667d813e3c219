/**
 * Illuminance of a light level.
 *
 * @param lightLevel `10000 * log10(lux) + 1`, as light sensors report it
 * @returns lux; 0 for a light level below 1 (Hue CLIP API reference, light_level)
 */
export function lightLevelToLux(lightLevel: number): number {
  return lightLevel < 1 ? 0 : 10 ** ((lightLevel - 1) / 10_000);
}
