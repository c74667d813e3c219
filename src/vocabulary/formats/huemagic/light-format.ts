import { parseHexColor, kelvinToMirek } from '../../../units/light-color';
import { rgbToXy } from '../../../units/color-conversion';
import type { PlainLight } from '../../../resources/types/light';
import type { Resource } from '../../../resources';
import type { LightFormatCodec, ShownColor } from '../light-format-codec';
import { mapResult } from '../../parsing/parse-result';
import { parseHueMagicLightCommand } from './light-command';
import { createHueMagicState } from './states';

/** Light and group nodes of HueMagic 5. */
export const hueMagicLightFormat: LightFormatCodec = {
  parse: (payload, at, { target }) =>
    mapResult(parseHueMagicLightCommand(payload, { at, ...target }), (command) => ({
      command,
      warnings: [],
    })),
  format(light, shown) {
    const withOwner = shown.withOwner ?? {
      resource: toResource(light, shown),
      owner: undefined,
      services: [],
    };
    return createHueMagicState({ ...withOwner, at: new Date() })?.payload;
  },
};

/** Only the plain value of the lamp is known. */
function toResource({ on, brightness, kelvin, color }: PlainLight, { xy }: ShownColor): Resource {
  const rgb = parseHexColor(color ?? '');
  const shownXy = xy ?? (rgb && rgbToXy(rgb));
  return {
    id: '',
    type: 'light',
    on: { on },
    ...(brightness === undefined ? {} : { dimming: { brightness } }),
    ...(kelvin === undefined ? {} : { color_temperature: { mirek: kelvinToMirek(kelvin) } }),
    ...(shownXy === undefined ? {} : { color: { xy: shownXy } }),
  };
}
