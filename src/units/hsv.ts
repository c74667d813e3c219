import type { Rgb } from './light-color';

/**
 * Converts hue, saturation and value to sRGB.
 *
 * @param hue degrees, in any turn of the circle
 * @param saturation share from 0 to 1
 * @param value share from 0 to 1
 * @returns channels from 0 to 255, not rounded
 */
export function hsvToRgb(hue: number, saturation: number, value: number): Rgb {
  const channel = (offset: number): number => {
    const sector = (offset + normalizeHue(hue) / 60) % 6;
    const fall = Math.max(0, Math.min(sector, 4 - sector, 1));
    return 255 * (value - value * saturation * fall);
  };
  return [channel(5), channel(3), channel(1)];
}

/**
 * Converts hue, saturation and lightness to sRGB (CSS Color Module Level 4, section 7).
 *
 * @param hue degrees, in any turn of the circle
 * @param saturation share from 0 to 1
 * @param lightness share from 0 to 1
 * @returns channels from 0 to 255, not rounded
 */
export function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const value = lightness + saturation * Math.min(lightness, 1 - lightness);
  return hsvToRgb(hue, value === 0 ? 0 : 2 * (1 - lightness / value), value);
}

/**
 * Converts sRGB to hue, saturation and value.
 *
 * @param rgb channels from 0 to 255
 * @returns hue in degrees from 0 to below 360 (0 for grey), saturation and value from 0 to 1
 */
export function rgbToHsv(rgb: Rgb): { hue: number; saturation: number; value: number } {
  const [red, green, blue] = rgb;
  const highest = Math.max(...rgb);
  const range = highest - Math.min(...rgb);
  const saturation = highest === 0 ? 0 : range / highest;
  if (range === 0) return { hue: 0, saturation, value: highest / 255 };
  const sector =
    highest === red
      ? (green - blue) / range
      : highest === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue: normalizeHue(sector * 60), saturation, value: highest / 255 };
}

/**
 * Converts sRGB to hue, saturation and lightness (CSS Color Module Level 4, section 7).
 *
 * @param rgb channels from 0 to 255
 * @returns hue in degrees from 0 to below 360, saturation and lightness from 0 to 1
 */
export function rgbToHsl(rgb: Rgb): { hue: number; saturation: number; lightness: number } {
  const { hue, saturation, value } = rgbToHsv(rgb);
  const lightness = value * (1 - saturation / 2);
  const range = Math.min(lightness, 1 - lightness);
  return { hue, saturation: range === 0 ? 0 : (value - lightness) / range, lightness };
}

/** A hue on the first turn of the circle, in degrees from 0 to below 360. */
export const normalizeHue = (hue: number): number => ((hue % 360) + 360) % 360;
