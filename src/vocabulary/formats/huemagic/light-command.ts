import type { Members } from '../../../resources';
import {
  appendMemberToPath,
  getNestedMember,
  getNumericMember,
  isObject,
  maxTransition,
} from '../../../resources';
import { getBrightnessForTimeOfDay } from '../../../units/light-for-time-of-day';
import { refuse, accept } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import type { PlainLightCommand } from '../light-format-codec';
import {
  createColorParser,
  createColorTempStepParser,
  createRgbParser,
  parseColorTemp,
  parseGradient,
  parseHex,
  parseMixColor,
  parseColorName,
  parseRgb,
  parseSaturation,
  parseXy,
} from './color-words';
import { mayHaveAnyOf, isOff, toNumber } from './command-parts';
import type {
  CommandParts,
  HueMagicLightContext,
  MemberContext,
  MemberParser,
} from './command-parts';
import { parseAlert, parseEffect, parsePowerUp, parseTimedEffect } from './effect-words';

/** Asks a node for its state. */
export const readCommand = { get: true } as const;

/**
 * Leaves out members that HueMagic ignores. A lamp that is off stays off without `on` or `toggle`; the other members
 * then wait (`turnOn: "later"`).
 *
 * @returns plain words and members of the service's body; `{ get: true }` for a message that only asks for the state
 */
export function parseHueMagicLightCommand(
  payload: unknown,
  context: HueMagicLightContext,
): ParseResult<PlainLightCommand> {
  if (typeof payload === 'boolean') return accept({ on: payload });
  if (!isObject(payload) || payload['status'] !== undefined) return accept(readCommand);
  // These are already plain words.
  if (payload['play'] !== undefined || payload['dim'] !== undefined) return accept(payload);
  const whole = { ...context, payload };
  for (const [name, parse] of exclusiveMembers) {
    const value = payload[name];
    if (Number(value) > 0) return parse(value, whole);
  }
  const parts: CommandParts = { words: {}, later: {} };
  for (const [name, parse] of memberParsers) {
    const value = payload[name];
    if (value === undefined || value === null) continue;
    const problem = parse(value, parts, { ...whole, at: appendMemberToPath(context.at, name) });
    if (problem !== undefined) return problem;
  }
  return accept(completeCommand(parts, context));
}

/** Unless the command turns the lamp on or off, `later` waits for a lamp that is off. */
function completeCommand(
  { words, later }: CommandParts,
  { lamp }: HueMagicLightContext,
): PlainLightCommand {
  const saysPower = words['on'] !== undefined || words['toggle'] !== undefined;
  const names = Object.keys(later);
  if (names.length === 0 && Object.keys(words).length === 0) return readCommand;
  const isVisible = names.some((name) => name !== 'dynamics');
  return saysPower || !isOff(lamp) || !isVisible
    ? { ...words, ...later }
    : { turnOn: 'later', ...words, ...toPlainWords(later) };
}

/** Each lamp of a group takes the words that it can. The body itself is sent unchanged, and turns no lamp on. */
function toPlainWords({
  dimming,
  color,
  color_temperature,
  dynamics,
  ...others
}: CommandParts['later']): Members {
  const words = {
    brightness: getNestedMember(dimming, 'brightness'),
    xy: getNestedMember(color, 'xy'),
    mirek: getNestedMember(color_temperature, 'mirek'),
    transition: getNestedMember(dynamics, 'duration'),
  };
  const given = Object.entries(words).filter(([, value]) => value !== undefined);
  return { ...others, ...Object.fromEntries(given) };
}

/** HueMagic then ignores all other members. The first above 0 counts. */
const exclusiveMembers: readonly (readonly [
  string,
  (value: unknown, context: MemberContext) => ParseResult<PlainLightCommand>,
])[] = [
  ['colorloop', parseColorloop],
  ['alert', parseAlert],
];

/** In s. Turns the lamp on, as HueMagic does. */
function parseColorloop(
  value: unknown,
  { payload }: MemberContext,
): ParseResult<PlainLightCommand> {
  const brightness = Number(payload['brightness']);
  return accept({
    play: 'rainbow',
    for: Math.max(1, Math.floor(Number(value))) * 1_000,
    ...(brightness > 0 ? { brightness } : {}),
  });
}

const parsePower: MemberParser = (value, { words }) => {
  if (typeof value === 'boolean') words['on'] = value;
  return undefined;
};

/** Any value counts. Replaces `on`. */
const parseToggle: MemberParser = (_value, { words }) => {
  delete words['on'];
  words['toggle'] = true;
  return undefined;
};

/** A group is always turned off. */
function turnOffIfOn({ words }: CommandParts, { kind, lamp }: HueMagicLightContext): void {
  if (kind === 'light' && isOff(lamp)) return;
  delete words['toggle'];
  words['on'] = false;
}

/** Percent; 0 turns a lamp off. */
function setBrightness(brightness: number, parts: CommandParts, context: MemberContext): void {
  if (brightness === 0) turnOffIfOn(parts, context);
  else if (mayHaveAnyOf(context, 'dimming')) parts.later['dimming'] = { brightness };
}

