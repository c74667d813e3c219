import type { BridgeErrorCode, Mirror } from '../bridge';
import { idPattern, isObject } from '../resources';
import type { ResourceType } from '../resources';
import { accept, refuse, resolveAddress } from '../vocabulary';
import type { CommandProblem, Result, Target } from '../vocabulary';
import { commandError } from './command-error';
import { goodEnough } from './known-home';
import type { OpenBridge } from './open-bridge';
import { needed } from './setting';
import type { Given } from './setting';

const nothingChosen: CommandProblem = {
  path: 'target',
  expected: 'one picked in the dialog, or its id, name or Room/Name in msg.target',
  received: undefined,
};

/** A resource to act on; its state is unknown when it is in no list of the bridge. */
export interface FoundTarget extends Target {
  rtype: ResourceType;
}

/**
 * Finds the resource that a message means. An address that is unknown makes the bridge be asked again, once.
 *
 * @param given id, name, `Room/Name` or a reference `{rid, rtype}`
 * @param rtypes types that are wanted
 * @param preferred one of them that alone counts for a name where it has a resource of that name
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for what is no address, ERR_BRIDGE_UNKNOWN_TARGET for one
 *   that fits no resource or several; what the client throws when the bridge cannot be asked
 */
export async function findTarget(
  bridge: OpenBridge,
  given: Given,
  rtypes: readonly ResourceType[],
  preferred?: ResourceType,
): Promise<FoundTarget> {
  const address = addressOf(needed(given));
  if (address === undefined) throw commandError(nothingChosen);
  const look = (mirror: Mirror): Result<FoundTarget> => {
    const target = resolvePreferred(mirror, address, rtypes, preferred);
    if (!target.ok) return target;
    return isFound(target.value) ? accept(target.value) : unknownId(address);
  };
  if (typeof address !== 'string') return soundTarget(look(bridge.home.mirror));
  const found = await bridge.home.find(look, goodEnough.forMessage, !idPattern.test(address));
  return soundTarget(found, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

function soundTarget(found: Result<FoundTarget>, code?: BridgeErrorCode): FoundTarget {
  if (found.ok) return found.value;
  throw commandError(found.problem, code);
}

const unknownId = (rid: unknown): Result<never> =>
  refuse('target', 'the id of a resource that the bridge holds', rid);

function resolvePreferred(
  mirror: Mirror,
  address: unknown,
  rtypes: readonly ResourceType[],
  preferred: ResourceType | undefined,
): Result<Target> {
  if (preferred === undefined) return resolveAddress(mirror, address, rtypes);
  const target = resolveAddress(mirror, address, [preferred]);
  const isKnown = target.ok && target.value.resource !== undefined;
  return isKnown ? target : resolveAddress(mirror, address, rtypes);
}

const isFound = (target: Target): target is FoundTarget => target.rtype !== undefined;

/** References that other nodes put out may be used as they are. */
const addressOf = (address: unknown): unknown =>
  isObject(address) && typeof address['rid'] === 'string' ? address['rid'] : address;
