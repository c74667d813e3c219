import { acceptedMirekRange } from '../../resources';
import type { LightFormat } from './light-format';
import {
  createNumberParser,
  fromPercent,
  parseFormatMembers,
  parseOnMember,
} from './member-parser';
import { getPlainMirek, getShownHue } from './shown-color';

/** Bounds of the characteristic ColorTemperature in mirek (HomeKit Accessory Protocol, 9.24: 140 to 500). */
const [coldest, warmest] = [140, 500] as const;

/**
 * Characteristics of the service Lightbulb (HomeKit Accessory Protocol, release R2, 8.23), as node-red-contrib-homekit-bridged
 * sends and takes them: https://nrchkb.github.io/wiki/service/lightbulb/. Hue and Saturation come in two messages.
 */
export const homekitFormat: LightFormat = {
  parse: (payload, at) =>
    parseFormatMembers(payload, at, {
      format: 'HomeKit',
      parsers: {
        On: parseOnMember,
        Brightness: createNumberParser('brightness', [0, 100]),
        Hue: createNumberParser('hue', [0, 360]),
        Saturation: createNumberParser('saturation', [0, 100]),
        ColorTemperature: createNumberParser('mirek', acceptedMirekRange, Math.round),
      },
      ignored: ['Name'],
    }),
  format(light) {
    const color = getShownHue(light);
    const mirek = getPlainMirek(light);
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
