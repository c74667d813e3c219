import type { PlainLight } from '../../resources/types/light';
import { lightFormatNames } from '../../vocabulary/formats/light-format-codec';
import type { ShownColor } from '../../vocabulary/formats/light-format-codec';
import { parseChoice } from '../settings/evaluate-setting';

export type LightStateFormatter = (light: PlainLight, shown: ShownColor) => unknown;

/**
 * @returns undefined for plain words or a missing setting
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown format
 */
export async function loadLightStateFormatter(
  format: unknown,
): Promise<LightStateFormatter | undefined> {
  const name = parseChoice(format, lightFormatNames, 'format');
  if (name === undefined || name === 'plain') return undefined;
  const { formatLightState } = await import('../../vocabulary/formats/light-formats.js');
  return (light, shown) => formatLightState(name, light, shown);
}
