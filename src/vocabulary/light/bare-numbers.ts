import { appendMemberToPath, isObject } from '../../resources/values/member-access';
import { parseHexColor } from '../../units/light-color';
import { readPlainNumber, toPercent } from '../parsing/other-scale';
import { accept, refuse } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

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
