import { getNestedMember, isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { acceptedMirekRange, maxMirekStep } from '../../resources/light-schemas';
import {
  getMirekRange,
  getPlainColorOrEffect,
  getRunningEffect,
} from '../../resources/types/light';
import { roundTo } from '../../units/arithmetic';
import { rgbToXy, mirekToKelvin, parseHexColor } from '../../units/color';
import { unitLengths } from '../../units/duration';
import { omitMembers, parseBoundedNumber } from '../values';
import { accept, mapResult, refuse } from '../parse-result';
import type { ParseResult } from '../parse-result';
import type { LightFormatCodec, PlainLightCommand, ShownColor } from './light-format';
import { createPercentConverter, parseJsonObjectIfText, parseOnMember } from './members';
import type { FormatMemberParser } from './members';
import {
  parseMqttColor,
  createMqttLightFormat,
  formatMqttLight,
  parseMqttColorTemp,
  unlessSecondColor,
} from './mqtt-light';
import type { PlainLight } from '../../resources/types/light';

const largestBrightness = 254;
const toPercent = createPercentConverter(largestBrightness);

/** Also accepted for 100 percent. */
const largestByte = 255;

/** In mirek; of lamps that Zigbee2MQTT knows. */
const usualMirekRange = [153, 500] as const;

const warmAndColdMirek: ReadonlyMap<unknown, number> = new Map([
  ['cool', 250],
  ['neutral', 370],
  ['warm', 454],
]);

/** How long the timed effects take if the lamp decides. */
const timedEffectDuration = '30min';

/** Effects that have another name in plain words. */
const wordsByEffect: ReadonlyMap<string, Members> = new Map<string, Members>([
  ...['blink', 'breathe', 'okay', 'channel_change'].map((name): [string, Members] => [
    name,
    { alert: true },
  ]),
  ...['finish_effect', 'stop_effect', 'stop_hue_effect', 'stop_colorloop'].map(
    (name): [string, Members] => [name, { effect: 'none' }],
  ),
  ['fireplace', { effect: 'fire' }],
  ['colorloop', { effect: 'prism' }],
  ['sunrise', { timedEffect: { effect: 'sunrise', duration: timedEffectDuration } }],
  ['sunset', { timedEffect: { effect: 'sunset', duration: timedEffectDuration } }],
]);

const modesByGradientStyle: ReadonlyMap<unknown, string> = new Map([
  ['linear', 'interpolated_palette'],
  ['scattered', 'random_pixelated'],
  ['mirrored', 'interpolated_palette_mirrored'],
]);

const mostGradientColors = 9;
const mostGradientPoints = 5;

const stateNames = ['color_mode', 'elapsed', 'last_seen', 'linkquality', 'update'];

/** Somebody sends back what Zigbee2MQTT published. */
const isState = (payload: Members): boolean => stateNames.some((name) => name in payload);

const parseState: FormatMemberParser = (value, at, context) =>
  typeof value === 'string' && value.toUpperCase() === 'TOGGLE'
    ? accept({ toggle: true })
    : parseOnMember(value, at, context);

const isNamed = (value: unknown, name: string): boolean =>
  typeof value === 'string' && value.toLowerCase() === name;

/**
 * Beside "ON", 0 is the lowest level: a lamp can go off at 0. A state that is null keeps the power of the lamp.
 *
 * @param toLevel from the member to 0 to 254
 */
const createBrightnessParser =
  (largest: number, toLevel: (value: number) => number): FormatMemberParser =>
  (value, at, { payload }) =>
    mapResult(parseBoundedNumber(value, at, [0, largest]), (number) => {
      const level = Math.min(largestBrightness, toLevel(number));
      const keepsPower = payload['state'] === null;
      const lowest = keepsPower || isNamed(payload['state'], 'on') ? 1 : 0;
      const brightness = toPercent(Math.max(lowest, level));
      return keepsPower ? { brightness, turnOn: false } : { brightness };
    });

const parseBrightnessPercent: FormatMemberParser = (value, at, context) =>
  context.payload['brightness'] === undefined || context.payload['brightness'] === null
    ? createBrightnessParser(100, (percent) => Math.round((percent / 100) * largestByte))(
        value,
        at,
        context,
      )
    : accept({});

/** A number or its text; negative for down. */
function parseSigned(value: unknown, at: string, largest: number): ParseResult<number> {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= largest
    ? accept(number)
    : refuse(at, `a number from -${largest} to ${largest}`, value);
}

const toStep = (amount: number): string => `${amount < 0 ? '-' : '+'}${Math.abs(amount)}`;

const createStepParser =
  (word: string, largest: number, convert: (amount: number) => number): FormatMemberParser =>
  (value, at) =>
    mapResult(parseSigned(value, at, largest), (amount) => ({ [word]: toStep(convert(amount)) }));

const parseBrightnessStep = createStepParser('brightness', largestByte, (levels) =>
  Math.max(-100, Math.min(100, toSignedPercent(levels))),
);

const toSignedPercent = (levels: number): number => Math.sign(levels) * toPercent(Math.abs(levels));

/** The step switches the lamp, too. */
const parseBrightnessStepOnOff: FormatMemberParser = (value, at, context) =>
  mapResult(parseBrightnessStep(value, at, context), (step) => ({
    ...step,
    ...(Number(value) > 0 ? { on: true } : { turnOff: true }),
  }));

const isStop = (value: unknown): boolean => value === 'stop' || value === 0 || value === '0';

/** Levels each second, negative for down; 0 or "stop" ends the change. */
const parseBrightnessMove: FormatMemberParser = (value, at) =>
  isStop(value)
    ? accept({ dim: 'stop' })
    : mapResult(parseSigned(value, at, largestByte), (speed) => ({
        dim: speed < 0 ? 'down' : 'up',
        transition: Math.round((largestBrightness / Math.abs(speed)) * 1_000),
      }));

const parseBrightnessMoveOnOff: FormatMemberParser = (value, at, context) =>
  mapResult(parseBrightnessMove(value, at, context), (move) => {
    if (move['dim'] === 'up') return { ...move, on: true };
    if (move['dim'] === 'down')
      context.warn(`${at}: the lamp gets as dark as it can. A bridge does not turn it off then.`);
    return move;
  });

const getWhites = (lamp: Resource | undefined): readonly [number, number] =>
  isObject(getNestedMember(lamp, 'color_temperature', 'mirek_schema'))
    ? getMirekRange(lamp)
    : usualMirekRange;

const parseNamedColorTemp: FormatMemberParser = (value, at, context) => {
  const [coolest, warmest] = getWhites(context.target.lamp);
  const named =
    value === 'coolest' ? coolest : value === 'warmest' ? warmest : warmAndColdMirek.get(value);
  if (named !== undefined) return accept({ mirek: named });
  const isColder = typeof value === 'number' && value >= 0 && value < acceptedMirekRange[0];
  return isColder ? accept({ mirek: coolest }) : parseMqttColorTemp(value, at, context);
};

/** 0 is the coldest white of the lamp. */
const parseColorTempPercent: FormatMemberParser = (value, at, { target }) =>
  mapResult(parseBoundedNumber(value, at, [0, 100]), (percent) => {
    const [coolest, warmest] = getWhites(target.lamp);
    return { mirek: Math.round(coolest + ((warmest - coolest) * percent) / 100) };
  });

/** Mirek each second by default. */
const usualColorTempSpeed = 55;

/** Mirek each second, negative for colder; also a text, or an object with `rate`. */
const parseColorTempMove: FormatMemberParser = (value, at, { payload, warn }) => {
  const rate = isObject(value) ? value['rate'] : value;
  const text = typeof rate === 'string' ? rate.toLowerCase() : rate;
  if (isStop(text) || text === 'release')
    return accept({ color_temperature_delta: { action: 'stop' } });
  if (isObject(value) && Object.keys(value).some((name) => name !== 'rate'))
    warn(`${at}: the white changes to the end of the range of the lamp. Only rate was applied.`);
  const given = payload['rate'] ?? usualColorTempSpeed;
  const isDirection = text === 'up' || text === '1' || text === 'down';
  const speed = isDirection ? parseSigned(given, at, maxMirekStep) : parseSigned(rate, at, 65_535);
  return mapResult(speed, (mirekEachSecond) => ({
    mirek: toStep((text === 'down' || mirekEachSecond < 0 ? -1 : 1) * maxMirekStep),
    transition: Math.round((maxMirekStep / Math.abs(mirekEachSecond)) * 1_000),
  }));
};

/** Of 254 to degrees, or to percent. */
const createColorStepParser = (word: 'hue' | 'saturation'): FormatMemberParser =>
  createStepParser(word, largestByte, (units) =>
    roundTo((Math.max(-254, Math.min(254, units)) / 254) * (word === 'hue' ? 360 : 100), 2),
  );

/** A bridge has no such change at a speed: the lamp takes the step of one second. */
const createColorMoveParser = (word: 'hue' | 'saturation'): FormatMemberParser => {
  const parseStep = createColorStepParser(word);
  return (value, at, context) => {
    if (isStop(value)) return accept({ dim: 'stop' });
    return mapResult(parseStep(value, at, context), (step) => {
      context.warn(`${at}: a bridge cannot change the ${word} at a speed. It made one step.`);
      return { ...step, transition: 1_000 };
    });
  };
};

const parseSpeed = (value: unknown, at: string): ParseResult<number> =>
  parseBoundedNumber(value, at, [0, 1]);

const parseEffect: FormatMemberParser = (value, at, { payload }) => {
  if (typeof value !== 'string') return refuse(at, 'the name of an effect', value);
  const name = value.toLowerCase();
  const words = wordsByEffect.get(name) ?? { effect: name };
  const speed = payload['effect_speed'];
  const hasSpeed = speed !== undefined && speed !== null && typeof words['effect'] === 'string';
  return hasSpeed && words['effect'] !== 'none'
    ? mapResult(parseSpeed(speed, `${at}_speed`), (share) => ({
        effect: { name: words['effect'], speed: share },
      }))
    : accept(words);
};

/** Of the effect in the message, or of the one that runs now. */
const parseEffectSpeed: FormatMemberParser = (value, at, { payload, target }) => {
  if (typeof payload['effect'] === 'string') return accept({});
  const name = getRunningEffect(target.lamp);
  return name === undefined
    ? refuse(at, 'an effect beside it, or a lamp with an effect now', value)
    : mapResult(parseSpeed(value, at), (speed) => ({ effect: { name, speed } }));
};

const parseEffectColor: FormatMemberParser = (value, at, { payload, target }) =>
  mapResult(parseMqttColor(value, at), (color) => {
    const name = getRunningEffect(target.lamp);
    const isAlone = payload['effect'] === undefined && name !== undefined;
    return isAlone && 'color' in color ? { effect: { name, color: color['color'] } } : color;
  });

const parseGradientMode = (style: unknown, at: string): ParseResult<{ readonly mode?: string }> => {
  if (style === undefined || style === null) return accept({});
  const mode = modesByGradientStyle.get(typeof style === 'string' ? style.toLowerCase() : style);
  return mode === undefined
    ? refuse(at, [...modesByGradientStyle.keys()].join(', '), style)
    : accept({ mode });
};

const isColorList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= mostGradientColors &&
  value.every((color) => typeof color === 'string');

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Of a coordinate: the gradient has the colours of a screen. */
const gradientTolerance = 0.02;

/** In a command, the gradient comes last. A state can repeat an old one: then the colour is not its first one. */
function showsGradient(payload: Members): boolean {
  const { gradient, color, color_temp: white } = payload;
  if (!isGiven(gradient)) return false;
  if (!isState(payload) || (!isGiven(color) && !isGiven(white))) return true;
  const first = Array.isArray(gradient) ? parseHexColor(String(gradient[0])) : undefined;
  const xy = first && rgbToXy(first);
  return (['x', 'y'] as const).every(
    (name) =>
      Math.abs(Number(getNestedMember(color, name)) - (xy?.[name] ?? NaN)) <= gradientTolerance,
  );
}

const unlessGradient =
  (parse: FormatMemberParser): FormatMemberParser =>
  (value, at, context) => {
    if (!showsGradient(context.payload)) return parse(value, at, context);
    if (!isState(context.payload))
      context.warn(`${at}: the gradient beside it counts, so it was not applied.`);
    return accept({});
  };

/** One colour is a colour; of more than a bridge takes, those at the same distance count. */
const parseGradient: FormatMemberParser = (value, at, { payload, warn }) => {
  if (!showsGradient(payload)) {
    warn(`${at}: the colour or white of the state counts, so it was not applied.`);
    return accept({});
  }
  if (!isColorList(value)) return refuse(at, `1 to ${mostGradientColors} colours`, value);
  const [first] = value;
  if (value.length === 1) return accept({ color: first });
  const count = Math.min(value.length, mostGradientPoints);
  if (count < value.length) warn(`${at}: a bridge takes ${count} colours, so some were left out.`);
  const colors = Array.from(
    { length: count },
    (_, index) => value[Math.round((index * (value.length - 1)) / (count - 1))],
  );
  const mode = parseGradientMode(payload['gradient_style'], `${at}_style`);
  // A list keeps its path in problems.
  return mapResult(mode, (style) => ({
    gradient: style.mode === undefined ? colors : { colors, ...style },
  }));
};

/** Alone, it is for the gradient that the lamp shows. */
const parseGradientStyle: FormatMemberParser = (value, at, { payload, target }) => {
  if (payload['gradient'] !== undefined) return accept({});
  const shown = target.lamp && getPlainColorOrEffect(target.lamp).gradient;
  return shown === undefined
    ? refuse(at, 'a gradient beside it, or a lamp that shows one', value)
    : mapResult(parseGradientMode(value, at), (mode) => ({
        gradient: { colors: shown.colors, ...mode },
      }));
};

/** In seconds. */
const longestOnTime = unitLengths.day / 1_000;

/** The lamp goes off afterwards: see `addOnTime`. */
const parseOnTime: FormatMemberParser = (value, at, { payload, warn }) => {
  if (!isNamed(payload['state'], 'on')) {
    if (payload['state'] === undefined) return refuse(at, 'state "ON" beside it', value);
    warn(`${at}: it counts only beside state "ON", so it was not applied.`);
    return accept({});
  }
  return mapResult(parseBoundedNumber(value, at, [0, longestOnTime]), () => ({}));
};

const createUnsupportedParser =
  (what: string): FormatMemberParser =>
  (_value, at, { warn }) => {
    warn(`${at}: a bridge has no ${what}, so it was not applied.`);
    return accept({});
  };

/** Members of a state that ask for nothing. */
const ignored = [
  'color_mode',
  'device',
  'elapsed',
  'gradient_xy',
  'last_seen',
  'linkquality',
  'philips_raw',
  'rate',
  'update',
  'update_available',
];

const powerOnModes: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ['off', false],
  ['on', true],
  ['toggle', 'toggle'],
  ['previous', 'previous'],
]);

