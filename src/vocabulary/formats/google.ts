import { appendMemberToPath, getNestedMember, isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import { roundTo } from '../../units/arithmetic';
import { hsvToRgb, rgbToHex } from '../../units/color';
import type { Rgb } from '../../units/color';
import { acceptedKelvinRange } from '../light/words/white';
import { omitMembers, parseBoundedNumber } from '../values';
import { accept, refuse, mapResult } from '../parse-result';
import type { ParseResult } from '../parse-result';
import type { FormattedCommand, LightFormatCodec, LightFormatContext } from './light-format';
import {
  createNumberParser,
  fromPercent,
  parseHueSaturation,
  parsePayloadInFormat,
  parseOnMember,
  getPlainLightRgb,
  toHueSaturation,
} from './members';
import type { FormatMemberParsers, FormatMemberParser } from './members';

const largestRgb = 0xff_ff_ff;

const parseSpectrumRgb: FormatMemberParser = (value, at) => {
  const number = parseBoundedNumber(value, at, [0, largestRgb]);
  if (!number.ok) return number;
  if (number.value === 0) return refuse(at, 'a colour other than black', value);
  return accept({
    color: `#${Math.round(number.value).toString(16).padStart(6, '0')}`,
  });
};

/**
 * Hue in degrees, saturation and value from 0 to 1. A darker colour is a lower brightness, unless the brightness is
 * beside it. The value 1 of a named colour asks for none.
 */
const parseSpectrumHsv: FormatMemberParser = (value, at) =>
  mapResult(parseHueSaturation(value, at), ({ hue, saturation }) => {
    const level = getNestedMember(value, 'value');
    const isDark = typeof level === 'number' && level > 0 && level < 1;
    return {
      color: rgbToHex(hsvToRgb(hue, saturation, 1)),
      ...(isDark ? { brightness: roundTo(level * 100, 2) } : {}),
    };
  });

const parseTemperature = createNumberParser('kelvin', acceptedKelvinRange);

const colorParsers = {
  spectrumRGB: parseSpectrumRgb,
  spectrumRgb: parseSpectrumRgb,
  spectrumHSV: parseSpectrumHsv,
  spectrumHsv: parseSpectrumHsv,
  temperatureK: parseTemperature,
  temperature: parseTemperature,
};

const colorMembers: FormatMemberParsers = {
  format: 'Google',
  parsers: colorParsers,
  ignored: ['name'],
};

/** An empty one is in states whose model of colours has no such colour. */
const parseColorMember: FormatMemberParser = (value, at, context) => {
  if (typeof value === 'number') return parseSpectrumRgb(value, at, context);
  if (isObject(value) && Object.keys(value).length === 0) return accept({});
  return mapResult(
    parsePayloadInFormat(value, at, colorMembers, context),
    ({ command, warnings }) => {
      warnings.forEach((warning) => context.warn(warning));
      return context.payload['brightness'] === undefined
        ? command
        : omitMembers(command, ['brightness']);
    },
  );
};

/** @param percentPerUnit percent points */
const createStepParser =
  (largest: number, percentPerUnit: number): FormatMemberParser =>
  (value, at) => {
    const isStep = typeof value === 'number' && value !== 0 && Math.abs(value) <= largest;
    if (!isStep) return refuse(at, `a number from -${largest} to ${largest}, other than 0`, value);
    return accept({ brightness: `${value < 0 ? '-' : '+'}${Math.abs(value) * percentPerUnit}` });
  };

const deviceState: FormatMemberParsers = {
  format: 'Google',
  parsers: {
    on: parseOnMember,
    brightness: createNumberParser('brightness', [0, 100]),
    brightnessRelativePercent: createStepParser(100, 1),
    // From "a tiny bit" to "a lot".
    brightnessRelativeWeight: createStepParser(5, 10),
    color: parseColorMember,
    ...colorParsers,
  },
  ignored: [
    'online',
    'status',
    'name',
    'activeLightEffect',
    'lightEffectEndUnixTimestampSec',
    'followUpToken',
    'followUpPeriod',
  ],
};

/** Commands of the traits of a light, without their prefix, and the members of the state that they set. */
const membersByCommand: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['OnOff', ['on']],
  ['BrightnessAbsolute', ['brightness']],
  ['BrightnessRelative', ['brightnessRelativePercent', 'brightnessRelativeWeight']],
  ['ColorAbsolute', ['color']],
]);

