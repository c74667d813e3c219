import { isResource } from '../../../bridge/state/resource-state';
import type { Resource } from '../../../resources';
import { compareNames } from '../../../resources/values/compare-names';
import {
  getSceneActivity,
  getSceneGroupRid,
  getSceneName,
} from '../../../vocabulary/scene/group-scenes';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeRead } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { addBridgeToOutcome } from '../../message/named-bridge';
import type { BridgeWithOptionalName } from '../../message/named-bridge';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { refreshSceneStatus } from './recall-scenes';
import type { AddressedSceneGroup } from './addressed-scene-groups';

interface ListedScene {
  /** Recalls the scene where several have its name. */
  readonly rid: string;
  readonly name: string;
  /** Room or zone; undefined for a scene of the home. */
  readonly room?: string;
  /** Set if the message names one. */
  readonly bridge?: string;
  readonly active: boolean;
  readonly dynamic?: true;
  readonly smart?: true;
}

/**
 * Lists scenes and smart scenes, sorted by room and name.
 *
 * @param groups undefined for all groups
 */
export async function listScenes(
  bridge: OpenedBridge,
  groups: readonly AddressedSceneGroup[] | undefined,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  if (groups === undefined) return listScenesOf({ bridge }, undefined, options);
  const bridges = new Set(groups.map((group) => group.bridge));
  const parts = await Promise.all(
    [...bridges].map(async (on) => {
      const ofBridge = groups.filter((group) => group.bridge === on);
      const groupRids = new Set(ofBridge.map(({ groupRid }) => groupRid));
      const onBridge = { bridge: on, bridgeName: ofBridge[0]?.bridgeName };
      return addBridgeToOutcome(await listScenesOf(onBridge, groupRids, options), onBridge);
    }),
  );
  const [first = await listScenesOf({ bridge }, new Set(), options), ...others] = parts;
  if (others.length === 0) return first;
  const payload = parts.flatMap((part): unknown[] =>
    Array.isArray(part.payload) ? part.payload : [],
  );
  return {
    payload,
    meta: { ...first.meta, results: parts.map(({ meta }) => meta) },
    statusText: { key: 'listed', values: { count: payload.length } },
  };
}

async function listScenesOf(
  { bridge, bridgeName }: BridgeWithOptionalName,
  groupRids: ReadonlySet<string> | undefined,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  await refreshSceneStatus(bridge);
  const outcome = await executeRead(bridge, { operation: 'list', rtype: 'scene' }, options);
  const ordinary = Array.isArray(outcome.payload) ? outcome.payload.filter(isResource) : [];
  const scenes = ordinary
    .concat(bridge.stateReader.stateCache.byType('smart_scene'))
    .filter((scene) => groupRids?.has(getSceneGroupRid(scene) ?? '') !== false);
  const payload = scenes
    .map((scene) => toListedScene({ bridge, bridgeName }, scene))
    .toSorted(
      (one, other) =>
        compareNames(one.room ?? '', other.room ?? '') || compareNames(one.name, other.name),
    );
  return { ...outcome, payload, statusText: { key: 'listed', values: { count: payload.length } } };
}

function toListedScene(
  { bridge, bridgeName }: BridgeWithOptionalName,
  scene: Resource,
): ListedScene {
  const { stateCache } = bridge.stateReader;
  const isSmart = scene.type === 'smart_scene';
  const activity = isSmart ? undefined : getSceneActivity(stateCache, scene);
  const room = stateCache.name(getSceneGroupRid(scene) ?? '');
  return {
    rid: scene.id,
    name: getSceneName(scene),
    ...(room === undefined ? {} : { room }),
    ...(bridgeName === undefined ? {} : { bridge: bridgeName }),
    active: isSmart ? scene['state'] === 'active' : activity !== undefined,
    ...(activity === 'dynamic' ? { dynamic: true } : {}),
    ...(isSmart ? { smart: true } : {}),
  };
}
