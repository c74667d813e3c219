import type { Resource } from '../../../resources';
import { getGamut } from '../../../resources/values/lamp-gamut';
import { getShownXy } from '../../../resources/types/light';
import { mirekToRgb, rgbToXy, xyToRgb } from '../../../units/color-conversion';
import { rgbToHex, type Rgb, type Xy } from '../../../units/light-color';
import { toSettledVisibleLight } from '../../appearance/visible-lamp-light';

/** What a lamp shows at a chromaticity, at full brightness, as `#rrggbb`: a white as on screens, a colour as it was said. */
export const xyToHex = (light: Resource, xy: Xy): string =>
  rgbToHex(
    xyToRgb(xy, getShownXy(light) === undefined ? { space: 'srgb' } : { gamut: getGamut(light) }),
  );

/** Colour that a lamp reports, at full brightness, as `#rrggbb`. */
export const getLampColor = (light: Resource): string =>
  xyToHex(light, toSettledVisibleLight(light).xy);

/** Colour of a temperature in mirek, as `#rrggbb`. */
export const mirekToHex = (mirek: number): string => rgbToHex(mirekToRgb(mirek));

/** Chromaticity of a colour `#rrggbb` on a lamp. */
export function hexToXy(light: Resource, hex: string): Xy {
  const gamut = getGamut(light);
  return rgbToXy(hexToRgb(hex), gamut && { gamuts: [gamut] });
}

function hexToRgb(hex: string): Rgb {
  const parseChannel = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [parseChannel(1), parseChannel(3), parseChannel(5)];
}
