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
import { splitAddresses } from '../message/resolve-target-setting';
import { createSensorTargetResolver } from '../message/sensor-types';
import {
  evaluateWatchedAddressSetting,
  isTargetFixed,
  mayTargetNameBridge,
} from '../watch/watched-address';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { parseUntrimmedText } from '../settings/evaluate-setting';
import { idleStatus } from '../status/status-content';
import type { IdleNodeStatus } from '../status/node-status';
import { checkTargets, createResourceTypeResolver } from './check-targets';
import { TargetNodeStatusObserver } from './target-node-status-observer';
import type { TargetNodeStatusContext } from './target-node-status-observer';

/** What a node shows the state of. */
export type StatusTargetKind =
  | 'light'
  | 'room'
  | 'scene'
  | 'activeScene'
  | 'sensor'
  | 'automation'
  | 'speaker'
  | 'resource';

/** Creates what finds the lamps of a room, or of a zone. */
const createGroupLightResolver =
  (resolveGroup: TargetResolver): TargetResolver =>
  (stateCache, address, path) => {
    const group = resolveGroup(stateCache, address, path);
    return group.ok && group.value.resource !== undefined
      ? resolveLightTarget(stateCache, group.value.rid, path)
      : group;
  };

/** Says how the target of a node is found; `rtype` is a setting of some nodes. */
const resolvers: Readonly<Record<StatusTargetKind, (rtype: unknown) => TargetResolver>> = {
  light: () => resolveLightTarget,
  room: (rtype) =>
    createGroupLightResolver(selectGroupResolver(parseUntrimmedText(rtype) ?? 'room')),
  scene: () => resolveRecallTarget,
  activeScene: () => resolveSceneTarget,
  automation: () => resolveAutomationTarget,
  speaker: () => resolveSpeakerTarget,
  resource: createResourceTypeResolver,
  sensor: (rtype) => createSensorTargetResolver(isKnownResourceType(rtype) ? [rtype] : undefined),
};

/** Of a node whose messages have different targets: nothing lasts. */
const withoutTarget: IdleNodeStatus = { choose: () => idleStatus };

/** True for what a node shows the state of: neither any resource, nor where the bridge node is set not to. */
const isShown = (
  kind: StatusTargetKind,
  { showsStates }: TargetNodeStatusContext['bridge'],
): boolean => showsStates && kind !== 'resource';

/**
 * Lets the status of a node show the state of its target while the node does nothing; of a target that comes with each
 * message, only the result for a moment. What the bridge does not hold is said in the log.
 *
 * @param settings the target as the flow file holds it
 * @param isNeeded false once the node is closed
 * @returns ends it
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no address
 */
export async function showTargetStatus(
  { RED, node, bridge, tracker }: TargetNodeStatusContext,
  kind: StatusTargetKind,
  settings: WatchedTargetSettings & { readonly rtype?: unknown },
  isNeeded: () => boolean,
): Promise<{ stop(): void } | undefined> {
  const isFixed = isTargetFixed(settings);
  const resolve = resolvers[kind](settings.rtype);
  if (!isShown(kind, bridge)) {
    if (isFixed) await checkTargets({ RED, node, bridge, tracker }, resolve, settings, isNeeded);
    return undefined;
  }
  if (!isFixed) {
    tracker.setLasting(withoutTarget);
    return undefined;
  }
  if (mayTargetNameBridge(settings)) {
    const { showJoinedTargetStatus } = await import('./joined-target-status.js');
    return showJoinedTargetStatus({ RED, node, bridge, tracker }, resolve, settings);
  }
  const addresses = splitAddresses(await evaluateWatchedAddressSetting(RED, node, settings));
  const status = new TargetNodeStatusObserver(bridge, { addresses, resolve }, tracker);
  tracker.setLasting(status);
  return status;
}
