import { interpolate } from './arithmetic';

/** Above this relative luminance lightness is a cube root, below it is straight (CIE 15, CIELAB). */
const straightUpTo = 216 / 24_389;
const straightSlope = 24_389 / 27;

/**
 * How bright a lamp looks: the lightness L* of CIELAB. The light that it gives off is taken as the square of its
 * brightness, which lies between the straight and the logarithmic dimming curve of IEC 62386-102.
 *
 * @param brightness percent
 * @returns 0 to 100
 */
export function brightnessToLightness(brightness: number): number {
  const luminance = (brightness / 100) ** 2;
  return luminance <= straightUpTo ? straightSlope * luminance : 116 * Math.cbrt(luminance) - 16;
}

/** Brightness in percent at which a lamp looks as bright as a lightness from 0 to 100; see `brightnessToLightness`. */
export function lightnessToBrightness(lightness: number): number {
  const luminance =
    lightness <= straightSlope * straightUpTo
      ? lightness / straightSlope
      : ((lightness + 16) / 116) ** 3;
  return 100 * Math.sqrt(luminance);
}

/** Brightness in percent at a share, from 0 to 1, of the way between two others, as the eye sees it. */
export const interpolateBrightness = (from: number, to: number, share: number): number =>
  lightnessToBrightness(interpolate(brightnessToLightness(from), brightnessToLightness(to), share));