const powerOnMirekByName: ReadonlyMap<unknown, number> = new Map([
  ['coolest', 153],
  ['cool', 250],
  ['neutral', 370],
  ['warm', 454],
  ['warmest', 500],
]);

/** On the wire, 65535 is the white before. */
const previousWhite = 65_535;

const parsePowerOnWhite = (value: unknown, at: string): ParseResult<Members> =>
  value === 'previous' || value === previousWhite
    ? accept({ color: 'previous' })
    : mapResult(
        parseBoundedNumber(powerOnMirekByName.get(value) ?? value, at, [50, 1_000]),
        (mirek) => ({
          kelvin: mirekToKelvin(mirek),
        }),
      );

/** Both members of one message are one setting of the bridge. */
const parsePowerOn: FormatMemberParser = (_value, at, { payload }) => {
  const { power_on_behavior: behavior, color_temp_startup: startup } = payload;
  const mode = typeof behavior === 'string' ? behavior.toLowerCase() : behavior;
  if (isGiven(mode) && !powerOnModes.has(mode))
    return refuse(at, [...powerOnModes.keys()].join(', '), behavior);
  const on = isGiven(mode) ? { on: powerOnModes.get(mode) } : {};
  if (!isGiven(startup)) return accept({ powerup: on });
  return mapResult(parsePowerOnWhite(startup, at), (white) => ({ powerup: { ...on, ...white } }));
};

