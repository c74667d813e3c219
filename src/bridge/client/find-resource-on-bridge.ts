import { isKnownResourceType, resourceTypes } from '../../resources';
import { findNearestName } from '../../resources/validation/nearest-name';
import type { ResourceOf, ResourceType } from '../../resources';
import { createParseSuccess, createInvalidValueResult, resolveResource } from '../../vocabulary';
import type { ParseResult } from '../../vocabulary';
import { isBridgeError } from '../errors/bridge-error';
import { createCommandError } from '../errors/command-error';
import type { Mirror } from '../state/mirror';
import type { StateCache } from '../state/state-cache';

/**
 * Finds a resource by the rule that the nodes find theirs by: its id, its name or its device's, with its
 * room before it (`Room/Name`) and its type behind it, exact before upper and lower case are ignored; a
 * room, zone or device stands for its service of the type. What is not found is looked up again after
 * a read of the bridge.
 *
 * @param maxAge highest age of the mirrored state that is used without a read, in ms
 * @returns the last known state, frozen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for what is no text, ERR_BRIDGE_UNKNOWN_TARGET for a
 *   text that matches none or several; what the mirror throws when the bridge cannot be read
 */
export async function findResourceOnBridge<Type extends ResourceType>(
  stateCache: StateCache,
  rtype: Type,
  nameOrId: string,
  maxAge: number,
): Promise<ResourceOf<Type>> {
  const { mirror } = stateCache;
  let found = await stateCache.find((home) => lookUp(home, rtype, nameOrId), 0, false, maxAge);
  if (!found.ok && typeof nameOrId === 'string' && (await refetchMissingType(mirror, rtype)))
    found = lookUp(mirror, rtype, nameOrId);
  if (found.ok) return found.value;
  throw createCommandError(
    found.problem,
    typeof nameOrId === 'string' ? 'ERR_BRIDGE_UNKNOWN_TARGET' : 'ERR_BRIDGE_INVALID_COMMAND',
    { operation: 'get', rtype },
  );
}

/**
 * Reads the resources of a type of which none is known: bridges leave some types out of the list of everything.
 *
 * @returns false when some were known, and when the bridge has no such type
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function refetchMissingType(mirror: Mirror, rtype: ResourceType): Promise<boolean> {
  if (mirror.byType(rtype).length > 0) return false;
  try {
    await mirror.refreshType(rtype);
    return true;
  } catch (error) {
    if (isBridgeError(error) && isMissingTypeStatus(error.cause.status)) return false;
    throw error;
  }
}

const isMissingTypeStatus = (status: number | undefined): boolean =>
  status === 404 || status === 405;

function lookUp<Type extends ResourceType>(
  mirror: Mirror,
  rtype: Type,
  nameOrId: unknown,
): ParseResult<ResourceOf<Type>> {
  if (!isKnownResourceType(rtype) && mirror.byType(rtype).length === 0) {
    const suggestion = findNearestName(rtype, [...resourceTypes, ...mirror.types()]);
    return createInvalidValueResult(
      'rtype',
      'a resource type that the bridge has',
      rtype,
      suggestion,
    );
  }
  const target = resolveResource(mirror, nameOrId, [rtype], 'name');
  if (!target.ok) return target;
  const resource = mirror.get(target.value.rid, rtype);
  return resource === undefined
    ? createInvalidValueResult('name', `the id of a ${rtype} that the bridge holds`, nameOrId)
    : createParseSuccess(resource);
}
