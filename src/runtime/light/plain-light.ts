import { findTargetLights } from '../../bridge/state/own-write-tracker';
import type { Mirror } from '../../bridge';
import { getPlainGroup } from '../../resources/grouped-light';
import { getPlainLight } from '../../resources/light';
import type { PlainLight } from '../../resources/light';
import type { Resource } from '../../resources';
import type { LightFormatName } from '../../vocabulary/formats/light-format';

/** Writes the plain value of a lamp or a group in some format. */
export type LightWriter = (light: PlainLight) => unknown;

/**
 * The plain value of a lamp or a group.
 *
 * @param mirror where the lamps of a group are
 * @param resource of the type light or grouped_light
 */
export const readPlainLight = (mirror: Mirror, resource: Resource): PlainLight =>
  resource.type === 'grouped_light'
    ? getPlainGroup(resource, findTargetLights(mirror, resource))
    : getPlainLight(resource);

/** Loads what writes the plain value of a lamp in a format; undefined for plain words. */
export async function loadLightWriter(format: LightFormatName): Promise<LightWriter | undefined> {
  if (format === 'plain') return undefined;
  const { formatLightState } = await import('../../vocabulary/formats/light-formats.js');
  return (light) => formatLightState(format, light);
}
