import type { Rgb } from './light-color';

/** @param text `#ff8800`, `ff8800` or `#f80`, in any case; alpha is ignored: `#ff8800cc`, `ff8800cc`, `#f80c` */
export function parseHexColor(text: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(text);
  if (short !== null) return toChannels(short, (digit) => digit + digit);
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(text);
  return long === null ? undefined : toChannels(long, (digits) => digits);
}

function toChannels(
  [, red = '0', green = '0', blue = '0']: RegExpExecArray,
  expandDigits: (digits: string) => string,
): Rgb {
  return [
    parseInt(expandDigits(red), 16),
    parseInt(expandDigits(green), 16),
    parseInt(expandDigits(blue), 16),
  ];
}
