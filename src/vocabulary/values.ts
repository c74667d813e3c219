import { formatParsableDuration, parseDuration } from '../units/duration';
import { accept, refuse, refuseWithout } from './parse-result';
import type { ParseRefusal, ParseResult } from './parse-result';
import { findNearestName } from '../resources/nearest-name';
import { appendMemberToPath } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { ProblemText } from '../resources/problems';
import { kelvinToMirek, mirekToKelvin } from '../units/color';

/** One sentence with the probable meaning of a refused number. */
export type ScaleExplanation = (value: unknown) => ProblemText | undefined;

const plainNumberPattern = /^\s*(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s*$/;

/** Also from a text without sign and unit; NaN for any other value. */
export const readPlainNumber = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && plainNumberPattern.test(value)
      ? Number(value)
      : Number.NaN;

/** From people who count from 0 to 1. */
export const isFractionOfOne = (number: number): boolean => number > 0 && number < 1;

export const toPercent = (fraction: number): number => Math.round(fraction * 10_000) / 100;

export const explainPercentage: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  if (isFractionOfOne(number)) {
    const percent = toPercent(number);
    return { kind: 'fractionAsPercent', percent };
  }
  if (!(number > 100 && number <= 255)) return undefined;
  const percent = Math.round((number / 255) * 100);
  return { kind: 'byteAsPercent', percent };
};

export const explainHue: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  if (!(number > 360 && number <= 65_535)) return undefined;
  const degrees = Math.round((number / 65_535) * 360);
  return { kind: 'wordAsDegrees', degrees };
};

export const explainFraction: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  return number > 1 && number <= 100
    ? { kind: 'percentAsFraction', fraction: number / 100 }
    : undefined;
};

export const explainMirekAsKelvin: ScaleExplanation = (value) => {
  const number = Math.round(readPlainNumber(value));
  return number >= 100 && number < 1_000
    ? { kind: 'mirekAsKelvin', mirek: number, kelvin: mirekToKelvin(number) }
    : undefined;
};

export const explainKelvinAsMirek: ScaleExplanation = (value) => {
  const number = Math.round(readPlainNumber(value));
  return number > 1_000 && number <= 20_000
    ? { kind: 'kelvinAsMirek', kelvin: number, mirek: kelvinToMirek(number) }
    : undefined;
};

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
  ['k', explainMirekAsKelvin],
  ['mirek', explainKelvinAsMirek],
]);

/** Adds the probable other scale. */
export function refuseNumber(
  path: string,
  expected: ProblemText | string,
  received: unknown,
  explain: ScaleExplanation,
): ParseRefusal {
  const { problem } = refuse(path, expected, received, suggestPoint(received));
  const likelyCause = explain(received);
  return { ok: false, problem: likelyCause === undefined ? problem : { ...problem, likelyCause } };
}

/** With a point for the comma of some languages; a comma before three digits may stand for thousands. */
const suggestPoint = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\s*[+-]?\d{1,9},\d{1,2}(?!\d)[^,]{0,8}$/.test(value)
    ? value.trim().replace(',', '.')
    : undefined;

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
    : refuse(
        at,
        { kind: 'time', maximum: formatParsableDuration(maxDuration) },
        value,
        suggestDuration(value, maxDuration),
      );
}

/** Another spelling of the same time, such as `1.5h` for `1,5h`, `1h30min` for `1h30`, `1 hour` for `an hour`. */
function suggestDuration(value: unknown, maxDuration: number): string | undefined {
  if (typeof value !== 'string' || value.length > maxInputLength) return undefined;
  const text = value
    .trim()
    .toLowerCase()
    .replace(/(\d),(?=\d{1,2}(?!\d))/g, '$1.')
    .replace(/^half an? /, '0.5 ')
    .replace(/^an? /, '1 ')
    .replace(/(\d ?h) ?(\d{1,2})$/, '$1$2min')
    .replace(/(\d ?m(?:in)?) ?(\d{1,2})$/, '$1$2s');
  const duration = parseDuration(text);
  return duration !== undefined && text !== value && duration <= maxDuration ? text : undefined;
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

/** @param suggestionByAlias suggested members for names of other packages */
export function refuseUnknownMembers(
  value: Members,
  allowed: readonly string[],
  at: string,
  suggestionByAlias: ReadonlyMap<string, string> = new Map(),
): ParseResult<Members> {
  const unknownName = Object.keys(value).find((name) => !allowed.includes(name));
  return unknownName === undefined
    ? accept(value)
    : refuse(
        appendMemberToPath(at, unknownName),
        { kind: 'oneOf', values: allowed },
        value[unknownName],
        suggestionByAlias.get(unknownName) ?? findNearestName(unknownName, allowed),
      );
}

export const omitMembers = (value: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
