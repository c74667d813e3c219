import { parseDuration } from '../units/duration';
import { accept, refuse } from './result';
import type { Result } from './result';

/** A number as people give it: a place to go to, or a step up or down from the present one. */
export type Amount =
  { kind: 'absolute'; value: number } | { kind: 'step'; direction: 'up' | 'down'; value: number };

const longestNumber = 24;
const numberText = /^([+-])?(\d{1,12}(?:\.\d{1,12})?)$/;

/**
 * Reads a number, or the text of one; a sign in the text makes it a step: `50`, `"50"`, `"+10"`.
 *
 * @param unit what may stand behind the number in a text, such as `%` or `k`; upper or lower case
 * @returns undefined for anything else, and for negative numbers
 */
export function parseAmount(value: unknown, unit: string): Amount | undefined {
  if (typeof value === 'number') {
    return value >= 0 && Number.isFinite(value) ? { kind: 'absolute', value } : undefined;
  }
  if (typeof value !== 'string' || value.length > longestNumber) return undefined;
  const text = value.trim().toLowerCase();
  const bare = text.endsWith(unit) ? text.slice(0, text.length - unit.length).trimEnd() : text;
  const match = numberText.exec(bare);
  if (match === null) return undefined;
  const [, sign, digits] = match;
  const number = Number(digits);
  if (sign === undefined) return { kind: 'absolute', value: number };
  return { kind: 'step', direction: sign === '+' ? 'up' : 'down', value: number };
}

/** Reads a number, or the text of one, between two bounds. */
export function readNumber(
  value: unknown,
  at: string,
  [minimum, maximum]: readonly [minimum: number, maximum: number],
  unit = '',
): Result<number> {
  const amount = parseAmount(value, unit);
  return amount?.kind === 'absolute' && amount.value >= minimum && amount.value <= maximum
    ? accept(amount.value)
    : refuse(at, `a number from ${minimum} to ${maximum}`, value);
}

/**
 * Reads a length of time: a number of ms, or a text such as `"2s"`.
 *
 * @param longest longest that is taken, in ms
 * @returns whole ms
 */
export function readDuration(value: unknown, at: string, longest: number): Result<number> {
  const duration =
    typeof value === 'string' ? parseDuration(value) : typeof value === 'number' ? value : NaN;
  return duration !== undefined && duration >= 0 && duration <= longest
    ? accept(Math.round(duration))
    : refuse(at, `a time of at most ${longest} ms, such as 400 or "2s"`, value);
}

/** Reads a word as people write switches: true, "on", "off" and the like; undefined for anything else. */
export function parseSwitch(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > longestNumber) return undefined;
  const word = value.trim().toLowerCase();
  if (word === 'on' || word === 'true') return true;
  return word === 'off' || word === 'false' ? false : undefined;
}
