import { findNearestName } from '../../resources';
import { namedWhiteToKelvin, whiteNames } from '../../units/color-names';
import { parseHexColor } from '../../units/light-color';
import { parseNumberOrStep, parseOnOff } from '../parsing/parse-scalars';
import { suggestColorName, parseColorTextToRgb } from '../parsing/parse-color';
import { accept, refuse } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

type LightPropertyWithValue = readonly [word: string, value: unknown];

const expected = { kind: 'lightCommand' } as const;
const keywords = ['on', 'off', 'toggle', 'breathe', 'identify', 'stop', 'random', ...whiteNames];
const expectedOfList = { kind: 'oneLightCommand' } as const;
const maxTextLength = 64;

/** @param value anything but an object, such as `true`, `50`, `"+10"`, `"toggle"`, `"#ff8800"`, `"2700K"` */
export function parseBareValue(value: unknown, at: string): ParseResult<LightPropertyWithValue> {
  const on = parseOnOff(value);
  if (on !== undefined) return accept(['on', on]);
  if (typeof value === 'number') return accept(['brightness', value]);
  if (Array.isArray(value)) return parseBareList(value, at);
  if (typeof value !== 'string' || value.length > maxTextLength) return refuse(at, expected, value);
  const entry = parseKeyword(value.trim().toLowerCase()) ?? parseQuantity(value);
  return entry === undefined ? refuse(at, expected, value, findSuggestion(value)) : accept(entry);
}

const parseBareList = (list: readonly unknown[], at: string): ParseResult<LightPropertyWithValue> =>
  list.length > 0 && list.every((entry) => typeof entry === 'number')
    ? accept(['color', list])
    : refuse(at, expectedOfList, list);

function parseKeyword(text: string): LightPropertyWithValue | undefined {
  if (text === 'toggle') return ['toggle', true];
  if (text === 'breathe') return ['alert', text];
  if (text === 'identify') return ['identify', true];
  return text === 'stop' ? ['dim', text] : undefined;
}

function parseQuantity(value: string): LightPropertyWithValue | undefined {
  // Colour pickers send six or eight hexadecimal digits, which may all be decimal: no percentage has so many.
  if (parseHexColor(value.trim()) !== undefined) return ['color', value];
  if (parseNumberOrStep(value, '%') !== undefined) return ['brightness', value];
  if (parseNumberOrStep(value, 'k') !== undefined) return ['kelvin', value];
  if (namedWhiteToKelvin(value) !== undefined) return ['kelvin', value];
  return parseColorTextToRgb(value) === undefined ? undefined : ['color', value];
}

const findSuggestion = (value: string): string | undefined =>
  findNearestName(value, keywords) ?? suggestColorName(value);
