import { isResource } from '../../bridge/state/resource-state';
import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import type { ActionOutcome } from '../requests/action-outcome';
import { executeRead } from '../requests/execute-request';
import type { ExecuteOptions } from '../requests/execute-request';
import { findTarget, listAddresses } from '../targets/find-target';
import { addressTargets, addBridgeToOutcome } from '../several-bridges/named-bridge';
import type { AddressedTarget } from '../several-bridges/named-bridge';
import { addResourceToState, toPlainState } from '../watching/plain-state';
import type { BridgeHandle } from '../session/open-bridge';

/**
 * Reads what a lamp or group shows, or several, from the bridge itself.
 *
 * @param bridge that of the node
 * @param address id, name, `Room/Name`, `{room, name}` or a reference, or a list of these, of other bridges with their name
 * @returns the plain state as the payload; of several, a list of states that say of which lamp they are
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for an address that no lamp has; what the client throws
 */
export async function readLights(
  bridge: BridgeHandle,
  address: unknown,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  if (listAddresses(address) === undefined)
    return readLight({ bridge, address, at: 'target' }, options);
  const lights = await addressTargets(bridge, address);
  const parts = await Promise.all(
    lights.map(async (light) => addBridgeToOutcome(await readLight(light, options), light)),
  );
  const [first] = parts;
  if (first === undefined) return readLight({ bridge, address, at: 'target' }, options);
  return {
    payload: parts.map(({ meta, payload }) => addResourceToState(meta, payload)),
    meta: { ...first.meta, results: parts.map(({ meta }) => meta) },
    statusText: { key: 'listed', values: { count: parts.length } },
  };
}

async function readLight(
  { bridge, address: value, at }: AddressedTarget,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const { rid, rtype } = await findTarget(bridge, { ok: true, value }, resolveLightTarget, at);
  const outcome = await executeRead(bridge, { operation: 'get', rtype, rid }, options);
  const { payload } = outcome;
  return isResource(payload) ? { ...outcome, payload: toPlainState(bridge, payload) } : outcome;
}
