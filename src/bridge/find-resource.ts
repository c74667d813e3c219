import { isKnownResourceType, resourceTypes } from '../resources/table';
import type { ResourceOf, ResourceType } from '../resources/table';
import { findNearestName } from '../resources/nearest-name';
import { accept, refuse } from '../vocabulary/parse-result';
import { resolveResource } from '../vocabulary/lookup';
import type { ParseResult } from '../vocabulary/parse-result';
import { isMissingPathError, createCommandError } from './errors';
import type { StateCache } from './state';
import type { StateReader } from './read-state';

/**
 * Finds a resource by id, name, name of its device, or `Room/Name`, exact matches first. The name of a room, zone or
 * device selects its service of the type. If nothing matches, the bridge is read and searched again.
 *
 * @param maxAge maximum age in ms of the state that is used without a read
 * @returns the last known state, frozen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if `nameOrId` is not text; ERR_BRIDGE_UNKNOWN_TARGET if no
 * resource or several match; the error of the read
 */
export async function findResourceOnBridge<Type extends ResourceType>(
  stateReader: StateReader,
  rtype: Type,
  nameOrId: string,
  maxAge: number,
): Promise<ResourceOf<Type>> {
  const { stateCache } = stateReader;
  let found = await stateReader.find((home) => lookUp(home, rtype, nameOrId), 0, false, maxAge);
  if (!found.ok && typeof nameOrId === 'string' && (await refetchMissingType(stateCache, rtype)))
    found = lookUp(stateCache, rtype, nameOrId);
  if (found.ok) return found.value;
  throw createCommandError(
    found.problem,
    typeof nameOrId === 'string' ? 'ERR_BRIDGE_UNKNOWN_TARGET' : 'ERR_BRIDGE_INVALID_COMMAND',
    { operation: 'get', rtype },
  );
}

/**
 * Reads the resources of a type if none is known: some bridges omit types from the list of all resources.
 *
 * @returns false if resources were known or the bridge does not have the type
 * @throws {BridgeError} if the bridge cannot be read
 */
export async function refetchMissingType(
  stateCache: StateCache,
  rtype: ResourceType,
): Promise<boolean> {
  if (stateCache.byType(rtype).length > 0) return false;
  try {
    await stateCache.refreshType(rtype);
    return true;
  } catch (error) {
    if (isMissingPathError(error)) return false;
    throw error;
  }
}

function lookUp<Type extends ResourceType>(
  stateCache: StateCache,
  rtype: Type,
  nameOrId: unknown,
): ParseResult<ResourceOf<Type>> {
  if (!isKnownResourceType(rtype) && stateCache.byType(rtype).length === 0) {
    const suggestion = findNearestName(rtype, [...resourceTypes, ...stateCache.types()]);
    return refuse('rtype', 'a resource type that the bridge has', rtype, suggestion);
  }
  const target = resolveResource(stateCache, nameOrId, [rtype], 'name');
  if (!target.ok) return target;
  const resource = stateCache.get(target.value.rid, rtype);
  return resource === undefined
    ? refuse('name', `the id of a ${rtype} that the bridge holds`, nameOrId)
    : accept(resource);
}