const parseHuePowerOn: FormatMemberParser = (value, at, { payload }) => {
  if (value === 'off') return accept({ powerup: { on: false } });
  if (value === 'recover') return accept({ powerup: 'powerfail' });
  if (value !== 'on' && value !== 'default') return refuse(at, 'default, on, off, recover', value);
  const {
    hue_power_on_brightness: brightness,
    hue_power_on_color_temperature: white,
    hue_power_on_color: color,
  } = payload;
  if (![brightness, white, color].some(isGiven)) return accept({ powerup: 'safety' });
  if (isGiven(white) && isGiven(color)) return refuse(at, 'a white or a colour, not both', payload);
  const level = parseBoundedNumber(brightness ?? largestBrightness, at, [1, 255]);
  if (!level.ok) return level;
  const powerup = { on: true, brightness: toPercent(Math.min(largestBrightness, level.value)) };
  return isGiven(color)
    ? accept({ powerup: { ...powerup, color } })
    : mapResult(parsePowerOnWhite(white ?? usualPowerOnMirek, at), (parsed) => ({
        powerup: { ...powerup, ...parsed },
      }));
};

/** The white of a lamp that got power, unless somebody set another one. */
const usualPowerOnMirek = 366;

const parseHuePowerOnDetail: FormatMemberParser = (value, at, { payload }) =>
  isGiven(payload['hue_power_on_behavior'])
    ? accept({})
    : refuse(at, 'hue_power_on_behavior beside it', value);

