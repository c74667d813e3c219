import { getMember, type Resource } from '../../../resources';
import { mirekToXy } from '../../../units/planckian-locus';
import { rgbToHex, rgbToXy, xyToRgb, type Rgb, type Xy } from '../../../units/xy';

/** Colour of a lamp without colour or colour temperature: 2700 K. */
const defaultWhite = mirekToXy(370);

/** Colour of a lamp at full brightness, as `#rrggbb`. */
export const getLampColor = (light: Resource): string => rgbToHex(xyToRgb(getChromaticity(light)));

/** Colour of a temperature in mirek, as `#rrggbb`. */
export const mirekToHex = (mirek: number): string => rgbToHex(xyToRgb(mirekToXy(mirek)));

/** Chromaticity of a colour `#rrggbb`. */
export const hexToXy = (hex: string): Xy => rgbToXy(hexToRgb(hex));

/** Brightness of a lamp from 0 (dark) to 100; a lamp that cannot be dimmed has 0 or 100. */
export function getLampBrightness(light: Resource): number {
  if (getMember(light, 'on', 'on') !== true) return 0;
  const brightness = getMember(light, 'dimming', 'brightness');
  return typeof brightness === 'number' ? Math.min(100, Math.max(0, brightness)) : 100;
}

function getChromaticity(light: Resource): Xy {
  const mirek = getMember(light, 'color_temperature', 'mirek');
  if (typeof mirek === 'number' && mirek > 0) return mirekToXy(mirek);
  const x = getMember(light, 'color', 'xy', 'x');
  const y = getMember(light, 'color', 'xy', 'y');
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : defaultWhite;
}

function hexToRgb(hex: string): Rgb {
  const parseChannel = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [parseChannel(1), parseChannel(3), parseChannel(5)];
}
