import {
  appendMemberToPath,
  getNestedMember,
  getNumericMember,
  isObject,
  getXyMember,
  getListMember,
} from '../../../resources/members';
import type { Members } from '../../../resources/members';
import {
  maxTransition,
  maxSignalDuration,
  maxTimedEffectDuration,
} from '../../../resources/light-schemas';
import type { Resource } from '../../../resources/resource';
import {
  getBrightnessForTimeOfDay,
  getMirekForTimeOfDay,
} from '../../../units/light-for-time-of-day';
import { refuse, accept, mapResult } from '../../parse-result';
import type { ParseResult } from '../../parse-result';
import type { PlainLightCommand, LightFormatCodec, ShownColor } from '../light-format';
import { parseHexColor, kelvinToMirek, rgbToXy, hslToRgb, rgbToHsl } from '../../../units/color';
import type { Xy, Rgb } from '../../../units/color';
import { getGamut } from '../../../resources/types/light';
import type { PlainLight } from '../../../resources/types/light';
import { createHueMagicState } from './states';
import type { LightCommandTarget } from '../../light/words/word';
import {
  readHueMagicColorName,
  hueMagicWhites,
  mixRgb,
  rgbToHueMagicXy,
  xyToHueMagicRgb,
} from './colors';

/** Light and group nodes of HueMagic 5. */
export const hueMagicLightFormat: LightFormatCodec = {
  parse: (payload, at, { target }) =>
    mapResult(parseHueMagicLightCommand(payload, { at, ...target }), (command) => ({
      command,
      warnings: [],
    })),
  format(light, shown) {
    const withOwner = shown.withOwner ?? {
      resource: toResource(light, shown),
      owner: undefined,
      services: [],
    };
    return createHueMagicState({ ...withOwner, at: new Date() })?.payload;
  },
};

/** Only the plain value of the lamp is known. */
function toResource({ on, brightness, kelvin, color }: PlainLight, { xy }: ShownColor): Resource {
  const rgb = parseHexColor(color ?? '');
  const shownXy = xy ?? (rgb && rgbToXy(rgb));
  return {
    id: '',
    type: 'light',
    on: { on },
    ...(brightness === undefined ? {} : { dimming: { brightness } }),
    ...(kelvin === undefined ? {} : { color_temperature: { mirek: kelvinToMirek(kelvin) } }),
    ...(shownXy === undefined ? {} : { color: { xy: shownXy } }),
  };
}

/** Asks a node for its state. */
export const readCommand = { get: true } as const;

export interface HueMagicLightContext extends LightCommandTarget {
  /** Of the payload, for problems. */
  at: string;
  /** For `"auto"`; the system time if missing. */
  now?: Date | undefined;
}

/** Before the wait for a lamp that is off. */
interface CommandParts {
  /** Plain words and members of the service's own body. */
  words: Record<string, unknown>;
  /** These wait for a lamp that is off. */
  later: Record<string, unknown>;
}

/** Adds one member of the payload; returns only a problem. */
type MemberParser = (
  value: unknown,
  parts: CommandParts,
  context: MemberContext,
) => ParseResult<never> | undefined;

interface MemberContext extends HueMagicLightContext {
  payload: Members;
}

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

const isOff = (lamp: Resource | undefined): boolean => getNestedMember(lamp, 'on', 'on') === false;

/** Also true for a group, and for an unknown lamp. */
const mayShowColors = ({ kind, lamp }: HueMagicLightContext): boolean =>
  kind === 'grouped_light' || lamp === undefined || getXyMember(lamp, 'color', 'xy') !== undefined;

/** Also true for a group, and for an unknown lamp. */
const mayHaveAnyOf = ({ kind, lamp }: HueMagicLightContext, ...names: readonly string[]): boolean =>
  kind === 'grouped_light' || lamp === undefined || names.some((name) => lamp[name] !== undefined);

/** NaN for anything but a number or its text. */
export const toNumber = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN;

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

type ColorParser = (value: unknown, at: string) => ParseResult<Rgb>;

const parseColorName: ColorParser = (value, at) => {
  const rgb = typeof value === 'string' ? readHueMagicColorName(value) : undefined;
  return rgb === undefined
    ? refuse(at, 'the name of a colour, such as red, or random', value)
    : accept(rgb);
};

