import { member, type Resource } from '../../resources';
import { mirekToXy } from '../../units/planckian-locus';
import { rgbToHex, rgbToXy, xyToRgb, type Rgb, type Xy } from '../../units/xy';

/** Colour of a lamp that can only be switched or dimmed: 2700 K. */
const plainWhite = mirekToXy(370);

/** Colour that a lamp shows, at full brightness, as `#rrggbb`. */
export const lampColor = (light: Resource): string => rgbToHex(xyToRgb(chromaticity(light)));

/** Colour of a temperature in mirek, as `#rrggbb`. */
export const mirekColor = (mirek: number): string => rgbToHex(xyToRgb(mirekToXy(mirek)));

/** Chromaticity of a colour as a colour field gives it, `#rrggbb`. */
export const hexToXy = (hex: string): Xy => rgbToXy(hexToRgb(hex));

/** Brightness of a lamp from 0 (dark) to 100; a lamp that cannot be dimmed has 0 or 100. */
export function lampBrightness(light: Resource): number {
  if (member(light, 'on', 'on') !== true) return 0;
  const brightness = member(light, 'dimming', 'brightness');
  return typeof brightness === 'number' ? Math.min(100, Math.max(0, brightness)) : 100;
}

function chromaticity(light: Resource): Xy {
  const mirek = member(light, 'color_temperature', 'mirek');
  if (typeof mirek === 'number' && mirek > 0) return mirekToXy(mirek);
  const x = member(light, 'color', 'xy', 'x');
  const y = member(light, 'color', 'xy', 'y');
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : plainWhite;
}

function hexToRgb(hex: string): Rgb {
  const channel = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
