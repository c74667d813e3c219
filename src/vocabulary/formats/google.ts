import { appendMemberToPath, isObject } from '../../resources';
import { hsvToRgb } from '../../units/hsv';
import { rgbToHex } from '../../units/light-color';
import { acceptedKelvinRange } from '../light/properties/color-temperature';
import { accept, refuse, mapResult } from '../parsing/parse-result';
import { parseBoundedNumber } from '../parsing/parse-scalars';
import type { LightFormatCodec } from './light-format-codec';
import {
  createNumberParser,
  fromPercent,
  parseHueSaturation,
  parsePayloadInFormat,
  parseOnMember,
} from './member-parser';
import type { ExternalFormatMemberParsers, ExternalFormatMemberParser } from './member-parser';
import { getPlainLightRgb } from './shown-color';

const largestRgb = 0xff_ff_ff;

const parseSpectrumRgb: ExternalFormatMemberParser = (value, at) => {
  const number = parseBoundedNumber(value, at, [0, largestRgb]);
  if (!number.ok) return number;
  if (number.value === 0) return refuse(at, 'a colour other than black', value);
  return accept({
    color: `#${Math.round(number.value).toString(16).padStart(6, '0')}`,
  });
};

/** Hue in degrees, saturation from 0 to 1; ignores the value of the colour. */
const parseSpectrumHsv: ExternalFormatMemberParser = (value, at) => {
  return mapResult(parseHueSaturation(value, at), ({ hue, saturation }) => ({
    color: rgbToHex(hsvToRgb(hue, saturation, 1)),
  }));
};

const parseTemperature = createNumberParser('kelvin', acceptedKelvinRange);

const colorParsers = {
  spectrumRGB: parseSpectrumRgb,
  spectrumRgb: parseSpectrumRgb,
  spectrumHSV: parseSpectrumHsv,
  spectrumHsv: parseSpectrumHsv,
  temperatureK: parseTemperature,
  temperature: parseTemperature,
};

const colorMembers: ExternalFormatMemberParsers = {
  format: 'Google',
  parsers: colorParsers,
  ignored: ['name'],
};

const parseColorMember: ExternalFormatMemberParser = (value, at, context) => {
  if (typeof value === 'number') return parseSpectrumRgb(value, at, context);
  return mapResult(
    parsePayloadInFormat(value, at, colorMembers, context),
    ({ command, warnings }) => {
      warnings.forEach((warning) => context.warn(warning));
      return command;
    },
  );
};

const deviceState: ExternalFormatMemberParsers = {
  format: 'Google',
  parsers: {
    on: parseOnMember,
    brightness: createNumberParser('brightness', [0, 100]),
    color: parseColorMember,
    ...colorParsers,
  },
  ignored: ['online', 'status', 'name'],
};

/**
 * Traits OnOff, Brightness and ColorSetting: https://developers.home.google.com/cloud-to-cloud/traits/colorsetting.
 * Accepts the names of commands (`spectrumRGB`, `temperature`) and of states (`spectrumRgb`, `temperatureK`).
 */
export const googleLightFormat: LightFormatCodec = {
  parse(payload, at, context) {
    // An execution of a command has its members in `params`.
    const isExecution = isObject(payload) && isObject(payload['params']);
    return parsePayloadInFormat(
      isExecution ? payload['params'] : payload,
      isExecution ? appendMemberToPath(at, 'params') : at,
      deviceState,
      context,
    );
  },
  format(light) {
    const rgb = getPlainLightRgb(light);
    const { brightness, kelvin } = light;
    return {
      on: light.on === true,
      ...(brightness === undefined ? {} : { brightness: fromPercent(brightness, 100) }),
      ...(rgb === undefined
        ? {}
        : { color: { spectrumRgb: parseInt(rgbToHex(rgb).slice(1), 16) } }),
      ...(kelvin === undefined ? {} : { color: { temperatureK: kelvin } }),
    };
  },
};
