import type { PlainLight } from '../../resources/types/light';
import { parseHexColor, kelvinToMirek } from '../../units/light-color';
import { roundTo } from '../../units/arithmetic';
import { rgbToHsv } from '../../units/color-conversion';
import type { Rgb } from '../../units/light-color';

/** Of the colour, otherwise of the gradient's first colour; undefined while the lamp shows a white. */
export const getPlainLightRgb = ({ color, gradient }: PlainLight): Rgb | undefined =>
  parseHexColor(color ?? gradient?.colors[0] ?? '');

/** Hue in degrees, saturation in percent, both rounded to hundredths. */
export interface HueSaturation {
  hue: number;
  saturation: number;
}

/** Undefined while the lamp shows a white. */
export function getShownHueSaturation(light: PlainLight): HueSaturation | undefined {
  const rgb = getPlainLightRgb(light);
  return rgb && toHueSaturation(rgb);
}

export function toHueSaturation(rgb: Rgb): HueSaturation {
  const { hue, saturation } = rgbToHsv(rgb);
  return { hue: roundTo(hue, 2), saturation: roundTo(saturation * 100, 2) };
}

/** Undefined while the lamp shows a colour. */
export const getPlainLightMirek = ({ kelvin }: PlainLight): number | undefined =>
  kelvin === undefined ? undefined : kelvinToMirek(kelvin);
