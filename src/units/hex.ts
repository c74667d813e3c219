import type { Rgb } from './xy';

/**
 * sRGB colour of hex notation.
 *
 * @param text `#ff8800`, `ff8800`, `#f80`; upper or lower case
 * @returns channels from 0 to 255, or undefined for anything else
 */
export function parseHex(text: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short !== null) return channels(short, (digit) => digit + digit);
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  return long === null ? undefined : channels(long, (digits) => digits);
}

function channels(
  [, red = '0', green = '0', blue = '0']: RegExpExecArray,
  pair: (digits: string) => string,
): Rgb {
  return [parseInt(pair(red), 16), parseInt(pair(green), 16), parseInt(pair(blue), 16)];
}