/** 3, 4, 6 or 8 hexadecimal digits, with or without `#`; alpha is ignored. */
const parseHex: ColorParser = (value, at) => {
  const rgb = parseHexColor(`#${String(value).replace(/^#/, '')}`);
  return rgb === undefined ? refuse(at, 'a colour such as #ff8800', value) : accept(rgb);
};

const parseRgb: ColorParser = (value, at) => {
  const [red, green, blue] = getListMember(value);
  const rgb = [toNumber(red), toNumber(green), toNumber(blue)] as const;
  return rgb.every((channel) => channel >= 0 && channel <= 255)
    ? accept(rgb)
    : refuse(at, { kind: 'rgb' }, value);
};

function parseXy(value: unknown, at: string): ParseResult<Xy> {
  const xy = getXyMember({ value }, 'value');
  return xy !== undefined && [xy.x, xy.y].every((part) => part >= 0 && part <= 1)
    ? accept({ x: xy.x, y: xy.y })
    : refuse(at, { kind: 'xy' }, value);
}

const toXy = (color: ParseResult<Rgb>, { kind, lamp }: HueMagicLightContext): ParseResult<Xy> =>
  mapResult(color, (rgb) =>
    rgbToHueMagicXy(rgb, kind === 'grouped_light' ? undefined : getGamut(lamp)),
  );

/** The colour replaces the colour of an earlier member. */
const createColorParser =
  (parse: (value: unknown, context: MemberContext) => ParseResult<Xy>): MemberParser =>
  (value, { later }, context) => {
    if (!mayShowColors(context)) return undefined;
    const xy = parse(value, context);
    if (!xy.ok) return xy;
    later['color'] = { xy: xy.value };
    return undefined;
  };

const createRgbParser = (parse: ColorParser): MemberParser =>
  createColorParser((value, context) => toXy(parse(value, context.at), context));

/** At the brightness of the lamp, as HueMagic reports it. */
function getShownRgb({ lamp }: HueMagicLightContext): Rgb | undefined {
  const xy = getXyMember(lamp, 'color', 'xy');
  return xy && xyToHueMagicRgb(xy, getNumericMember(lamp, 'dimming', 'brightness') ?? 100);
}

/** `amount` is the percentage of the present colour that stays. Groups do not have the member. */
const parseMixColor: MemberParser = (value, parts, context) =>
  context.kind === 'grouped_light' ? undefined : mixIntoShownColor(value, parts, context);

const mixIntoShownColor = createColorParser((value, context) => {
  const color = parseMixedColor(value, context.at);
  if (!color.ok) return color;
  const amount = toNumber(getNestedMember(value, 'amount'));
  const share = amount > 0 && amount <= 100 ? amount / 100 : 0.5;
  const shown = getShownRgb(context);
  const mixed = shown === undefined ? color.value : mixRgb(shown, color.value, share);
  return toXy(accept(mixed), context);
});

function parseMixedColor(value: unknown, at: string): ParseResult<Rgb> {
  for (const [name, parse] of [
    ['color', parseColorName],
    ['rgb', parseRgb],
    ['hex', parseHex],
    ['xyColor', parseXyAsRgb],
  ] as const) {
    const color = getNestedMember(value, name);
    if (color !== undefined) return parse(color, appendMemberToPath(at, name));
  }
  return refuse(at, 'color, rgb, hex or xyColor', value);
}

const parseXyAsRgb: ColorParser = (value, at) =>
  mapResult(parseXy(value, at), (xy) => xyToHueMagicRgb(xy, 100));

/** Percent of the saturation of the colour beside it, otherwise of the present colour. */
const parseSaturation: MemberParser = (value, { later }, context) => {
  if (context.kind === 'grouped_light' || !mayShowColors(context)) return undefined;
  const percent = toNumber(value);
  if (!(percent >= 0 && percent <= 100))
    return refuse(context.at, { kind: 'range', minimum: 0, maximum: 100 }, value);
  const requested = getXyMember(later, 'color', 'xy');
  const rgb = requested === undefined ? getShownRgb(context) : xyToHueMagicRgb(requested, 100);
  if (rgb === undefined) return refuse(context.at, 'a lamp whose colour is known', value);
  const { hue, saturation, lightness } = rgbToHsl(rgb);
  const [red, green, blue] = hslToRgb(hue, (saturation * percent) / 100, lightness);
  const rounded: Rgb = [Math.round(red), Math.round(green), Math.round(blue)];
  later['color'] = { xy: rgbToHueMagicXy(rounded, getGamut(context.lamp)) };
  return undefined;
};

