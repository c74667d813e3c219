import { nearest } from '../../resources';
import { parseAmount, parseSwitch } from '../amounts';
import { nearestColorName, parseColorText } from '../color';
import { accept, refuse } from '../result';
import type { Result } from '../result';

/** A word of the vocabulary with its value. */
export type Saying = readonly [word: string, value: unknown];

const expected =
  'true, false, "toggle", a brightness such as 50 or "+10", a colour, a white such as "2700K", or an object';
const words = ['on', 'off', 'toggle', 'breathe', 'identify', 'stop'];
const longestText = 64;

/**
 * Says in the words of the vocabulary what a single value means.
 *
 * @param value anything but an object, such as `true`, `50`, `"+10"`, `"toggle"`, `"#ff8800"`, `"2700K"`
 */
export function bareValue(value: unknown, at: string): Result<Saying> {
  const on = parseSwitch(value);
  if (on !== undefined) return accept(['on', on]);
  if (typeof value === 'number') return accept(['brightness', value]);
  if (typeof value !== 'string' || value.length > longestText) return refuse(at, expected, value);
  const saying = wordOf(value.trim().toLowerCase()) ?? quantityOf(value);
  return saying === undefined ? refuse(at, expected, value, suggest(value)) : accept(saying);
}

function wordOf(text: string): Saying | undefined {
  if (text === 'toggle') return ['toggle', true];
  if (text === 'breathe') return ['alert', text];
  if (text === 'identify') return ['identify', true];
  return text === 'stop' ? ['dim', text] : undefined;
}

function quantityOf(value: string): Saying | undefined {
  if (parseAmount(value, '%') !== undefined) return ['brightness', value];
  if (parseAmount(value, 'k') !== undefined) return ['kelvin', value];
  return parseColorText(value) === undefined ? undefined : ['color', value];
}

const suggest = (value: string): string | undefined =>
  nearest(value, words) ?? nearestColorName(value);
