import { isKnownResourceType, isWellFormedResourceTypeName } from '../../resources';
import {
  resolveAutomationTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSpeakerTarget,
  selectGroupResolver,
  createTargetResolver,
} from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import { splitAddresses } from '../message/resolve-target-setting';
import { createSensorTargetResolver } from '../message/sensor-types';
import {
  evaluateWatchedAddressSetting,
  isTargetFixed,
  mayTargetNameBridge,
  findWatchedTarget,
} from '../dialog-target';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { parseUntrimmedText } from '../settings/evaluate-setting';
import { idleStatus } from '../status/status-content';
import type { IdleNodeStatus, NodeStatusTracker } from '../status/node-status';
import type { Running, SourceContext } from '../running';
import { TargetNodeStatusObserver } from './target-node-status-observer';
import { readUntilSuccessful } from '../bridge/read-until-successful';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { openBridgeById } from '../bridge/bridge-node';
import { createUnresolvedTargetError } from '../message/find-named-bridge';
import { createMissingTargetError } from '../message/missing-target';

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

const createResourceTypeResolver =
  (rtype: unknown): TargetResolver =>
  (index, address, at) =>
    createTargetResolver(isWellFormedResourceTypeName(rtype) ? [rtype] : index.types())(
      index,
      address,
      at,
    );

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

const withoutTarget: IdleNodeStatus = { choose: () => idleStatus };

/**
 * Shows only results, for a moment, if each message has its own target. Logs targets that are not found.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives no address
 */
export async function showTargetStatus(
  context: SourceContext,
  tracker: NodeStatusTracker,
  kind: StatusTargetKind,
  settings: WatchedTargetSettings & { readonly rtype?: unknown },
): Promise<Running | undefined> {
  const { bridge } = context;
  const isFixed = isTargetFixed(settings);
  const resolve = resolvers[kind](settings.rtype);
  if (!bridge.showsStates || kind === 'resource') {
    if (isFixed) await checkTargets(context, tracker, resolve, settings);
    return undefined;
  }
  if (!isFixed) {
    tracker.setLasting(withoutTarget);
    return undefined;
  }
  if (mayTargetNameBridge(settings)) {
    const { showJoinedTargetStatus } = await import('./joined-target-status.js');
    return showJoinedTargetStatus(context, tracker, resolve, settings);
  }
  const addresses = splitAddresses(await evaluateWatchedAddressSetting(context, settings));
  const status = new TargetNodeStatusObserver(bridge, { addresses, resolve }, tracker);
  tracker.setLasting(status);
  return status;
}

/**
 * Checks targets that the status does not show.
 *
 * @throws {BridgeError} see `findWatchedTarget` and `openBridgeById`; ERR_BRIDGE_UNKNOWN_TARGET if the bridge of a
 * target is not found
 */
async function checkTargets(
  context: SourceContext,
  tracker: NodeStatusTracker,
  resolve: TargetResolver,
  settings: WatchedTargetSettings & { readonly rtype?: unknown },
): Promise<void> {
  const { RED, bridge } = context;
  const isNeeded = (): boolean => !context.isStopped();
  const { parts, problem } = await findWatchedTarget(context, settings);
  if (problem !== undefined) throw problem;
  for (const { named, addresses } of parts) {
    const on = named === undefined ? bridge : await openBridgeById(RED, named.id);
    const read = (): Promise<unknown> => on.stateReader.read();
    if (await readUntilSuccessful(on.client, { read, isNeeded })) sayMissing(on, addresses);
  }

  function sayMissing(
    { client: { stateCache } }: OpenedBridge,
    addresses: readonly string[],
  ): void {
    // Bridges omit these types from the list of all resources, so they cannot be checked.
    const { rtype } = settings;
    if (isWellFormedResourceTypeName(rtype) && stateCache.byType(rtype).length === 0) return;
    const missing: string[] = [];
    for (const address of addresses) {
      const found = resolve(stateCache, address);
      // The search for similar names is slow: only the first problem is reported.
      if (!found.ok) return tracker.say(createUnresolvedTargetError(found.problem, address));
      if (found.value.resource === undefined) missing.push(address);
    }
    if (missing.length > 0) tracker.say(createMissingTargetError(stateCache, { targets: missing }));
  }
}
