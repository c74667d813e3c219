import { isObject } from '../../resources';
import { roundTo } from '../../units/arithmetic';
import { acceptedKelvinRange } from '../light/properties/color-temperature';
import { omitMembers } from '../parsing/object-members';
import { accept, refuse, mapResult } from '../parsing/parse-result';
import type { LightFormatCodec } from './light-format-codec';
import {
  createNumberParser,
  fromPercent,
  parseHueSaturation,
  parsePayloadInFormat,
  parseOnMember,
} from './member-parser';
import type { ExternalFormatMemberParser, ExternalFormatMemberParsers } from './member-parser';
import { getShownHueSaturation } from './shown-color';

/** Hue in degrees, saturation from 0 to 1. Amazon asks to ignore the brightness of a colour. */
const parseColorMember: ExternalFormatMemberParser = (value, at) => {
  return mapResult(parseHueSaturation(value, at), ({ hue, saturation }) => ({
    hue,
    saturation: roundTo(saturation * 100, 2),
  }));
};

/** Percent points, negative for down. */
const parseBrightnessDelta: ExternalFormatMemberParser = (value, at) =>
  typeof value === 'number' && Math.abs(value) <= 100
    ? accept({ brightness: `${value < 0 ? '-' : '+'}${Math.abs(value)}` })
    : refuse(at, 'a number from -100 to 100', value);

/** As in the directive SetColor. */
function wrapColor(payload: unknown): unknown {
  if (!isObject(payload) || !('hue' in payload && 'saturation' in payload)) return payload;
  const { hue, saturation } = payload;
  return {
    ...omitMembers(payload, ['hue', 'saturation', 'brightness']),
    color: { hue, saturation },
  };
}

function omitOtherMode(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const { lightMode, ...others } = payload;
  if (lightMode === 'temp') return omitMembers(others, ['color']);
  return lightMode === 'hsb' ? omitMembers(others, ['colorTemperatureInKelvin']) : others;
}

const deviceState: ExternalFormatMemberParsers = {
  format: 'Alexa',
  parsers: {
    powerState: parseOnMember,
    brightness: createNumberParser('brightness', [0, 100]),
    brightnessDelta: parseBrightnessDelta,
    color: parseColorMember,
    colorTemperatureInKelvin: createNumberParser('kelvin', acceptedKelvinRange),
  },
  ignored: ['connectivity', 'source', 'directive', 'type', 'template', 'changes', 'metadata'],
};

/**
 * Smart Home Skill API (PowerController, BrightnessController, ColorController, ColorTemperatureController):
 * https://developer.amazon.com/docs/device-apis/alexa-colorcontroller.html
 */
export const alexaLightFormat: LightFormatCodec = {
  parse(payload, at, context) {
    const members = typeof payload === 'string' ? { powerState: payload } : payload;
    return parsePayloadInFormat(wrapColor(omitOtherMode(members)), at, deviceState, context);
  },
  format(light) {
    const shown = getShownHueSaturation(light);
    const { brightness, kelvin } = light;
    return {
      powerState: light.on === true ? 'ON' : 'OFF',
      ...(brightness === undefined ? {} : { brightness: fromPercent(brightness, 100) }),
      ...(shown === undefined
        ? {}
        : {
            color: {
              hue: shown.hue,
              saturation: roundTo(shown.saturation / 100, 4),
              brightness: roundTo((brightness ?? 100) / 100, 4),
            },
          }),
      ...(kelvin === undefined ? {} : { colorTemperatureInKelvin: kelvin }),
    };
  },
};
