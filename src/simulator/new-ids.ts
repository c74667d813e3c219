import { replaceIds } from '../backup/replace-ids';
import { isMadeType } from '../backup/writable';
import { getListMember, getTextMember, isObject } from '../resources/members';
import type { Resource } from '../resources/resource';
import { createFixtureId } from './fixtures/fixture';

/** What became of rooms, scenes and all else that people made, when the bridge gave new ids. */
type MadeThings = 'kept' | 'gone';

/** Pictures of scenes have the same ids on all bridges. */
const typesWithFixedIds: ReadonlySet<string> = new Set(['public_image']);

/**
 * The same devices with the same MAC addresses under new ids, as after a reset of the bridge (`gone`), or after a
 * migration that kept all but the ids. The same old id has the same new id.
 */
export function giveNewIds(resources: readonly Resource[], made: MadeThings): Resource[] {
  const remaining = made === 'kept' ? resources : resetHome(resources);
  const ids = new Map(
    remaining
      .filter(({ type }) => !typesWithFixedIds.has(type))
      .map(({ id }) => [id, createFixtureId(`new/${id}`)]),
  );
  return remaining.map((resource) => {
    const members = replaceIds(resource, ids);
    const { id, type } = resource;
    return { ...(isObject(members) ? members : {}), id: ids.get(id) ?? id, type };
  });
}

/** Devices get the names of their products back. */
function resetHome(resources: readonly Resource[]): readonly Resource[] {
  const gone = new Set<string>(
    resources.filter(({ type }) => isMadeType(type)).map(({ id }) => id),
  );
  const remaining = resources.filter(
    ({ id, owner }) => !gone.has(id) && !gone.has(getTextMember(owner, 'rid') ?? ''),
  );
  const devices = new Map(
    remaining.filter(({ type }) => type === 'device').map((device) => [device.id, device]),
  );
  return remaining.map((resource) => {
    const { type, metadata } = resource;
    const device = devices.get(getTextMember(resource, 'owner', 'rid') ?? resource.id);
    const name = getTextMember(device, 'product_data', 'product_name');
    const archetype = getTextMember(device, 'product_data', 'product_archetype');
    if (type === 'bridge_home')
      return {
        ...resource,
        children: getListMember(resource, 'children').filter(
          (child) => !gone.has(getTextMember(child, 'rid') ?? ''),
        ),
      };
    if ((type !== 'device' && type !== 'light') || !isObject(metadata)) return resource;
    return { ...resource, metadata: { ...metadata, name, archetype } };
  });
}
