import { findLightsAffectedByWrite } from '../../bridge/state/own-write-tracker';
import type { Mirror } from '../../bridge';
import { getPlainGroup } from '../../resources/types/grouped-light';
import { getPlainLight } from '../../resources/types/light';
import type { PlainLight } from '../../resources/types/light';
import type { Resource } from '../../resources';

/**
 * The plain value of a lamp or a group.
 *
 * @param mirror where the lamps of a group are
 * @param resource of the type light or grouped_light
 */
export const readPlainLight = (mirror: Mirror, resource: Resource): PlainLight =>
  resource.type === 'grouped_light'
    ? getPlainGroup(resource, findLightsAffectedByWrite(mirror, resource))
    : getPlainLight(resource);