const effectByCommand: ReadonlyMap<unknown, string> = new Map([
  ['ColorLoop', 'colorLoop'],
  ['Sleep', 'sleep'],
  ['Wake', 'wake'],
  ['StopEffect', ''],
]);

/** In seconds. */
const defaultEffectDuration = 1_800;
const effectDurations = [1, 86_400] as const;

/** The lamp fades for the duration; a loop of colours runs until another command. */
function parseEffect(
  effect: unknown,
  duration: unknown,
  at: string,
): ParseResult<FormattedCommand> {
  if (effect === '') return accept({ command: { effect: 'none', dim: 'stop' }, warnings: [] });
  if (effect === 'colorLoop') {
    const path = appendMemberToPath(at, 'duration');
    const warnings =
      duration === undefined
        ? []
        : [`${path}: the loop of colours runs until the next command, so it was not applied.`];
    return accept({ command: { effect: 'prism' }, warnings });
  }
  if (effect !== 'sleep' && effect !== 'wake')
    return refuse(appendMemberToPath(at, 'activeLightEffect'), 'colorLoop, sleep or wake', effect);
  const seconds = parseBoundedNumber(
    duration ?? defaultEffectDuration,
    appendMemberToPath(at, 'duration'),
    effectDurations,
  );
  return mapResult(seconds, (number) => ({
    command: {
      ...(effect === 'sleep' ? { on: false } : { brightness: 100 }),
      transition: number * 1_000,
    },
    warnings: [],
  }));
}

/** With what the command asks for, out of the whole state in the payload if it is there: a flow may have changed it. */
function parseExecution(
  command: unknown,
  params: Members,
  state: unknown,
  { at, context }: { readonly at: string; readonly context: LightFormatContext },
): ParseResult<FormattedCommand> {
  const name = toCommandName(command);
  const effect = effectByCommand.get(name);
  if (effect !== undefined) return parseEffect(effect, params['duration'], at);
  const names = membersByCommand.get(name) ?? [];
  const isInState = isObject(state) && names.some((member) => state[member] !== undefined);
  const asked = isInState
    ? Object.fromEntries(names.map((member) => [member, state[member]]))
    : params;
  return parsePayloadInFormat(asked, at, deviceState, context);
}

const toCommandName = (command: unknown): unknown =>
  typeof command === 'string' ? command.slice(command.lastIndexOf('.') + 1) : command;

const isLightCommand = (command: unknown): boolean => {
  const name = toCommandName(command);
  return membersByCommand.has(name) || effectByCommand.has(name);
};

/**
 * Traits OnOff, Brightness, ColorSetting and LightEffects:
 * https://developers.home.google.com/cloud-to-cloud/traits/colorsetting. Accepts the names of commands (`spectrumRGB`,
 * `temperature`) and of states (`spectrumRgb`, `temperatureK`).
 *
 * The device node of node-red-contrib-google-smarthome 0.6.0 has the whole state in each payload, and in `msg.command`
 * and `msg.params` what somebody asked for: only that counts. A state has a colour in both models, since the node
 * ignores the one that it is not set to.
 */
export const googleLightFormat: LightFormatCodec = {
  parse(payload, at, context) {
    if (isObject(payload) && isObject(payload['params'])) {
      const paramsAt = appendMemberToPath(at, 'params');
      const { command, params } = payload;
      return parseExecution(command, params, undefined, { at: paramsAt, context });
    }
    const { command, params } = context.messageMembers;
    if (isObject(payload) && isObject(params) && isLightCommand(command))
      return parseExecution(command, params, payload, { at, context });
    const effect = isObject(payload) ? payload['activeLightEffect'] : undefined;
    return effect === undefined || effect === ''
      ? parsePayloadInFormat(payload, at, deviceState, context)
      : parseEffect(effect, undefined, at);
  },
  format(light) {
    const rgb = getPlainLightRgb(light);
    const { brightness, kelvin } = light;
    return {
      on: light.on === true,
      ...(brightness === undefined ? {} : { brightness: fromPercent(brightness, 100) }),
      ...(rgb === undefined ? {} : { color: toGoogleColor(rgb) }),
      ...(kelvin === undefined ? {} : { color: { temperatureK: kelvin } }),
    };
  },
};

function toGoogleColor(rgb: Rgb): Members {
  const { hue, saturation } = toHueSaturation(rgb);
  return {
    spectrumRgb: parseInt(rgbToHex(rgb).slice(1), 16),
    spectrumHsv: { hue, saturation: roundTo(saturation / 100, 4), value: 1 },
  };
}
