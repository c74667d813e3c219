import type { Node, NodeAPI } from 'node-red';
import { isKnownResourceType } from '../../resources';
import { idPattern, splitIds } from '../../resources/id-pattern';
import {
  resolveLightTarget,
  resolveRecallTarget,
  resolveRoomTarget,
  resolveSceneTarget,
} from '../../vocabulary';
import type { TargetResolver } from '../../vocabulary';
import type { BridgeHandle } from '../session/open-bridge';
import { createReadingResolver } from '../sensor/sensor-types';
import { evaluateWatchedAddress, isTargetFixed } from '../watching/watched-address';
import type { TargetSettings } from '../watching/watched-address';
import { idleStatus } from './node-status';
import type { LastingStatus, NodeStatusTracker } from './node-status';
import { TargetStatus } from './target-status';

/** What a node shows the state of. */
export type ShownTargetKind = 'light' | 'room' | 'scene' | 'activeScene' | 'sensor';

/** The lamps of a room. */
const resolveRoomLight: TargetResolver = (mirror, address, path) => {
  const room = resolveRoomTarget(mirror, address, path);
  return room.ok && room.value.resource !== undefined
    ? resolveLightTarget(mirror, room.value.rid, path)
    : room;
};

const resolvers: Readonly<Record<Exclude<ShownTargetKind, 'sensor'>, TargetResolver>> = {
  light: resolveLightTarget,
  room: resolveRoomLight,
  scene: resolveRecallTarget,
  activeScene: resolveSceneTarget,
};

/** Of a node whose messages have different targets: nothing lasts. */
const withoutTarget: LastingStatus = { choose: () => idleStatus };

/** A node, and what its status shows. */
export interface ShownTargetContext {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly bridge: BridgeHandle;
  readonly tracker: NodeStatusTracker;
}

/**
 * Lets the status of a node show the state of its target while the node does nothing; of a target that comes with each
 * message, only the result for a moment.
 *
 * @param settings the target as the flow file holds it
 * @returns ends it
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no address
 */
export async function showTargetStatus(
  { RED, node, bridge, tracker }: ShownTargetContext,
  kind: ShownTargetKind,
  settings: TargetSettings & { readonly rtype?: unknown },
): Promise<{ stop(): void } | undefined> {
  if (!isTargetFixed(settings)) {
    tracker.setLasting(withoutTarget);
    return undefined;
  }
  const address = await evaluateWatchedAddress(RED, node, settings);
  const { rtype } = settings;
  const resolve =
    kind === 'sensor'
      ? createReadingResolver(isKnownResourceType(rtype) ? [rtype] : undefined)
      : resolvers[kind];
  const rids = splitIds(address);
  const addresses = rids.every((rid) => idPattern.test(rid)) ? rids : [address];
  const target = { addresses, resolve };
  const status = new TargetStatus(bridge, target, tracker);
  tracker.setLasting(status);
  return status;
}
