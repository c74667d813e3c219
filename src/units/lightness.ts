import { interpolate } from './arithmetic';

/** Relative luminance up to which lightness is linear. Above, it is a cube root (CIE 15, CIELAB). */
const straightUpTo = 216 / 24_389;
const straightSlope = 24_389 / 27;

/**
 * Returns how bright a lamp looks: the lightness L* of CIELAB, from 0 to 100. The luminance is taken as the square of
 * the brightness, between the linear and the logarithmic dimming curve of IEC 62386-102.
 *
 * @param brightness percent
 */
export function brightnessToLightness(brightness: number): number {
  const luminance = (brightness / 100) ** 2;
  return luminance <= straightUpTo ? straightSlope * luminance : 116 * Math.cbrt(luminance) - 16;
}

/** Returns the brightness in percent for a lightness from 0 to 100; inverse of `brightnessToLightness`. */
function lightnessToBrightness(lightness: number): number {
  const luminance =
    lightness <= straightSlope * straightUpTo
      ? lightness / straightSlope
      : ((lightness + 16) / 116) ** 3;
  return 100 * Math.sqrt(luminance);
}

/** Returns the brightness in percent at a share, from 0 to 1, of the way between two others, even to the eye. */
export const interpolateBrightness = (from: number, to: number, share: number): number =>
  lightnessToBrightness(interpolate(brightnessToLightness(from), brightnessToLightness(to), share));