/** Percent, or a text with `auto`. */
const parseBrightness: MemberParser = (value, parts, context) => {
  if (typeof value === 'string' && value.includes('auto')) {
    setBrightness(getBrightnessForTimeOfDay(context.now ?? new Date()), parts, context);
    return undefined;
  }
  const brightness = toNumber(value);
  if (!(brightness >= 0 && brightness <= 100))
    return refuse(context.at, 'a number from 0 to 100, or auto', value);
  setBrightness(brightness, parts, context);
  return undefined;
};

/** 0 to 254, only without `brightness`. */
const parseBrightnessLevel: MemberParser = (value, parts, context) => {
  if (context.payload['brightness'] !== undefined) return undefined;
  const level = toNumber(value);
  if (!(level >= 0 && level <= 254)) return refuse(context.at, 'a number from 0 to 254', value);
  setBrightness(level === 0 ? 0 : Math.max(1, Math.round((level / 254) * 100)), parts, context);
  return undefined;
};

/** In percent points, without a number in the command. */
const usualStep = 10;

/** Percent points; 1 for `true`, 10 for any other value but a number. */
const createStepParser =
  (sign: 1 | -1, isOvertaken: (payload: MemberContext['payload']) => boolean): MemberParser =>
  (value, parts, context) => {
    if (isOvertaken(context.payload)) return undefined;
    const number = value === true ? 1 : toNumber(value);
    const step = sign * (Number.isNaN(number) ? usualStep : number);
    const size = Math.abs(step);
    if (size > 100) return refuse(context.at, 'a number from -100 to 100', value);
    const { lamp, kind } = context;
    // A lamp without dimming is at 0.
    const shown = mayHaveAnyOf(context, 'dimming')
      ? getNumericMember(lamp, 'dimming', 'brightness')
      : 0;
    const endsInOff =
      kind === 'light' && step < 0 && shown !== undefined && Math.round(shown + step) < 1;
    if (endsInOff && !isOff(lamp)) turnOffIfOn(parts, context);
    else if (size > 0 && mayHaveAnyOf(context, 'dimming'))
      parts.later['brightness'] = `${step < 0 ? '-' : '+'}${size}`;
    return undefined;
  };

const hasBrightness = (payload: MemberContext['payload']): boolean =>
  payload['brightness'] !== undefined || payload['brightnessLevel'] !== undefined;

const refuseImage: MemberParser = (value, _parts, { at }) =>
  refuse(
    at,
    'a colour: pictures are not read here. Take the colour elsewhere and send it as hex',
    value,
  );

/** Seconds. */
const parseTransitionTime: MemberParser = (value, { later }, { at }) => {
  const seconds = toNumber(value);
  if (Number.isNaN(seconds)) return refuse(at, 'a number of seconds, such as 2', value);
  const duration = Math.round(Math.min(maxTransition, Math.max(0, seconds * 1_000)));
  later['dynamics'] = { duration };
  return undefined;
};

/** HueMagic answers any other payload with the state. */
export const isHueMagicLightCommand = (payload: unknown): boolean =>
  typeof payload === 'boolean' ||
  (isObject(payload) &&
    payload['status'] === undefined &&
    (isHueMagicExclusiveCommand(payload) ||
      memberParsers.some(([name]) => payload[name] !== undefined && payload[name] !== null)));

/** HueMagic ignores everything beside an alert or a colour loop. */
export const isHueMagicExclusiveCommand = (payload: unknown): boolean =>
  isObject(payload) && exclusiveMembers.some(([name]) => Number(payload[name]) > 0);

/** A later member replaces an earlier one. */
const memberParsers: readonly (readonly [string, MemberParser])[] = [
  ['on', parsePower],
  ['toggle', parseToggle],
  ['brightness', parseBrightness],
  ['brightnessLevel', parseBrightnessLevel],
  ['incrementBrightness', createStepParser(1, hasBrightness)],
  [
    'decrementBrightness',
    createStepParser(
      -1,
      (payload) => hasBrightness(payload) || payload['incrementBrightness'] !== undefined,
    ),
  ],
  ['color', createRgbParser(parseColorName)],
  ['hex', createRgbParser(parseHex)],
  ['rgb', createRgbParser(parseRgb)],
  ['xyColor', createColorParser((value, { at }) => parseXy(value, at))],
  ['image', refuseImage],
  ['mixColor', parseMixColor],
  ['saturation', parseSaturation],
  ['colorTemp', parseColorTemp],
  ['incrementColorTemp', createColorTempStepParser(1, ['colorTemp'])],
  ['decrementColorTemp', createColorTempStepParser(-1, ['colorTemp', 'incrementColorTemp'])],
  ['transitionTime', parseTransitionTime],
  ['gradient', parseGradient],
  ['effect', parseEffect],
  ['timedEffect', parseTimedEffect],
  ['powerUp', parsePowerUp],
];
