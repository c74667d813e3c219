import { isObject, appendMemberToPath, getNestedMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import { acceptedMirekRange } from '../../resources/light-schemas';
import type { PlainLight } from '../../resources/types/light';
import { roundTo } from '../../units/arithmetic';
import type {
  LightFormatCodec,
  FormattedCommand,
  LightFormatContext,
  PlainLightCommand,
  ShownColor,
} from './light-format';
import {
  askAsWhole,
  fromPercent,
  createNumberParser,
  createPercentConverter,
  parseHueSaturation,
  parseOnMember,
  parsePayloadInFormat,
  getShownHueSaturation,
  getPlainLightMirek,
} from './members';
import type { FormatMemberParser, FormatMemberParsers, HueSaturation } from './members';
import { acceptedKelvinRange } from '../light/words/white';
import { omitMembers, parseBoundedNumber, parseOnOff } from '../values';
import { accept, mapResult, refuse } from '../parse-result';
import type { ParseResult } from '../parse-result';
import { googleLightFormat } from './google';
import { rgbToHsv } from '../../units/color';

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

/**
 * Reads a message of node-red-contrib-amazon-echo. Its payload is "on" or "off", and all values are beside it.
 *
 * @returns what somebody asked for; without that, for a lamp that is on, the whole state; undefined for another message
 */
function parseHubMessage(
  payload: unknown,
  context: LightFormatContext,
): ParseResult<FormattedCommand> | undefined {
  if (!isSwitchText(payload)) return undefined;
  const { messageMembers, refusedMembers = {} } = context;
  const asked = messageMembers[askedMember] ?? undefined;
  const names = asked === undefined ? [askedMember, ...reportedMembers] : [];
  const refusal = names
    .map((name) => refusedMembers[name])
    .find((problem) => problem !== undefined);
  if (refusal !== undefined) return refusal;
  if (asked !== undefined) return parseAsked(asked, context);
  const { bri, colormode, ct, hue, sat } = messageMembers;
  if (bri === undefined || colormode === undefined) return undefined;
  if (payload === 'off') return accept({ command: { on: false }, warnings: [] });
  const shown = colormode === 'ct' ? { ct } : { hue, sat };
  return parsePayloadInFormat({ on: true, bri, ...shown }, '', hubState, context);
}

const isSwitchText = (payload: unknown): boolean => payload === 'on' || payload === 'off';

/** The path of what somebody asked for, in a message of the hub. */
const askedMember = 'meta.input';

/** Beside the payload in each message of the hub, asked for or not. */
const reportedMembers = ['bri', 'colormode', 'ct', 'hue', 'sat'] as const;

function parseAsked(asked: unknown, context: LightFormatContext): ParseResult<FormattedCommand> {
  if (!isObject(asked)) return refuse(askedMember, 'an object', asked);
  // A state of this package that the hub sends on.
  const known = asked['powerState'] === undefined ? asked : pickMembers(asked, hubStateMembers);
  return parseHubState(known, askedMember, context);
}

const pickMembers = (value: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

/** True for an object as the hub takes it at its input, without members of the Smart Home Skill API. */
const isHubState = (payload: Members): boolean =>
  ['on', 'bri', 'ct', 'xy', 'sat', 'rgb'].some((name) => payload[name] !== undefined) &&
  ['powerState', 'brightness', 'color', 'colorTemperatureInKelvin', 'saturation'].every(
    (name) => payload[name] === undefined,
  );

/** A colour counts more than a white beside it, as in the hub. */
function parseHubState(
  payload: Members,
  at: string,
  context: LightFormatContext,
): ParseResult<FormattedCommand> {
  const { xy, hue, sat, rgb } = payload;
  const isColor = xy !== undefined || rgb !== undefined || (hue !== undefined && sat !== undefined);
  const repeated = xy === undefined ? [] : ['hue', 'sat', 'rgb'];
  const shown = omitMembers(payload, [...(isColor ? ['ct'] : []), ...repeated]);
  return parsePayloadInFormat(shown, at, hubState, context);
}

/** Of the brightness and the saturation. */
const largestLevel = 254;

const largestHue = 65_535;

/** Parses a list of as many numbers as there are names. */
function parseNumbers(
  value: unknown,
  at: string,
  length: number,
  maximum: number,
): ParseResult<readonly number[]> {
  if (!Array.isArray(value) || value.length !== length)
    return refuse(at, `a list of ${length} numbers`, value);
  const numbers: number[] = [];
  for (const [index, entry] of value.entries()) {
    const number = parseBoundedNumber(entry, appendMemberToPath(at, index), [0, maximum]);
    if (!number.ok) return number;
    numbers.push(number.value);
  }
  return accept(numbers);
}

const parseXy: FormatMemberParser = (value, at) =>
  mapResult(parseNumbers(value, at, 2, 1), (xy) => ({ xy }));

/** With its brightness, as the hub takes it. */
const parseRgb: FormatMemberParser = (value, at) =>
  mapResult(parseNumbers(value, at, 3, 255), ([red = 0, green = 0, blue = 0]) => {
    const shown = rgbToHsv([red, green, blue]);
    return {
      hue: roundTo(shown.hue, 2),
      saturation: roundTo(shown.saturation * 100, 2),
      brightness: roundTo(shown.value * 100, 2),
    };
  });

const hubState: FormatMemberParsers = {
  format: 'an Echo hub',
  parsers: {
    on: parseOnMember,
    rgb: parseRgb,
    bri: createNumberParser('brightness', [0, largestLevel], createPercentConverter(largestLevel)),
    ct: createNumberParser('mirek', acceptedMirekRange),
    xy: parseXy,
    hue: createNumberParser('hue', [0, largestHue], (hue) => roundTo((hue / largestHue) * 360, 2)),
    sat: createNumberParser('saturation', [0, largestLevel], createPercentConverter(largestLevel)),
    transitiontime: createNumberParser('transition', [0, 60_000], (tenths) => tenths * 100),
  },
  ignored: ['percentage', 'colormode', 'nodeid', 'nodename', 'mode', 'reachable'],
};

const hubStateMembers: readonly string[] = [...Object.keys(hubState.parsers), ...hubState.ignored];

type BareValue = 'power' | 'percent' | 'step' | 'kelvin' | 'color';

/** What the payload is beside each directive for lamps, in the names of both versions of the Smart Home Skill API. */
const valueByDirective: ReadonlyMap<unknown, BareValue> = new Map<string, BareValue>([
  ['TurnOn', 'power'],
  ['TurnOnRequest', 'power'],
  ['TurnOff', 'power'],
  ['TurnOffRequest', 'power'],
  ['Activate', 'power'],
  ['SetBrightness', 'percent'],
  ['SetPercentage', 'percent'],
  ['SetPercentageRequest', 'percent'],
  ['AdjustBrightness', 'step'],
  ['AdjustPercentage', 'step'],
  ['IncrementPercentageRequest', 'step'],
  ['DecrementPercentageRequest', 'step'],
  ['SetColorTemperature', 'kelvin'],
  ['SetColorTemperatureRequest', 'kelvin'],
  ['SetColor', 'color'],
  ['SetColorRequest', 'color'],
]);

/** In mirek. These directives have no amount, and often no payload. */
const whiteSteps: ReadonlyMap<unknown, string> = new Map([
  ['IncreaseColorTemperature', '-50'],
  ['IncrementColorTemperatureRequest', '-50'],
  ['DecreaseColorTemperature', '+50'],
  ['DecrementColorTemperatureRequest', '+50'],
  ['decrementColorTemperatureRequest', '+50'],
]);

const googleCommands = 'action.devices.commands.';

/**
 * Reads a bare value with the directive in `msg.command`, as node-red-contrib-alexa-home-skill and
 * node-red-contrib-alexa-smart-home send it. A number without a directive is percent or kelvin by its range.
 *
 * @returns undefined for an object with other members
 */
function parseDirective(
  payload: unknown,
  at: string,
  context: LightFormatContext,
): ParseResult<FormattedCommand> | undefined {
  const directive = context.messageMembers['command'];
  const whiteStep = whiteSteps.get(directive) ?? whiteSteps.get(payload);
  if (whiteStep !== undefined && hasNoAmount(payload))
    return accept(askAsWhole({ mirek: whiteStep }, at));
  if (isObject(payload)) return undefined;
  const params = context.messageMembers['params'];
  const isUnread = payload === undefined || payload === null;
  if (isUnread && typeof directive === 'string' && directive.startsWith(googleCommands))
    return googleLightFormat.parse({ command: directive, params }, '', context);
  const refusal = context.refusedMembers?.['command'];
  if (refusal !== undefined) return refusal;
  const kind = valueByDirective.get(directive);
  if (directive !== undefined && kind === undefined)
    return refuse('command', 'a directive for lamps, such as SetBrightness', directive);
  const power = parseOnOff(payload);
  return mapResult(
    power === undefined ? parseBareValue(payload, at, kind) : accept({ on: power }),
    (command) => askAsWhole(command, at),
  );
}

/** Nothing, the name of the directive again, or what the directive says of the device. */
const hasNoAmount = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  whiteSteps.has(payload) ||
  (isObject(payload) && 'appliance' in payload);

function parseBareValue(
  payload: unknown,
  at: string,
  kind: BareValue | undefined,
): ParseResult<PlainLightCommand> {
  if (kind === 'step') return parseStep(payload, at);
  const isKelvin = typeof payload === 'number' && payload >= acceptedKelvinRange[0];
  if (kind === 'kelvin' || (kind === undefined && isKelvin))
    return mapResult(parseBoundedNumber(payload, at, acceptedKelvinRange), (kelvin) => ({
      kelvin,
    }));
  if (kind === 'percent' || (kind === undefined && isPercent(payload)))
    return mapResult(parseBoundedNumber(payload, at, [0, 100]), (brightness) => ({ brightness }));
  if (kind === 'power') return refuse(at, 'on or off', payload);
  if (kind === 'color') return refuse(at, 'an object with hue, saturation and brightness', payload);
  return refuse(
    at,
    'on or off, a number from 0 to 100 (percent) or 1000 to 20000 (kelvin), or an object as Alexa sends it; a step needs its directive in msg.command, such as AdjustBrightness',
    payload,
  );
}

const isPercent = (payload: unknown): boolean =>
  typeof payload === 'number' && payload >= 0 && payload <= 100;

/** Percent points, negative for down. */
const parseStep = (value: unknown, at: string): ParseResult<PlainLightCommand> =>
  typeof value === 'number' && Math.abs(value) <= 100
    ? accept({ brightness: `${value < 0 ? '-' : '+'}${Math.abs(value)}` })
    : refuse(at, 'a number from -100 to 100', value);

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
const parseColorMember: FormatMemberParser = (value, at, { payload }) =>
  mapResult(parseAlexaColor(value, at), (command) =>
    typeof payload['brightness'] === 'number' ? omitMembers(command, ['brightness']) : command,
  );

const lightModes: ReadonlySet<unknown> = new Set(['hsb', 'temp']);

/** The mode only tells which of a colour and a white counts: see `selectAsked`. */
const checkLightMode: FormatMemberParser = (value, at, { warn }) => {
  if (!lightModes.has(value))
    warn(
      `${at}: only hsb and temp tell whether the colour or the white counts, so it was not applied.`,
    );
  return accept({});
};

const deviceState: FormatMemberParsers = {
  format: 'Alexa',
  parsers: {
    powerState: parseOnMember,
    brightness: createNumberParser('brightness', [0, 100]),
    brightnessDelta: parseStep,
    color: parseColorMember,
    colorTemperatureInKelvin: createNumberParser('kelvin', acceptedKelvinRange),
    lightMode: checkLightMode,
  },
  ignored: [
    'connectivity',
    'source',
    'directive',
    'rawDirective',
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
const createFlatColorFormat = (at: string): FormatMemberParsers => ({
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
    ? Object.keys(deviceState.parsers).filter(
        (name) => name !== 'lightMode' && !asked.includes(name),
      )
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

/**
 * Writes the members that the hub takes at its input (*Process input*). The hub finds its device by the id, otherwise by
 * the name of the lamp, room or zone.
 */
function formatHubState(
  light: PlainLight,
  shown: HueSaturation | undefined,
  { echoDeviceId, withOwner }: ShownColor,
): object {
  const mirek = getPlainLightMirek(light);
  const name = getNestedMember(withOwner?.owner, 'metadata', 'name');
  return {
    ...(echoDeviceId === undefined
      ? typeof name === 'string' && { nodename: name }
      : { nodeid: echoDeviceId }),
    on: light.on === true,
    ...(light.brightness !== undefined && { bri: fromPercent(light.brightness, largestLevel) }),
    ...(shown !== undefined && {
      hue: Math.round((shown.hue / 360) * largestHue),
      sat: fromPercent(shown.saturation, largestLevel),
    }),
    ...(mirek !== undefined && { ct: mirek }),
  };
}