/** What a lamp does when it gets power. */
const powerOnParsers: Readonly<Record<string, FormatMemberParser>> = {
  power_on_behavior: parsePowerOn,
  color_temp_startup: parsePowerOn,
  hue_power_on_behavior: parseHuePowerOn,
  hue_power_on_brightness: parseHuePowerOnDetail,
  hue_power_on_color_temperature: parseHuePowerOnDetail,
  hue_power_on_color: parseHuePowerOnDetail,
};

/** Settings of a lamp that a state repeats. */
const settingNames = [
  ...Object.keys(powerOnParsers),
  'color_options',
  'effect_speed',
  'gradient_offset',
  'gradient_scale',
  'gradient_style',
  'identify',
  'level_config',
];

/** Zigbee2MQTT looks at the power and the brightness first. */
function prepare(payload: Members): Members {
  const { state, brightness, brightness_percent, ...others } = payload;
  const ordered = { state, brightness, brightness_percent, ...others };
  return isState(payload) ? omitMembers(ordered, settingNames) : ordered;
}

/** https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html */
const codec = createMqttLightFormat({
  format: 'Zigbee2MQTT',
  largest: largestBrightness,
  ignored,
  prepare,
  complete: ({ color, transition }) => ({
    state: parseState,
    brightness: createBrightnessParser(largestByte, Number),
    brightness_percent: parseBrightnessPercent,
    brightness_step: parseBrightnessStep,
    brightness_step_onoff: parseBrightnessStepOnOff,
    brightness_move: parseBrightnessMove,
    brightness_move_onoff: parseBrightnessMoveOnOff,
    color: unlessGradient(color),
    color_temp: unlessGradient(unlessSecondColor('color_temp', parseNamedColorTemp)),
    color_temp_percent: unlessGradient(
      unlessSecondColor('color_temp_percent', parseColorTempPercent),
    ),
    color_temp_step: createStepParser('mirek', 65_535, (step) =>
      Math.max(-maxMirekStep, Math.min(maxMirekStep, Math.round(step))),
    ),
    color_temp_move: parseColorTempMove,
    colortemp_move: parseColorTempMove,
    hue_step: createColorStepParser('hue'),
    hue_move: createColorMoveParser('hue'),
    saturation_step: createColorStepParser('saturation'),
    saturation_move: createColorMoveParser('saturation'),
    effect: parseEffect,
    effect_speed: parseEffectSpeed,
    effect_color: parseEffectColor,
    gradient: parseGradient,
    gradient_style: parseGradientStyle,
    gradient_scale: createUnsupportedParser('scale of a gradient'),
    gradient_offset: createUnsupportedParser('offset of a gradient'),
    identify: () => accept({ identify: true }),
    ...powerOnParsers,
    level_config: createUnsupportedParser('such setting of the level'),
    color_options: createUnsupportedParser('such setting of the colour'),
    transition,
    on_time: parseOnTime,
    off_wait_time: createUnsupportedParser('time in which a lamp stays off'),
  }),
});

