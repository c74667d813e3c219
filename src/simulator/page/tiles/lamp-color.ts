import type { Resource } from '../../../resources';
import { mirekToXy } from '../../../units/planckian-locus';
import { rgbToHex, rgbToXy, xyToRgb, type Rgb, type Xy } from '../../../units/light-color';
import { toSettledVisibleLight } from '../../appearance/visible-lamp-light';

/** A chromaticity at full brightness, as `#rrggbb`. */
export const xyToHex = (xy: Xy): string => rgbToHex(xyToRgb(xy));

/** Colour that a lamp reports, at full brightness, as `#rrggbb`. */
export const getLampColor = (light: Resource): string => xyToHex(toSettledVisibleLight(light).xy);

/** Colour of a temperature in mirek, as `#rrggbb`. */
export const mirekToHex = (mirek: number): string => xyToHex(mirekToXy(mirek));

/** Chromaticity of a colour `#rrggbb`. */
export const hexToXy = (hex: string): Xy => rgbToXy(hexToRgb(hex));

function hexToRgb(hex: string): Rgb {
  const parseChannel = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [parseChannel(1), parseChannel(3), parseChannel(5)];
}
