import { hslToRgb, hsvToRgb } from '../../units/hsv';
import type { Rgb } from '../../units/light-color';

/**
 * sRGB colour of `rgb()`, `hsl()` and `hsv()`.
 *
 * @param text such as `rgb(255, 136, 0)`, `rgb(100% 53% 0%)`, `hsl(32deg, 100%, 50%)`; alpha is
 *   ignored
 * @returns channels from 0 to 255, or undefined for anything else
 */
export function parseColorFunction(text: string): Rgb | undefined {
  const match = /^(rgb|hsl|hsv)a?\(([^()]{1,48})\)$/i.exec(text);
  if (match === null) return undefined;
  const [, name = '', argumentText = ''] = match;
  const parts = argumentText.trim().split(/\s*[,/]\s*|\s+/);
  if (parts.length !== 3 && parts.length !== 4) return undefined;
  const [first = '', second = '', third = '', transparency = '1'] = parts;
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)%?$/.test(transparency)) return undefined;
  if (name.toLowerCase() === 'rgb') return parseRgbArguments([first, second, third]);
  return parseHueArguments(name.toLowerCase() === 'hsl' ? hslToRgb : hsvToRgb, [
    first,
    second,
    third,
  ]);
}

function parseHueArguments(
  convert: typeof hslToRgb,
  [first, ...others]: readonly [string, string, string],
): Rgb | undefined {
  const hue = parseLimitedNumber(first.replace(/deg$/i, ''), 360);
  const [one, other] = others.map((part) => parseLimitedNumber(part.replace(/%$/, ''), 100));
  if (hue === undefined || one === undefined || other === undefined) return undefined;
  return convert(hue, one / 100, other / 100);
}

function parseRgbArguments(parts: readonly [string, string, string]): Rgb | undefined {
  const [red, green, blue] = parts.map((part) => {
    const percentage = part.endsWith('%') ? parseLimitedNumber(part.slice(0, -1), 100) : undefined;
    return percentage === undefined ? parseLimitedNumber(part, 255) : (percentage * 255) / 100;
  });
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : [red, green, blue];
}

function parseLimitedNumber(text: string, maximum: number): number | undefined {
  if (!/^\d{1,6}(?:\.\d{1,12})?$/.test(text)) return undefined;
  const number = Number(text);
  return number <= maximum ? number : undefined;
}
