import type { Resource } from '../../resources';
import { getShownColor } from '../../resources/types/grouped-light';
import type { PlainLight } from '../../resources/types/light';
import { maxHomeAssistantBrightness } from '../formats/home-assistant';
import { formatMqttLight } from '../formats/mqtt-members';
import { getMirekRange } from '../../resources/types/light';
import { getSupportedEffects, noEffectName } from '../light/parse-supported-name';
import type { HomeAssistantEntity } from './entity';

/** Home Assistant's name. https://developers.home-assistant.io/docs/core/entity/light/#effects */
const effectOff = 'off';

/**
 * A group has all abilities of its lamps. https://www.home-assistant.io/integrations/light.mqtt/#json-schema
 *
 * @param lamps the lamp, or the lamps of the group
 */
export function createLightEntity(
  light: Resource,
  lamps: readonly Resource[],
): HomeAssistantEntity {
  const effects = light.type === 'light' ? listEffects(light) : [];
  return {
    component: 'light',
    config: {
      schema: 'json',
      brightness: lamps.some((lamp) => lamp['dimming'] !== undefined),
      supported_color_modes: listColorModes(lamps),
      ...getWhiteRange(lamps),
      ...(effects.length === 0 ? {} : { effect: true, effect_list: [effectOff, ...effects] }),
    },
  };
}

export function formatLightEntityState(
  light: Resource,
  lamps: readonly Resource[],
  plain: PlainLight,
): string {
  const { color_mode: mode, ...state } = formatMqttLight(
    plain,
    getShownColor(light, lamps),
    maxHomeAssistantBrightness,
  );
  // Without a mode (a group with different colours, some effects), Home Assistant keeps the previous mode.
  const isKnown = listColorModes(lamps).some((known) => known === mode);
  const hasEffects = light.type === 'light' && listEffects(light).length > 0;
  return JSON.stringify({
    ...state,
    ...(isKnown ? { color_mode: mode } : {}),
    ...(hasEffects ? { effect: plain.effect ?? effectOff } : {}),
  });
}

const listEffects = (light: Resource): readonly string[] =>
  (getSupportedEffects(light) ?? []).filter((name) => name !== noEffectName);

/** The schema allows `onoff` and `brightness` only as the single mode. */
function listColorModes(lamps: readonly Resource[]): readonly string[] {
  const modes = [
    ...(lamps.some((lamp) => lamp['color'] !== undefined) ? ['xy'] : []),
    ...(lamps.some((lamp) => lamp['color_temperature'] !== undefined) ? ['color_temp'] : []),
  ];
  if (modes.length > 0) return modes;
  return lamps.some((lamp) => lamp['dimming'] !== undefined) ? ['brightness'] : ['onoff'];
}

function getWhiteRange(lamps: readonly Resource[]): {
  min_mireds?: number;
  max_mireds?: number;
} {
  const ranges = lamps
    .filter((lamp) => lamp['color_temperature'] !== undefined)
    .map((lamp) => getMirekRange(lamp));
  if (ranges.length === 0) return {};
  return {
    min_mireds: Math.min(...ranges.map(([coldest]) => coldest)),
    max_mireds: Math.max(...ranges.map(([, warmest]) => warmest)),
  };
}
