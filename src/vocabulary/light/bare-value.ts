import { findNearestName } from '../../resources/nearest-name';
import { namedWhiteToKelvin, whiteNames } from '../../units/color-names';
import { parseHexColor } from '../../units/color';
import { parseNumberOrStep, parseOnOff, readPlainNumber, toPercent } from '../values';
import { suggestColorName, parseColorTextToRgb } from '../color';
import { accept, refuse } from '../parse-result';
import type { ParseResult } from '../parse-result';
import { appendMemberToPath, isObject, parseJsonOrUndefined } from '../../resources/members';

type WordWithValue = readonly [word: string, value: unknown];

const expected = { kind: 'lightCommand' } as const;
const keywords = ['on', 'off', 'toggle', 'breathe', 'identify', 'stop', 'random', ...whiteNames];
const expectedOfList = { kind: 'oneLightCommand' } as const;
const maxTextLength = 64;

/** A text in the quotes of JSON, such as `"\"on\""`, means the text between them. Other values stay. */
export function readQuotedText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*".*"\s*$/s.test(value)) return value;
  const text = parseJsonOrUndefined(value);
  return typeof text === 'string' ? text : value;
}

/** @param value anything but an object, such as `true`, `50`, `"+10"`, `"toggle"`, `"#ff8800"`, `"2700K"` */
export function parseBareValue(given: unknown, at: string): ParseResult<WordWithValue> {
  const value = readQuotedText(given);
  const on = parseOnOff(value);
  if (on !== undefined) return accept(['on', on]);
  if (typeof value === 'number') return accept(['brightness', value]);
  if (Array.isArray(value)) return parseBareList(value, at);
  if (typeof value !== 'string' || value.length > maxTextLength) return refuse(at, expected, value);
  const entry = parseKeyword(value.trim().toLowerCase()) ?? parseQuantity(value);
  return entry === undefined ? refuse(at, expected, value, findSuggestion(value)) : accept(entry);
}

const parseBareList = (list: readonly unknown[], at: string): ParseResult<WordWithValue> =>
  list.length > 0 && list.every((entry) => typeof entry === 'number')
    ? accept(['color', list])
    : refuse(at, expectedOfList, list);

function parseKeyword(text: string): WordWithValue | undefined {
  if (text === 'toggle') return ['toggle', true];
  if (text === 'breathe') return ['alert', text];
  if (text === 'identify') return ['identify', true];
  return text === 'stop' ? ['dim', text] : undefined;
}

function parseQuantity(value: string): WordWithValue | undefined {
  // Colour pickers send six or eight hexadecimal digits, which may all be decimal: no percentage has so many.
  if (parseHexColor(value.trim()) !== undefined) return ['color', value];
  if (parseNumberOrStep(value, '%') !== undefined) return ['brightness', value];
  if (parseNumberOrStep(value, 'k') !== undefined) return ['kelvin', value];
  if (namedWhiteToKelvin(value) !== undefined) return ['kelvin', value];
  return parseColorTextToRgb(value) === undefined ? undefined : ['color', value];
}

const findSuggestion = (value: string): string | undefined =>
  findNearestName(value, keywords) ?? suggestColorName(value);

/**
 * How a light node reads a number that is a whole command: `percent` from 0 to 100; `onOff` as percent, except that 1 is
 * on; `level` from 0 to 255.
 */
export const numberReadings = ['percent', 'onOff', 'level'] as const;
export type NumberReading = (typeof numberReadings)[number];

const maxLevel = 255;

/**
 * Replaces a number, or a text of digits, by the command that it means. Other values stay as they are, such as steps
 * (`"+10"`), a number with a unit (`"50%"`), words, and objects.
 *
 * @param command plain JSON; also a list with an entry `{target, command}` for each lamp
 * @returns a problem for a level above 255 or below 0
 */
export function parseBareNumbers(
  command: unknown,
  reading: NumberReading,
  at: string,
): ParseResult<unknown> {
  if (reading === 'percent') return accept(command);
  if (!Array.isArray(command)) return parseBareNumber(command, reading, at);
  const entries: unknown[] = [];
  for (const [index, entry] of command.entries()) {
    if (!isObject(entry) || entry['target'] === undefined || entry['command'] === undefined) {
      entries.push(entry);
      continue;
    }
    const path = appendMemberToPath(appendMemberToPath(at, index), 'command');
    const parsed = parseBareNumber(entry['command'], reading, path);
    if (!parsed.ok) return parsed;
    entries.push({ ...entry, command: parsed.value });
  }
  return accept(entries);
}

function parseBareNumber(
  command: unknown,
  reading: 'onOff' | 'level',
  at: string,
): ParseResult<unknown> {
  const number = readPlainNumber(command);
  if (Number.isNaN(number) || isHexDigits(command)) return accept(command);
  if (reading === 'onOff') return accept(number === 1 ? true : command);
  return number >= 0 && number <= maxLevel
    ? accept(`${toPercent(number / maxLevel)}%`)
    : refuse(at, { kind: 'range', minimum: 0, maximum: maxLevel }, command);
}

/** A colour, as colour pickers send it. */
const isHexDigits = (command: unknown): boolean =>
  typeof command === 'string' && parseHexColor(command.trim()) !== undefined;
