import { maxTransition } from '../../resources/light-schemas';
import { appendMemberToPath } from '../../resources/members';
import type { Members } from '../../resources/members';
import { roundTo } from '../../units/arithmetic';
import { refuseUnknownMembers, parseBoundedNumber, toPercent } from '../values';
import { accept, mapResult, refuse } from '../parse-result';
import type { ParseResult } from '../parse-result';

/** Of an 8-bit channel. */
const largestLevel = 255;
const largestWord = 0xff_ff;
/** In ms: the unit of a transition time. */
const transitionUnit = 100;

interface Datapoint {
  /** All of them are in each telegram. */
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Undefined if plain words take the payload as it is. */
  readonly parse: (payload: Members, at: string) => ParseResult<Members> | undefined;
}

const channelNames = ['red', 'green', 'blue'] as const;
const channelMasks = ['mR', 'mG', 'mB'] as const;
const timedWhiteFlags = [
  'isTimePeriodValid',
  'isAbsoluteColourTemperatureValid',
  'isAbsoluteBrightnessValid',
] as const;

const datapoints: readonly Datapoint[] = [
  { required: ['priority', 'data'], parse: parseSwitchControl },
  { required: ['decr_incr', 'data'], parse: parseDimmingControl },
  { required: channelNames, parse: parseRgb },
  {
    required: [...channelNames, 'white'],
    optional: [...channelMasks, 'mW'],
    parse: parseRgbw,
  },
  {
    required: ['x', 'y', 'brightness', 'isColorValid', 'isBrightnessValid'],
    parse: parseXyY,
  },
  {
    required: ['transitionTime', 'colourTemperature', 'absoluteBrightness', ...timedWhiteFlags],
    parse: parseTimedWhite,
  },
];

/**
 * Translates what KNX nodes decode from telegrams of several parts to plain words: switch control (datapoint type 2.001),
 * dimming control (3.007), RGB (232.600), xyY (242.600), white with brightness and time (249.600), RGBW (251.600). Plain
 * words take those of one part, such as a percentage, as they are. No command in plain words has these members.
 *
 * Source: the decoder of knxultimate 5.4.0. Levels are 0 to 255.
 *
 * @returns undefined for any other payload
 */
export function parseKnxDatapoint(payload: Members, at: string): ParseResult<Members> | undefined {
  const datapoint = datapoints
    .toReversed()
    .find(({ required }) => required.every((name) => name in payload));
  if (datapoint === undefined) return undefined;
  const { required, optional = [], parse } = datapoint;
  if (required === channelNames && Object.keys(payload).length > required.length) return undefined;
  const known = refuseUnknownMembers(payload, [...required, ...optional], at);
  return known.ok ? parse(payload, at) : known;
}

/** Without priority, the telegram asks for nothing. */
function parseSwitchControl({ priority, data }: Members, at: string): ParseResult<Members> {
  if (priority === true && typeof data === 'boolean') return accept({ on: data });
  return refuse(at, 'a switch control whose priority is true and whose data is true or false', {
    priority,
    data,
  });
}

/** A step is 100, 50, 25 … 1.6 %. The largest one counts as the beginning of a press, which the step 0 ends. */
function parseDimmingControl(payload: Members, at: string): ParseResult<Members> {
  const direction = parseNumberMember(payload, 'decr_incr', at, 1);
  if (!direction.ok) return direction;
  const up = direction.value === 1;
  return mapResult(parseNumberMember(payload, 'data', at, 7), (step): Members => {
    if (step === 0) return { dim: 'stop' };
    if (step === 1) return { dim: up ? 'up' : 'down' };
    return { brightness: `${up ? '+' : '-'}${roundTo(100 / 2 ** (step - 1), 2)}` };
  });
}

/** As a colour, except black. */
function parseRgb(payload: Members): ParseResult<Members> | undefined {
  return channelNames.every((name) => payload[name] === 0) ? accept({ on: false }) : undefined;
}

/** The strongest channel is the brightness, since nothing else in the telegram is. */
function parseRgbw(payload: Members, at: string): ParseResult<Members> {
  const masks = channelMasks.map((name) => payload[name] ?? 1);
  const hasColor = masks.every((mask) => mask === 1);
  const hasWhite = (payload['mW'] ?? 1) === 1;
  if (!hasColor && (!hasWhite || !masks.every((mask) => mask === 0)))
    return refuse(at, 'red, green and blue together, or white: mR, mG and mB are all 1, or all 0', {
      ...payload,
    });
  const levels: number[] = [];
  for (const name of [...channelNames, 'white']) {
    const level = parseNumberMember(payload, name, at, largestLevel);
    if (!level.ok) return level;
    const isValid = name === 'white' ? hasWhite : hasColor;
    levels.push(isValid ? level.value : 0);
  }
  const [white = 0] = levels.splice(channelNames.length);
  const strongest = Math.max(white, ...levels);
  if (strongest === 0) return accept({ on: false });
  const mixed = levels.map((level) => level + white);
  const largest = Math.max(...mixed);
  const color = mixed.map((level) => Math.round((level / largest) * largestLevel));
  return accept({ color, brightness: levelToPercent(strongest) });
}

function parseXyY(payload: Members, at: string): ParseResult<Members> {
  const { isColorValid, isBrightnessValid } = payload;
  const x = parseNumberMember(payload, 'x', at, largestWord);
  if (!x.ok) return x;
  const y = parseNumberMember(payload, 'y', at, largestWord);
  if (!y.ok) return y;
  const level = parseNumberMember(payload, 'brightness', at, largestLevel);
  if (!level.ok) return level;
  return acceptValidParts(payload, at, {
    ...(isColorValid === true
      ? { xy: [roundTo(x.value / largestWord, 4), roundTo(y.value / largestWord, 4)] }
      : {}),
    ...(isBrightnessValid === true ? { brightness: levelToPercent(level.value) } : {}),
  });
}

function parseTimedWhite(payload: Members, at: string): ParseResult<Members> {
  const [hasTime, hasWhite, hasBrightness] = timedWhiteFlags.map((name) => payload[name] === true);
  const time = parseNumberMember(payload, 'transitionTime', at, largestWord);
  if (!time.ok) return time;
  const kelvin = parseNumberMember(payload, 'colourTemperature', at, largestWord);
  if (!kelvin.ok) return kelvin;
  const level = parseNumberMember(payload, 'absoluteBrightness', at, largestLevel);
  if (!level.ok) return level;
  const transition = Math.min(time.value * transitionUnit, maxTransition);
  const parts = {
    ...(hasWhite === true ? { kelvin: kelvin.value } : {}),
    ...(hasBrightness === true ? { brightness: levelToPercent(level.value) } : {}),
  };
  const command = acceptValidParts(payload, at, parts);
  return hasTime === true ? mapResult(command, (words) => ({ ...words, transition })) : command;
}

/** Refuses a telegram none of whose parts is valid. */
const acceptValidParts = (payload: Members, at: string, parts: Members): ParseResult<Members> =>
  Object.keys(parts).length === 0
    ? refuse(at, 'a telegram that marks a colour, a white or a brightness as valid', payload)
    : accept(parts);

function parseNumberMember(
  payload: Members,
  name: string,
  at: string,
  largest: number,
): ParseResult<number> {
  const path = appendMemberToPath(at, name);
  const value = payload[name];
  return typeof value === 'number'
    ? parseBoundedNumber(value, path, [0, largest])
    : refuse(path, { kind: 'range', minimum: 0, maximum: largest }, value);
}

const levelToPercent = (level: number): number => toPercent(level / largestLevel);
