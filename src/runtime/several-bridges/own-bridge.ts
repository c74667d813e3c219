import { toCommandError } from '../node-errors';
import { listDeployedBridges } from '../session/deployed-bridges';
import { toAddressText } from '../targets/resolve-target-setting';
import type { AddressReader } from '../watching/watched-address';
import { splitBridgeFromAddress } from './find-named-bridge';

/**
 * Makes what reads the addresses of a node that keeps to its own bridge.
 *
 * @param bridgeNodeId id of the bridge of the node
 * @returns reads an address without the name of that bridge; it throws ERR_BRIDGE_UNKNOWN_TARGET for one on another bridge
 */
export const readAddressOn =
  (bridgeNodeId: unknown): AddressReader =>
  (address, at) => {
    const named = splitBridgeFromAddress(address, at);
    if (named === undefined) return toAddressText(address);
    if (named.id === bridgeNodeId) return toAddressText(named.address);
    const own = listDeployedBridges().find(({ id }) => id === bridgeNodeId);
    const expected = `something on ${own?.name ?? 'its own bridge'}, which this node keeps to (for ${named.name}, take a node whose bridge that is)`;
    const problem = { path: at, expected, received: address };
    throw toCommandError(problem, 'ERR_BRIDGE_UNKNOWN_TARGET', { reason: 'OTHER_BRIDGE' });
  };
