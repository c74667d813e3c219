import type { PlainLight } from '../../resources/light';
import type { LightFormatName } from '../../vocabulary/formats/light-format';

/** Writes the plain value of a lamp or a group in some format. */
export type LightWriter = (light: PlainLight) => unknown;

/** Loads what writes the plain value of a lamp in a format; undefined for plain words. */
export async function loadLightWriter(format: LightFormatName): Promise<LightWriter | undefined> {
  if (format === 'plain') return undefined;
  const { formatLightState } = await import('../../vocabulary/formats/light-formats.js');
  return (light) => formatLightState(format, light);
}