const [coldest, warmest] = [153, 500] as const;

/** Mirek, the name of a white; any other text means the white of the time of day. */
const parseColorTemp: MemberParser = (value, parts, context) => {
  // The state of a lamp that shows a colour has `false`.
  if (value === false || !mayHaveAnyOf(context, 'color_temperature')) return undefined;
  const number = Math.trunc(toNumber(value));
  const named = typeof value === 'string' && Number.isNaN(number);
  const mirek = named
    ? (hueMagicWhites.get(value) ?? getMirekForTimeOfDay(context.now ?? new Date()))
    : number;
  if (!(mirek >= coldest && mirek <= warmest)) {
    const expected = `a number from ${coldest} to ${warmest}, cold, normal, warm, hot or auto`;
    return refuse(context.at, expected, value);
  }
  setMirek(mirek, parts, context);
  return undefined;
};

/**
 * A bridge takes a white or a colour. The colour counts, except in a state of HueMagic, which has the colour of its
 * white.
 */
function setMirek(mirek: number, { later }: CommandParts, { payload }: MemberContext): void {
  if (payload['colorTempName'] !== undefined) delete later['color'];
  if (later['color'] === undefined) later['color_temperature'] = { mirek };
}

/** In mirek, without a number in the command. */
const usualMirekStep = 50;

/** Mirek, from 0 while the lamp shows a colour. */
const createColorTempStepParser =
  (sign: 1 | -1, overtaking: readonly string[]): MemberParser =>
  (value, parts, context) => {
    const { payload, kind, lamp } = context;
    const isOvertaken = overtaking.some((name) => payload[name] !== undefined);
    if (kind === 'grouped_light' || isOvertaken || !mayHaveAnyOf(context, 'color_temperature'))
      return undefined;
    const number = Math.trunc(toNumber(value));
    const step = Number.isNaN(number) ? usualMirekStep : number;
    const shown = getNumericMember(lamp, 'color_temperature', 'mirek') ?? 0;
    const mirek = Math.min(warmest, Math.max(coldest, shown + sign * step));
    setMirek(mirek, parts, context);
    return undefined;
  };

/** The last one counts. */
const gradientNotations = [
  ['xyColor', parseXy],
  ['rgb', parseRgb],
  ['hex', parseHex],
] as const;

const parseGradient: MemberParser = (value, { later }, context) => {
  const { at, kind, lamp } = context;
  if (kind === 'grouped_light' || !mayHaveAnyOf(context, 'gradient')) return undefined;
  const points: unknown[] = [];
  for (const [name, parse] of gradientNotations) {
    const colors = getNestedMember(value, name);
    if (!Array.isArray(colors) || points.length > 0) continue;
    for (const [index, color] of colors.entries()) {
      const place = appendMemberToPath(appendMemberToPath(at, name), index);
      const parsed = parse(color, place);
      if (!parsed.ok) return parsed;
      const xy = 'x' in parsed.value ? parsed.value : rgbToHueMagicXy(parsed.value, getGamut(lamp));
      points.push({ color: { xy } });
    }
  }
  // The state of a lamp has `colors` instead.
  if (getNestedMember(value, 'colors') !== undefined && points.length === 0) return undefined;
  if (points.length === 0) return refuse(at, 'an object with a list of hex, rgb or xyColor', value);
  const mode = getNestedMember(value, 'mode');
  later['gradient'] = { points, ...(mode === undefined ? {} : { mode }) };
  return undefined;
};

/** Seconds. */
const parseTransitionTime: MemberParser = (value, { later }, { at }) => {
  const seconds = toNumber(value);
  if (Number.isNaN(seconds)) return refuse(at, 'a number of seconds, such as 2', value);
  const duration = Math.round(Math.min(maxTransition, Math.max(0, seconds * 1_000)));
  later['dynamics'] = { duration };
  return undefined;
};

/** Seconds; in the colour of `rgb`, `hex` or `color` beside it if the lamp shows colours. */
function parseAlert(value: unknown, context: MemberContext): ParseResult<PlainLightCommand> {
  const { lamp } = context;
  if (lamp !== undefined && lamp['signaling'] === undefined)
    return accept({ alert: { action: 'breathe' } });
  const duration = Math.min(maxSignalDuration, Math.round(Number(value)) * 1_000);
  const color = mayShowColors(context) ? parseAlertColor(context) : undefined;
  if (color?.ok === false) return color;
  return accept({
    signaling:
      color === undefined
        ? { signal: 'on_off', duration }
        : { signal: 'on_off_color', duration, colors: [{ xy: color.value }] },
  });
}