const colorWords = ['color', 'hue', 'saturation', 'mirek', 'kelvin', 'gradient'];
const powerWords = ['on', 'toggle', 'brightness', 'dim', 'effect', 'timedEffect', 'turnOn'];

/** A colour or a white alone does not turn a lamp on. */
function keepPower(command: PlainLightCommand): PlainLightCommand {
  const mayTurnOn =
    colorWords.some((word) => word in command) && !powerWords.some((word) => word in command);
  return mayTurnOn ? { ...command, turnOn: false } : command;
}

/** In ms, long enough for each bridge, so that it leads to no warning. */
const lastOnTimeStep = 1_000;

function addOnTime(command: PlainLightCommand, payload: unknown): PlainLightCommand {
  const seconds = Number(getNestedMember(payload, 'on_time') ?? 0);
  return seconds > 0 && command['on'] === true
    ? {
        play: [
          { ...command, for: Math.round(seconds * 1_000) },
          { on: false, for: lastOnTimeStep },
        ],
      }
    : command;
}

const namesByEffect: ReadonlyMap<string, string> = new Map([
  ['fire', 'fireplace'],
  ['prism', 'colorloop'],
]);

/** Zigbee2MQTT has a `color_mode` only for colours and whites, and its own names of effects. */
function format(light: PlainLight, shown: ShownColor): PlainLightCommand {
  const { color_mode: mode, ...state } = formatMqttLight(light, shown.xy, largestBrightness);
  const { effect, gradient } = light;
  return {
    ...state,
    ...(mode === 'xy' || mode === 'color_temp' ? { color_mode: mode } : {}),
    ...(effect === undefined ? {} : { effect: namesByEffect.get(effect) ?? effect }),
    ...(gradient === undefined ? {} : { gradient: gradient.colors }),
  };
}

export const zigbee2mqttLightFormat: LightFormatCodec = {
  format,
  parse: (payload, at, context) =>
    mapResult(codec.parse(payload, at, context), ({ command, ...others }) => ({
      ...others,
      command: addOnTime(keepPower(command), parseJsonObjectIfText(payload)),
    })),
};
