import { isWellFormedResourceTypeName } from '../../resources';
import { createTargetResolver } from '../../vocabulary';
import type { TargetResolver } from '../../vocabulary';
import { readOnceConnected } from '../bridge/read-once-connected';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { openBridgeById } from '../bridge/bridge-node';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { findWatchedTarget } from '../watch/watched-bridge-targets';
import { createUnresolvedTargetError } from '../message/find-named-bridge';
import { createUnknownTargetError } from '../message/missing-target';
import type { TargetNodeStatusContext } from './target-node-status-observer';

/**
 * Reports the targets that the bridges of a node do not have, for a node whose status does not show their state.
 *
 * @param resolve finds a target among the resources of its bridge
 * @param isNeeded returns false after close of the node
 * @throws {BridgeError} see `findWatchedTarget` and `openBridgeById`; ERR_BRIDGE_UNKNOWN_TARGET if the bridge of a
 *   target is not found
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
    // Bridges omit some types from the list of all resources, so these types cannot be checked.
    const { rtype } = settings;
    if (isWellFormedResourceTypeName(rtype) && stateCache.byType(rtype).length === 0) return;
    const missing: string[] = [];
    for (const address of addresses) {
      const found = resolve(stateCache, address);
      // The search for similar names is slow, so only the first problem is reported.
      if (!found.ok) return tracker.say(createUnresolvedTargetError(found.problem, address));
      if (found.value.resource === undefined) missing.push(address);
    }
    if (missing.length > 0) tracker.say(createUnknownTargetError(stateCache, { targets: missing }));
  }
}

const readFirstState = (
  { client, stateReader }: OpenedBridge,
  isNeeded: () => boolean,
): Promise<boolean> => readOnceConnected(client, { read: () => stateReader.read(), isNeeded });

export const createResourceTypeResolver =
  (rtype: unknown): TargetResolver =>
  (index, address, at) =>
    createTargetResolver(isWellFormedResourceTypeName(rtype) ? [rtype] : index.types())(
      index,
      address,
      at,
    );
