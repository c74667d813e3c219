import type { PlainLight } from '../../resources/light';
import { parseHexColor } from '../../units/hex-color';
import { rgbToHsv } from '../../units/hsv';
import { kelvinToMirek } from '../../units/light-color';
import type { Rgb } from '../../units/light-color';

/** The colour that a lamp shows, of a gradient its first; undefined while it shows a white. */
export const getShownRgb = ({ color, gradient }: PlainLight): Rgb | undefined =>
  parseHexColor(color ?? gradient?.colors[0] ?? '');

/** Hue of the shown colour in degrees, and saturation in percent. */
export function getShownHue(light: PlainLight): { hue: number; saturation: number } | undefined {
  const rgb = getShownRgb(light);
  if (rgb === undefined) return undefined;
  const { hue, saturation } = rgbToHsv(rgb);
  return { hue: roundTo(hue, 2), saturation: roundTo(saturation * 100, 2) };
}

/** The white that a lamp shows, in mirek. */
export const getPlainMirek = ({ kelvin }: PlainLight): number | undefined =>
  kelvin === undefined ? undefined : kelvinToMirek(kelvin);

/** A number rounded to some places after the point. */
export function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor;
}
