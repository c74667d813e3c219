import { acceptedMirekRange } from '../../resources/light-schemas';
import { getNestedMember, isObject } from '../../resources/members';
import { accept, refuse } from '../parse-result';
import type { ParseResult } from '../parse-result';
import { readCharacteristicName } from '../light/likely-meanings';
import type { FormattedCommand, LightFormatCodec, LightFormatContext } from './light-format';
import {
  createNumberParser,
  fromPercent,
  parsePayloadInFormat,
  parseOnMember,
  getPlainLightMirek,
  getShownHueSaturation,
} from './members';
import type { FormatMemberParsers } from './members';

/** Of the characteristic ColorTemperature, in mirek (HomeKit Accessory Protocol, 9.24). */
const [coldest, warmest] = [140, 500] as const;

const characteristics: FormatMemberParsers = {
  format: 'HomeKit',
  parsers: {
    On: parseOnMember,
    Brightness: createNumberParser('brightness', [0, 100]),
    Hue: createNumberParser('hue', [0, 360]),
    Saturation: createNumberParser('saturation', [0, 100]),
    ColorTemperature: createNumberParser('mirek', acceptedMirekRange, Math.round),
  },
  ignored: [
    'Name',
    'ConfiguredName',
    'CharacteristicValueTransitionControl',
    'CharacteristicValueActiveTransitionCount',
    'SupportedCharacteristicValueTransitionConfiguration',
  ],
};

const expectedText =
  'an object as HomeKit sends it, or the value of the characteristic that the end of msg.topic names, such as lamp/Brightness';

/** The Home app has shown the lamp: the value beside it is what HomeKit knew, and no command. */
function isRefresh(hap: unknown): boolean {
  const event = getNestedMember(hap, 'event');
  return event === 'refresh' || getNestedMember(event, 'name') === 'get';
}

/** With the value of one characteristic, whose name is in the topic. */
function parseCharacteristic(
  payload: unknown,
  at: string,
  context: LightFormatContext,
): ParseResult<FormattedCommand> {
  const name = readCharacteristicName(context.messageMembers['topic']);
  return name !== undefined && Object.hasOwn(characteristics.parsers, name)
    ? parsePayloadInFormat({ [name]: payload }, at, characteristics, context, () => at)
    : refuse(at, expectedText, payload);
}

/**
 * Service Lightbulb (HomeKit Accessory Protocol, release R2, 8.23), as node-red-contrib-homekit-bridged sends and takes
 * it: https://nrchkb.github.io/wiki/service/lightbulb/; from redmatic-homekit also with the characteristic in
 * `msg.topic`. Hue and Saturation arrive in two messages. States are within the ranges and steps of hap-nodejs 2.2.3,
 * which rounds and clamps any others.
 */
export const homekitLightFormat: LightFormatCodec = {
  parse(payload, at, context) {
    if (isRefresh(context.messageMembers['hap']))
      return accept({ command: { get: true }, warnings: [] });
    return isObject(payload)
      ? parsePayloadInFormat(payload, at, characteristics, context)
      : parseCharacteristic(payload, at, context);
  },
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
