import { isObject } from '../resources';
import type { ResourceType } from '../resources';
import { resolveAddress } from '../vocabulary';
import type { CommandProblem, Target } from '../vocabulary';
import { commandError } from './command-error';
import type { OpenBridge } from './open-bridge';
import { needed } from './setting';
import type { Given } from './setting';

/** Age up to which the known home is not read again for an unknown name, in ms. */
const freshEnough = 5_000;

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
 * @throws BridgeError ERR_BRIDGE_INVALID_COMMAND for what is no address, ERR_BRIDGE_UNKNOWN_TARGET for one
 *   that fits no resource or several; what the client throws when the bridge cannot be asked
 */
export async function findTarget(
  bridge: OpenBridge,
  given: Given,
  rtypes: readonly ResourceType[],
): Promise<FoundTarget> {
  const address = addressOf(needed(given));
  if (address === undefined) throw commandError(nothingChosen);
  const { mirror } = bridge.home;
  const known = resolveAddress(mirror, address, rtypes);
  if (known.ok && isFound(known.value)) return known.value;
  if (typeof address !== 'string') {
    if (!known.ok) throw commandError(known.problem);
  } else {
    await bridge.home.read(freshEnough);
  }
  const found = resolveAddress(mirror, address, rtypes);
  if (!found.ok) throw commandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
  if (isFound(found.value)) return found.value;
  throw commandError(
    { path: 'target', expected: 'the id of a resource that the bridge holds', received: address },
    'ERR_BRIDGE_UNKNOWN_TARGET',
  );
}

const isFound = (target: Target): target is FoundTarget => target.rtype !== undefined;

/** References that other nodes put out may be used as they are. */
const addressOf = (address: unknown): unknown =>
  isObject(address) && typeof address['rid'] === 'string' ? address['rid'] : address;
