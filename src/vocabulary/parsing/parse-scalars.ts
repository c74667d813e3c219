import { formatParsableDuration, parseDuration } from '../../units/duration';
import { explainFraction, explainKelvin, explainMirek, explainPercentage } from './other-scale';
import type { ScaleExplanation } from './other-scale';
import { accept, refuse, refuseNumber, refuseWithout } from './parse-result';
import type { ParseResult } from './parse-result';
import type { Resource } from '../../resources';

export type NumberOrStep =
  | { kind: 'absolute'; value: number }
  | { kind: 'step'; direction: 'up' | 'down'; value: number };

const maxInputLength = 24;
const numberPattern = /^([+-])?(\d{1,12}(?:\.\d{1,12})?)$/;

/**
 * A sign in a text makes a step: `50`, `"50"`, `"+10"`.
 *
 * @param unit optional suffix in lower case, such as `%` or `k`; the text may use any case
 * @returns undefined for anything else, and for negative numbers
 */
export function parseNumberOrStep(value: unknown, unit: string): NumberOrStep | undefined {
  if (typeof value === 'number') {
    return value >= 0 ? { kind: 'absolute', value } : undefined;
  }
  if (typeof value !== 'string' || value.length > maxInputLength) return undefined;
  const text = value.trim().toLowerCase();
  const withoutUnit = text.endsWith(unit)
    ? text.slice(0, text.length - unit.length).trimEnd()
    : text;
  const match = numberPattern.exec(withoutUnit);
  if (match === null) return undefined;
  const [, sign, digits] = match;
  const number = Number(digits);
  if (sign === undefined) return { kind: 'absolute', value: number };
  return { kind: 'step', direction: sign === '+' ? 'up' : 'down', value: number };
}

const explanationsByUnit: ReadonlyMap<string, ScaleExplanation> = new Map([
  ['%', explainPercentage],
  ['k', explainKelvin],
  ['mirek', explainMirek],
]);

/** Parses a number or its text; the bounds are inclusive. */
export function parseBoundedNumber(
  value: unknown,
  at: string,
  [minimum, maximum]: readonly [minimum: number, maximum: number],
  unit = '',
): ParseResult<number> {
  const amount = parseNumberOrStep(value, unit);
  return amount?.kind === 'absolute' && amount.value >= minimum && amount.value <= maximum
    ? accept(amount.value)
    : refuseNumber(
        at,
        { kind: 'range', minimum, maximum },
        value,
        explanationsByUnit.get(unit) ?? (maximum === 1 ? explainFraction : () => undefined),
      );
}

/**
 * @param value ms, or a text such as `"2s"` or `"20 minutes"`
 * @param maxDuration in ms
 * @returns whole ms
 */
export function parseBoundedDuration(
  value: unknown,
  at: string,
  maxDuration: number,
): ParseResult<number> {
  const duration =
    typeof value === 'string' ? parseDuration(value) : typeof value === 'number' ? value : NaN;
  return duration !== undefined && duration >= 0 && duration <= maxDuration
    ? accept(Math.round(duration))
    : refuse(at, { kind: 'time', maximum: formatParsableDuration(maxDuration) }, value);
}

/** Parses true, false, "on", "off", "true" or "false". */
export function parseOnOff(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > maxInputLength) return undefined;
  const text = value.trim().toLowerCase();
  if (text === 'on' || text === 'true') return true;
  return text === 'off' || text === 'false' ? false : undefined;
}

/** In the service (Hue CLIP API reference). */
const maxNameLength = 32;

/** Of a lamp, room or scene. Any script and emoji are valid, control characters are not. */
export function parseName(value: unknown, at: string): ParseResult<string> {
  const isValid =
    typeof value === 'string' &&
    value.length <= maxNameLength &&
    value.trim() !== '' &&
    !/\p{Control}/u.test(value);
  return isValid ? accept(value) : refuse(at, { kind: 'name', maximum: maxNameLength }, value);
}

interface EnabledContext {
  at: string;
  /** For "toggle". */
  resource: Resource | undefined;
  /** For problems, such as `a sensor`. */
  noun: string;
}

/** @returns `needs: 'state'` for "toggle" if the state is unknown */
export function parseEnabled(
  value: unknown,
  { at, resource, noun }: EnabledContext,
): ParseResult<boolean> {
  if (value === 'enable' || value === 'disable') return accept(value === 'enable');
  const enabled = parseOnOff(value);
  if (enabled !== undefined) return accept(enabled);
  if (value !== 'toggle')
    return refuse(at, { kind: 'either', first: 'true, false', last: '"toggle"' }, value);
  const current = resource?.['enabled'];
  return typeof current === 'boolean'
    ? accept(!current)
    : refuseWithout('state', at, `${noun} whose state is known`, value);
}
