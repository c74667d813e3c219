import { getPlainValue } from '../../resources';
import type { Resource } from '../../resources';
import type { PlainLight } from '../../resources/types/light';
import type { Announcement } from './announcement';
import type { PublishedHome } from './entity';
import { formatLightEntityState } from './light-entity';
import { formatOnOff, formatSensorEntityState } from './sensor-entity';

/**
 * @param plain of a lamp or a group
 * @returns undefined for scenes and events, which have no retained state
 */
export function formatEntityState(
  { lightsOf }: Pick<PublishedHome, 'lightsOf'>,
  { component }: Pick<Announcement, 'component'>,
  resource: Resource,
  plain: PlainLight | undefined,
): string | undefined {
  switch (component) {
    case 'light':
      return plain && formatLightEntityState(resource, listLamps(lightsOf, resource), plain);
    case 'switch':
      return formatOnOff(getPlainValue(resource) === 'active');
    case 'binary_sensor':
    case 'sensor':
      return formatSensorEntityState(resource);
    default:
      return undefined;
  }
}

const listLamps = (lightsOf: PublishedHome['lightsOf'], light: Resource): readonly Resource[] =>
  light.type === 'light' ? [light] : lightsOf(light);
