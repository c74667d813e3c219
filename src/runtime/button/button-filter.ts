import type { Mirror } from '../../bridge';
import { idPattern, getMember } from '../../resources';
import { acceptValue, resolveResource } from '../../vocabulary';
import type { ResourceIndex, ParseResult, ResolvedResource } from '../../vocabulary';
import { maxCacheAge } from '../session/state-cache';
import type { StateCache } from '../session/state-cache';
import type { ResourceFilter } from '../watching/lazy-resource-filter';
import { buttonResourceTypes } from './button-identifier';

/**
 * Resolves the target of a button node to a filter.
 *
 * @param target id, name or `Room/Name` of a device or of one button, which is named after its device
 *   and its number, such as `Dimmer 2`; empty for all
 * @returns a problem when a name matches no resource or several
 * @throws {BridgeError} when the bridge must be read and the request fails
 */
export async function resolveButtonFilter(
  stateCache: StateCache,
  target: string,
): Promise<ParseResult<ResourceFilter>> {
  if (target === '') return acceptValue(() => true);
  if (idPattern.test(target)) return acceptValue(matchesResourceOrOwner(target));
  const resolved = await stateCache.find(
    (mirror) => resolveButtonTarget(mirror, target),
    maxCacheAge.forWatching,
    true,
  );
  return resolved.ok ? acceptValue(matchesResourceOrOwner(resolved.value.rid)) : resolved;
}

const matchesResourceOrOwner =
  (rid: string): ResourceFilter =>
  (resource) =>
    resource.id === rid || getMember(resource, 'owner', 'rid') === rid;

/** Resolves a target to a device, otherwise to a button. */
function resolveButtonTarget(mirror: Mirror, target: string): ParseResult<ResolvedResource> {
  const device = resolveResource(createButtonDeviceIndex(mirror), target, ['device']);
  return device.ok ? device : resolveResource(mirror, target, buttonResourceTypes);
}

/** Creates an index whose devices all have buttons, so that a lamp of the same name does not match. */
function createButtonDeviceIndex(mirror: Mirror): ResourceIndex {
  const owners = new Set(
    buttonResourceTypes.flatMap((rtype) =>
      mirror.byType(rtype).map((button) => getMember(button, 'owner', 'rid')),
    ),
  );
  const devices = mirror.byType('device').filter(({ id }) => owners.has(id));
  return {
    get: (rid) => mirror.get(rid),
    byType: (rtype) => (rtype === 'device' ? devices : mirror.byType(rtype)),
    name: (rid) => mirror.name(rid),
    room: (rid) => mirror.room(rid),
  };
}
