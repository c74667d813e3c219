import type { Rgb } from './light-color';

/**
 * @param hue degrees, in any turn of the circle
 * @param saturation from 0 to 1
 * @param value from 0 to 1
 * @returns not rounded
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
 * CSS Color Module Level 4, section 7.
 *
 * @param hue degrees, in any turn of the circle
 * @param saturation from 0 to 1
 * @param lightness from 0 to 1
 * @returns not rounded
 */
export function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const value = lightness + saturation * Math.min(lightness, 1 - lightness);
  return hsvToRgb(hue, value === 0 ? 0 : 2 * (1 - lightness / value), value);
}

/** @returns hue in degrees from 0 to below 360 (0 for grey), saturation and value from 0 to 1 */
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
 * CSS Color Module Level 4, section 7.
 *
 * @returns hue in degrees from 0 to below 360, saturation and lightness from 0 to 1
 */
export function rgbToHsl(rgb: Rgb): { hue: number; saturation: number; lightness: number } {
  const { hue, saturation, value } = rgbToHsv(rgb);
  const lightness = value * (1 - saturation / 2);
  const range = Math.min(lightness, 1 - lightness);
  return { hue, saturation: range === 0 ? 0 : (value - lightness) / range, lightness };
}

/** From 0 to below 360 degrees. */
export const normalizeHue = (hue: number): number => ((hue % 360) + 360) % 360;
