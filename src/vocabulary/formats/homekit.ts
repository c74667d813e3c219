import { acceptedMirekRange } from '../../resources';
import type { LightFormatCodec } from './light-format-codec';
import {
  createNumberParser,
  fromPercent,
  parsePayloadInFormat,
  parseOnMember,
} from './member-parser';
import type { ExternalFormatMemberParsers } from './member-parser';
import { getPlainLightMirek, getShownHueSaturation } from './shown-color';

/** Of the characteristic ColorTemperature, in mirek (HomeKit Accessory Protocol, 9.24). */
const [coldest, warmest] = [140, 500] as const;

const characteristics: ExternalFormatMemberParsers = {
  format: 'HomeKit',
  parsers: {
    On: parseOnMember,
    Brightness: createNumberParser('brightness', [0, 100]),
    Hue: createNumberParser('hue', [0, 360]),
    Saturation: createNumberParser('saturation', [0, 100]),
    ColorTemperature: createNumberParser('mirek', acceptedMirekRange, Math.round),
  },
  ignored: ['Name'],
};

/**
 * Service Lightbulb (HomeKit Accessory Protocol, release R2, 8.23), as node-red-contrib-homekit-bridged sends and takes
 * it: https://nrchkb.github.io/wiki/service/lightbulb/. Hue and Saturation arrive in two messages.
 */
export const homekitLightFormat: LightFormatCodec = {
  parse: (payload, at, context) => parsePayloadInFormat(payload, at, characteristics, context),
  format(light) {
    const color = getShownHueSaturation(light);
    const mirek = getPlainLightMirek(light);
    return {
      On: light.on === true,
      ...(light.brightness === undefined ? {} : { Brightness: fromPercent(light.brightness, 100) }),
      ...(color === undefined
        ? {}
        : { Hue: Math.round(color.hue) % 360, Saturation: Math.round(color.saturation) }),
      ...(mirek === undefined
        ? {}
        : { ColorTemperature: Math.min(warmest, Math.max(coldest, mirek)) }),
    };
  },
};
