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

export type StatusTargetKind =
  | 'light'
  | 'room'
  | 'scene'
  | 'activeScene'
  | 'sensor'
  | 'automation'
  | 'speaker'
  | 'resource';

const createGroupLightResolver =
  (resolveGroup: TargetResolver): TargetResolver =>
  (stateCache, address, path) => {
    const group = resolveGroup(stateCache, address, path);
    return group.ok && group.value.resource !== undefined
      ? resolveLightTarget(stateCache, group.value.rid, path)
      : group;
  };

/** `rtype` is a setting of some nodes. */
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

/** For nodes whose messages have different targets: no status lasts. */
const withoutTarget: IdleNodeStatus = { choose: () => idleStatus };

/** Returns false for any resource, and if the bridge node shows no states. */
const isShown = (
  kind: StatusTargetKind,
  { showsStates }: TargetNodeStatusContext['bridge'],
): boolean => showsStates && kind !== 'resource';

/**
 * Shows the state of the target while the node is idle. If each message has its own target, the node shows only the
 * result for a moment. Logs targets that are not found.
 *
 * @param settings the target in the flow file
 * @param isNeeded returns false after close of the node
 * @returns a function that stops the status
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives no address
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
