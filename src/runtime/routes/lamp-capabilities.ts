import { getNestedMember } from '../../resources';
import type { Resource } from '../../resources';
import { mirekToKelvin } from '../../units/light-color';
import { getMirekRange } from '../../resources/types/light';
import { getSupportedEffects, noEffectName } from '../../vocabulary/light/properties/effect';
import type { LampCapabilities } from './route-responses';

export function getLampCapabilities(lamp: Resource): LampCapabilities {
  return {
    ...getWhites(lamp),
    hasColor: getNestedMember(lamp, 'color') !== undefined,
    isDimmable: getNestedMember(lamp, 'dimming') !== undefined,
    effects: (getSupportedEffects(lamp) ?? []).filter((name) => name !== noEffectName),
  };
}

function getWhites(lamp: Resource): Pick<LampCapabilities, 'kelvin'> {
  if (getNestedMember(lamp, 'color_temperature') === undefined) return {};
  const [coldest, warmest] = getMirekRange(lamp);
  return { kelvin: { warmest: mirekToKelvin(warmest), coldest: mirekToKelvin(coldest) } };
}
