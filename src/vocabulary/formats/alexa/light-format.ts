import { isObject } from '../../../resources';
import type { PlainLight } from '../../../resources/types/light';
import { roundTo } from '../../../units/arithmetic';
import type { LightFormatCodec } from '../light-format-codec';
import { fromPercent } from '../member-parser';
import { getShownHueSaturation } from '../shown-color';
import type { HueSaturation } from '../shown-color';
import { parseDeviceState } from './device-state';
import { parseDirective } from './directives';
import { formatHubState, isHubState, parseHubMessage, parseHubState } from './echo-hub';

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
