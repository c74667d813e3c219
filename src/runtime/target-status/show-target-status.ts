import { isKnownResourceType } from '../../resources';
import {
  resolveAutomationTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSpeakerTarget,
  selectGroupResolver,
} from '../../vocabulary';
import type { TargetResolver } from '../../vocabulary';
import { splitAddresses } from '../targets/find-target';
import { createReadingResolver } from '../sensor/sensor-types';
import {
  evaluateWatchedAddress,
  isTargetFixed,
  mayWatchNamedBridge,
} from '../watching/watched-address';
import type { TargetSettings } from '../settings/target-settings';
import { parseRawText } from '../settings/evaluate-setting';
import { idleStatus } from '../node-status/node-status';
import type { IdleNodeStatus } from '../node-status/node-status';
import { TargetNodeStatus } from './target-node-status';
import type { StatusTargetContext } from './target-node-status';

/** What a node shows the state of. */
export type StatusTargetKind =
  | 'light'
  | 'room'
  | 'scene'
  | 'activeScene'
  | 'sensor'
  | 'automation'
  | 'speaker';

/** Creates what finds the lamps of a room, or of a zone. */
const createGroupLightResolver =
  (resolveGroup: TargetResolver): TargetResolver =>
  (mirror, address, path) => {
    const group = resolveGroup(mirror, address, path);
    return group.ok && group.value.resource !== undefined
      ? resolveLightTarget(mirror, group.value.rid, path)
      : group;
  };

/** Says how the target of a node is found; `rtype` is a setting of some nodes. */
const resolvers: Readonly<Record<StatusTargetKind, (rtype: unknown) => TargetResolver>> = {
  light: () => resolveLightTarget,
  room: (rtype) => createGroupLightResolver(selectGroupResolver(parseRawText(rtype) ?? 'room')),
  scene: () => resolveRecallTarget,
  activeScene: () => resolveSceneTarget,
  automation: () => resolveAutomationTarget,
  speaker: () => resolveSpeakerTarget,
  sensor: (rtype) => createReadingResolver(isKnownResourceType(rtype) ? [rtype] : undefined),
};

/** Of a node whose messages have different targets: nothing lasts. */
const withoutTarget: IdleNodeStatus = { choose: () => idleStatus };

/**
 * Lets the status of a node show the state of its target while the node does nothing; of a target that comes with each
 * message, only the result for a moment.
 *
 * @param settings the target as the flow file holds it
 * @returns ends it
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no address
 */
export async function showTargetStatus(
  { RED, node, bridge, tracker }: StatusTargetContext,
  kind: StatusTargetKind,
  settings: TargetSettings & { readonly rtype?: unknown },
): Promise<{ stop(): void } | undefined> {
  if (!isTargetFixed(settings)) {
    tracker.setLasting(withoutTarget);
    return undefined;
  }
  const resolve = resolvers[kind](settings.rtype);
  if (mayWatchNamedBridge(settings)) {
    const { showStatusOfBridges } = await import('./joined-target-status.js');
    return showStatusOfBridges({ RED, node, bridge, tracker }, resolve, settings);
  }
  const addresses = splitAddresses(await evaluateWatchedAddress(RED, node, settings));
  const status = new TargetNodeStatus(bridge, { addresses, resolve }, tracker);
  tracker.setLasting(status);
  return status;
}
