import { isWellFormedResourceTypeName } from '../../resources';
import { createTargetResolver } from '../../vocabulary';
import type { TargetResolver } from '../../vocabulary';
import { readOnceConnected } from '../bridge/read-once-connected';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { openBridgeById } from '../bridge/bridge-node';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { findWatchedTarget } from '../watch/watched-bridge-targets';
import { createUnresolvedTargetError } from '../message/find-named-bridge';
import { createMissingTargetError } from '../message/missing-target';
import type { TargetNodeStatusContext } from './target-node-status-observer';

/**
 * Says which targets of a node its bridges do not hold, once they are known, where its status does not show their state.
 *
 * @param resolve finds a target among the resources of its bridge
 * @param isNeeded false once the node is closed
 * @throws {BridgeError} as `findWatchedTarget` and `openBridgeById`, and ERR_BRIDGE_UNKNOWN_TARGET where a bridge that the target names is
 *   not found
 */
export async function checkTargets(
  { RED, node, bridge, tracker }: TargetNodeStatusContext,
  resolve: TargetResolver,
  settings: WatchedTargetSettings & { readonly rtype?: unknown },
  isNeeded: () => boolean,
): Promise<void> {
  const { parts, problem } = await findWatchedTarget(RED, node, settings);
  if (problem !== undefined) throw problem;
  for (const { named, addresses } of parts) {
    const on = named === undefined ? bridge : await openBridgeById(RED, named.id);
    if (await readFirstState(on, isNeeded)) sayMissing(on, addresses);
  }

  function sayMissing(
    { client: { stateCache } }: OpenedBridge,
    addresses: readonly string[],
  ): void {
    // Bridges leave some types out of the list of everything: nothing is known of these.
    const { rtype } = settings;
    if (isWellFormedResourceTypeName(rtype) && stateCache.byType(rtype).length === 0) return;
    const missing: string[] = [];
    for (const address of addresses) {
      const found = resolve(stateCache, address);
      // To look for a similar name takes time: one sentence says enough.
      if (!found.ok) return tracker.say(createUnresolvedTargetError(found.problem, address));
      if (found.value.resource === undefined) missing.push(address);
    }
    if (missing.length > 0) tracker.say(createMissingTargetError(stateCache, { targets: missing }));
  }
}

const readFirstState = (
  { client, stateReader }: OpenedBridge,
  isNeeded: () => boolean,
): Promise<boolean> => readOnceConnected(client, { read: () => stateReader.read(), isNeeded });

/** Creates what finds a resource of one type, or of any that the bridge has. */
export const createResourceTypeResolver =
  (rtype: unknown): TargetResolver =>
  (index, address, at) =>
    createTargetResolver(isWellFormedResourceTypeName(rtype) ? [rtype] : index.types())(
      index,
      address,
      at,
    );
