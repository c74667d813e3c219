import { isResource } from '../../../bridge/state/resource-state';
import { resolveLightTarget } from '../../../vocabulary/lookup';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeRead } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { findTarget, splitTargetAddresses } from '../../message/resolve-target-setting';
import { resolveBridgesOfTargets, addBridgeToOutcome } from '../../message/named-bridge';
import type { TargetAddressOnBridge } from '../../message/named-bridge';
import {
  addResourceIdentityToState,
  refreshLampsOfGroup,
  toPlainState,
} from '../../message/plain-state';
import type { PlainStateOptions } from '../../message/plain-state';
import type { OpenedBridge } from '../../bridge/open-bridge-client';

type ReadOptions = ExecuteOptions & Pick<PlainStateOptions, 'colorSpace'>;

/**
 * @param address id, name, `Room/Name`, `{room, name}`, a reference, or a list of these; with the bridge name on
 * other bridges
 * @returns the plain state as the payload; a list with targets for several
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if an address matches no lamp; the errors of the client
 */
export async function readLights(
  bridge: OpenedBridge,
  address: unknown,
  options: ReadOptions,
): Promise<ActionOutcome> {
  if (splitTargetAddresses(address) === undefined)
    return readLight({ bridge, address, at: 'target' }, options);
  const lights = await resolveBridgesOfTargets(bridge, address);
  const parts = await Promise.all(
    lights.map(async (light) => addBridgeToOutcome(await readLight(light, options), light)),
  );
  const [first] = parts;
  if (first === undefined) return readLight({ bridge, address, at: 'target' }, options);
  return {
    payload: parts.map(({ meta, payload }) => addResourceIdentityToState(meta, payload)),
    meta: { ...first.meta, results: parts.map(({ meta }) => meta) },
    statusText: { key: 'listed', values: { count: parts.length } },
  };
}

async function readLight(
  { bridge, address, at }: TargetAddressOnBridge,
  options: ReadOptions,
): Promise<ActionOutcome> {
  const { rid, rtype } = await findTarget(bridge, address, resolveLightTarget, at);
  const outcome = await executeRead(bridge, { operation: 'get', rtype, rid }, options);
  await refreshLampsOfGroup(bridge, rtype);
  const { payload } = outcome;
  return isResource(payload)
    ? { ...outcome, payload: toPlainState(bridge, payload, options) }
    : outcome;
}