function parseAlertColor(context: MemberContext): ParseResult<Xy> | undefined {
  for (const [name, parse] of [
    ['rgb', parseRgb],
    ['hex', parseHex],
    ['color', parseColorName],
  ] as const) {
    const value = context.payload[name];
    if (value !== undefined)
      return toXy(parse(value, appendMemberToPath(context.at, name)), context);
  }
  return undefined;
}

const noEffect = 'no_effect';

/** Returns `no_effect` for false. */
function parseEffectName(value: unknown, at: string, names: unknown): ParseResult<string> {
  const name = value === false ? noEffect : String(value);
  if (!Array.isArray(names) || names.includes(name)) return accept(name);
  return refuse(at, `one of ${names.join(', ')}`, value);
}

/**
 * `effectSpeed`, and the colour or white beside it, count only for lamps that take these. Without an effect, the colour or
 * white is that of the lamp: a lamp ignores parameters of `no_effect`.
 */
const parseEffect: MemberParser = (value, { later }, context) => {
  const { at, kind, lamp, payload } = context;
  if (kind === 'grouped_light' || !mayHaveAnyOf(context, 'effects', 'effects_v2')) return undefined;
  const newer = getNestedMember(lamp, 'effects_v2', 'action', 'effect_values');
  const effect = parseEffectName(
    value,
    at,
    newer ?? getNestedMember(lamp, 'effects', 'effect_values'),
  );
  if (!effect.ok) return effect;
  if (lamp?.['effects_v2'] === undefined) {
    later['effects'] = { effect: effect.value };
    return undefined;
  }
  if (effect.value === noEffect) {
    later['effects_v2'] = { action: { effect: noEffect } };
    return undefined;
  }
  const { color, color_temperature } = later;
  const speed = toNumber(payload['effectSpeed']);
  const parameters = {
    ...(Number.isNaN(speed) ? {} : { speed }),
    ...(color === undefined ? {} : { color }),
    ...(color_temperature === undefined || color !== undefined ? {} : { color_temperature }),
  };
  const action = {
    effect: effect.value,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
  delete later['color'];
  delete later['color_temperature'];
  later['effects_v2'] = { action };
  return undefined;
};

/** `duration` is in seconds. */
const parseTimedEffect: MemberParser = (value, { later }, context) => {
  const { at, kind, lamp, payload } = context;
  if (kind === 'grouped_light' || !mayHaveAnyOf(context, 'timed_effects')) return undefined;
  const names = getNestedMember(lamp, 'timed_effects', 'effect_values');
  const effect = parseEffectName(value, at, names);
  if (!effect.ok) return effect;
  const seconds = toNumber(payload['duration']);
  const duration = Math.min(maxTimedEffectDuration, Math.max(0, Math.round(seconds * 1_000)));
  later['timed_effects'] = {
    effect: effect.value,
    ...(Number.isNaN(seconds) ? {} : { duration }),
  };
  return undefined;
};

const powerUpPresets = ['safety', 'powerfail', 'last_on_state', 'custom'];

/** Details count only beside `custom`. Waits for no lamp. */
const parsePowerUp: MemberParser = (value, { words }, context) => {
  const { at, kind } = context;
  if (kind === 'grouped_light') return undefined;
  const settings = isObject(value) ? value : { preset: value };
  const { preset, on, brightness, colorTemp, xyColor } = settings;
  if (!powerUpPresets.some((name) => name === preset))
    return refuse(at, `one of ${powerUpPresets.join(', ')}`, value);
  const details = {
    ...(on === undefined ? {} : { on: toPowerUpOn(on) }),
    ...(brightness === undefined ? {} : { dimming: { mode: 'dimming', dimming: { brightness } } }),
    ...toPowerUpColor(colorTemp, xyColor),
  };
  words['powerup'] = { preset, ...(preset === 'custom' ? details : {}) };
  return undefined;
};

const toPowerUpOn = (on: unknown): object =>
  typeof on === 'string' ? { mode: on } : { mode: 'on', on: { on: on === true } };

function toPowerUpColor(colorTemp: unknown, xy: unknown): object {
  if (colorTemp !== undefined)
    return { color: { mode: 'color_temperature', color_temperature: { mirek: colorTemp } } };
  return xy === undefined ? {} : { color: { mode: 'color', color: { xy } } };
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
