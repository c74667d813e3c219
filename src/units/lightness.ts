import { interpolate } from './arithmetic';

/** Relative luminance; above, lightness is a cube root (CIE 15, CIELAB). */
const straightUpTo = 216 / 24_389;
const straightSlope = 24_389 / 27;

/**
 * Returns how bright a lamp looks: L* of CIELAB, from 0 to 100. Luminance is the square of the brightness, between the
 * linear and the logarithmic dimming curve of IEC 62386-102.
 *
 * @param brightness percent
 */
export function brightnessToLightness(brightness: number): number {
  const luminance = (brightness / 100) ** 2;
  return luminance <= straightUpTo ? straightSlope * luminance : 116 * Math.cbrt(luminance) - 16;
}

/** Inverse of `brightnessToLightness`. */
function lightnessToBrightness(lightness: number): number {
  const luminance =
    lightness <= straightSlope * straightUpTo
      ? lightness / straightSlope
      : ((lightness + 16) / 116) ** 3;
  return 100 * Math.sqrt(luminance);
}

/**
 * Even to the eye, in percent.
 *
 * @param share from 0 to 1
 */
export const interpolateBrightness = (from: number, to: number, share: number): number =>
  lightnessToBrightness(interpolate(brightnessToLightness(from), brightnessToLightness(to), share));
