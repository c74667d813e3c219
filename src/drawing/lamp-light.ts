import { mirekToRgb, rgbToXy, xyToRgb, parseHexColor, rgbToHex } from '../units/color';
import type { Gamut, Xy } from '../units/color';

/** Returns `#rrggbb` at full brightness. */
export const colorToHex = (xy: Xy, gamut: Gamut | undefined): string =>
  rgbToHex(xyToRgb(xy, gamut === undefined ? {} : { gamut }));

/** Returns the colour as a screen shows it, at full brightness, such as a white. */
export const xyToScreenHex = (xy: Xy): string => rgbToHex(xyToRgb(xy, { space: 'srgb' }));

export const mirekToHex = (mirek: number): string => rgbToHex(mirekToRgb(mirek));

/** @param hex `#rrggbb` */
export const hexToXy = (hex: string, gamut: Gamut | undefined): Xy =>
  rgbToXy(parseHexColor(hex) ?? [0, 0, 0], gamut && { gamuts: [gamut] });

/**
 * Shows a light in the bulb of a tile (`tile.css`).
 *
 * @param brightness percent
 * @param color `#rrggbb` at full brightness
 */
export function showLight(tile: HTMLElement, brightness: number, color: string): void {
  tile.classList.toggle('is-lit', brightness > 0);
  tile.style.setProperty('--lamp', color);
  tile.style.setProperty('--level', String(brightness / 100));
}
