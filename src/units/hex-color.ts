import type { Rgb } from './light-color';

/** @param text `#ff8800`, `ff8800` or `#f80`, in any case; alpha is ignored: `#ff8800cc`, `ff8800cc`, `#f80c` */
export function parseHexColor(text: string): Rgb | undefined {
  const long = /^#[0-9a-f]{3,4}$/i.test(text) ? text.replace(/[0-9a-f]/gi, '$&$&') : text;
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(long);
  if (match === null) return undefined;
  const [, red = '', green = '', blue = ''] = match;
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}
