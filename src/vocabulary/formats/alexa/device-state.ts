import { appendMemberToPath, isObject } from '../../../resources';
import type { Members } from '../../../resources';
import { acceptedKelvinRange } from '../../light/properties/color-temperature';
import { omitMembers } from '../../parsing/object-members';
import { accept, mapResult } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import { parseBoundedNumber } from '../../parsing/parse-scalars';
import type {
  FormattedCommand,
  LightFormatContext,
  PlainLightCommand,
} from '../light-format-codec';
import {
  createNumberParser,
  createPercentConverter,
  parseHueSaturation,
  parseOnMember,
  parsePayloadInFormat,
} from '../member-parser';
import type { ExternalFormatMemberParser, ExternalFormatMemberParsers } from '../member-parser';
import { parseStep } from './directives';
import { hubStateMembers } from './echo-hub';

const fractionToPercent = createPercentConverter(1);

/** Hue in degrees, saturation and brightness from 0 to 1. A missing brightness stays. */
function parseAlexaColor(value: unknown, at: string): ParseResult<PlainLightCommand> {
  const color = parseHueSaturation(value, at);
  if (!color.ok) return color;
  const hueSaturation = {
    hue: color.value.hue,
    saturation: fractionToPercent(color.value.saturation),
  };
  const given = isObject(value) ? (value['brightness'] ?? undefined) : undefined;
  if (given === undefined) return accept(hueSaturation);
  const brightness = parseBoundedNumber(given, appendMemberToPath(at, 'brightness'), [0, 1]);
  return mapResult(brightness, (fraction) => ({
    ...hueSaturation,
    brightness: fractionToPercent(fraction),
  }));
}

/** The brightness beside a colour counts more than the one in it. */
const parseColorMember: ExternalFormatMemberParser = (value, at, { payload }) =>
  mapResult(parseAlexaColor(value, at), (command) =>
    typeof payload['brightness'] === 'number' ? omitMembers(command, ['brightness']) : command,
  );

const deviceState: ExternalFormatMemberParsers = {
  format: 'Alexa',
  parsers: {
    powerState: parseOnMember,
    brightness: createNumberParser('brightness', [0, 100]),
    brightnessDelta: parseStep,
    color: parseColorMember,
    colorTemperatureInKelvin: createNumberParser('kelvin', acceptedKelvinRange),
  },
  ignored: [
    'connectivity',
    'source',
    'directive',
    'rawDirective',
    'lightMode',
    'type',
    'template',
    'name',
    'changes',
    'metadata',
  ],
};

/** The same colour in other notations. */
const repeatedColors = [
  'color_rgb',
  'color_hex',
  'color_cmyk',
  'color_lab',
  'color_xyz',
  'color_xy',
] as const;

/** A device reports its whole state with each directive. These are the members that the directive is about. */
const membersByDirective: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['TurnOn', ['powerState']],
  ['TurnOff', ['powerState']],
  ['SetBrightness', ['powerState', 'brightness']],
  ['AdjustBrightness', ['powerState', 'brightness']],
  ['SetColor', ['powerState', 'brightness', 'color']],
  ['SetColorTemperature', ['powerState', 'colorTemperatureInKelvin']],
  ['IncreaseColorTemperature', ['colorTemperatureInKelvin']],
  ['DecreaseColorTemperature', ['colorTemperatureInKelvin']],
]);

/**
 * Members of the Smart Home Skill API (PowerController, BrightnessController, ColorController,
 * ColorTemperatureController): https://developer.amazon.com/docs/device-apis/alexa-colorcontroller.html. Also those that
 * node-red-contrib-virtual-smart-home adds: `directive`, `lightMode` and the same colour in other notations.
 */
export function parseDeviceState(
  payload: unknown,
  at: string,
  context: LightFormatContext,
): ParseResult<FormattedCommand> {
  if (!isObject(payload)) return parsePayloadInFormat(payload, at, deviceState, context);
  const isColor = payload['hue'] !== undefined && payload['saturation'] !== undefined;
  const format = isColor ? createFlatColorFormat(at) : deviceState;
  return parsePayloadInFormat(selectAsked(payload), at, format, context);
}

/** The payload is a colour, as in the directive SetColor; the parser of its hue reads all of it. */
const createFlatColorFormat = (at: string): ExternalFormatMemberParsers => ({
  ...deviceState,
  parsers: {
    ...deviceState.parsers,
    hue: (_hue, _path, { payload }) => parseAlexaColor(payload, at),
    saturation: () => accept({}),
    brightness: () => accept({}),
  },
});

/** Leaves out what repeats another member, what the other light mode shows, and what the directive does not ask for. */
function selectAsked(payload: Members): Members {
  const { color, colorTemperatureInKelvin, lightMode, powerState, saturation } = payload;
  const asked = membersByDirective.get(payload['directive']);
  const isAsked = asked?.some((name) => payload[name] !== undefined) === true;
  const unasked = isAsked
    ? Object.keys(deviceState.parsers).filter((name) => !asked.includes(name))
    : [];
  const hubMembers = hubStateMembers.filter((name) => name !== 'hue' || saturation === undefined);
  const hasBoth = color !== undefined && colorTemperatureInKelvin !== undefined;
  return omitMembers(payload, [
    ...unasked,
    ...(color === undefined ? [] : repeatedColors),
    ...(hasBoth && lightMode === 'temp' ? ['color'] : []),
    ...(hasBoth && lightMode === 'hsb' ? ['colorTemperatureInKelvin'] : []),
    ...(powerState === undefined ? [] : ['state', ...hubMembers]),
  ]);
}
