import { isObject, appendMemberToPath } from '../../../resources';
import type { Members } from '../../../resources';
import type { PlainLight } from '../../../resources/types/light';
import { roundTo } from '../../../units/arithmetic';
import type {
  LightFormatCodec,
  FormattedCommand,
  LightFormatContext,
  PlainLightCommand,
} from '../light-format-codec';
import {
  fromPercent,
  createNumberParser,
  createPercentConverter,
  parseHueSaturation,
  parseOnMember,
  parsePayloadInFormat,
} from '../member-parser';
import type { ExternalFormatMemberParser, ExternalFormatMemberParsers } from '../member-parser';
import { getShownHueSaturation } from '../shown-color';
import type { HueSaturation } from '../shown-color';
import { parseDirective, parseStep } from './directives';
import {
  formatHubState,
  isHubState,
  parseHubMessage,
  parseHubState,
  hubStateMembers,
} from './echo-hub';
import { acceptedKelvinRange } from '../../light/properties/color-temperature';
import { omitMembers } from '../../parsing/object-members';
import { accept, mapResult } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import { parseBoundedNumber } from '../../parsing/parse-scalars';

/**
 * Takes what packages for Alexa send, and tells their messages apart by itself:
 *
 * - the members of the Smart Home Skill API, as node-red-contrib-virtual-smart-home sends them
 * - bare values with the directive in `msg.command` (node-red-contrib-alexa-home-skill, node-red-contrib-alexa-smart-home)
 * - `"on"` and `"off"` with the values beside the payload (node-red-contrib-amazon-echo)
 *
 * A state has the members that all of them read; each ignores those of the others.
 */
export const alexaLightFormat: LightFormatCodec = {
  parse(payload, at, context) {
    const message = parseHubMessage(payload, context) ?? parseDirective(payload, at, context);
    if (message !== undefined) return message;
    return isObject(payload) && isHubState(payload)
      ? parseHubState(payload, at, context)
      : parseDeviceState(payload, at, context);
  },
  format(light, shown) {
    const hueSaturation = getShownHueSaturation(light);
    return {
      ...formatDeviceState(light, hueSaturation),
      ...formatHubState(light, hueSaturation, shown),
      state: formatReportedState(light, hueSaturation),
    };
  },
};

/** As the Smart Home Skill API and node-red-contrib-virtual-smart-home name it; `lightMode` tells which of both counts. */
function formatDeviceState(
  { on, brightness, kelvin }: PlainLight,
  shown: HueSaturation | undefined,
): object {
  return {
    powerState: on === true ? 'ON' : 'OFF',
    ...(brightness === undefined ? {} : { brightness: fromPercent(brightness, 100) }),
    ...(shown === undefined
      ? {}
      : {
          color: {
            hue: shown.hue,
            saturation: roundTo(shown.saturation / 100, 4),
            brightness: roundTo((brightness ?? 100) / 100, 4),
          },
          lightMode: 'hsb',
        }),
    ...(kelvin === undefined ? {} : { colorTemperatureInKelvin: kelvin, lightMode: 'temp' }),
  };
}

/** As the state node of node-red-contrib-alexa-smart-home takes it: a colour or a white, not both. */
function formatReportedState(
  { on, brightness, kelvin }: PlainLight,
  shown: HueSaturation | undefined,
): object {
  return {
    power: on === true ? 'ON' : 'OFF',
    ...(brightness === undefined ? {} : { brightness: fromPercent(brightness, 100) }),
    ...(shown === undefined
      ? {}
      : {
          colorHue: shown.hue,
          colorSaturation: roundTo(shown.saturation / 100, 4),
          colorBrightness: roundTo((brightness ?? 100) / 100, 4),
        }),
    ...(kelvin === undefined ? {} : { colorTemperature: kelvin }),
  };
}

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
function parseDeviceState(
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
