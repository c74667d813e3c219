import type { Resource } from '../../../resources';
import { isSceneGroupType } from '../../../resources/values/group-types';
import { accept, refuse } from '../../../vocabulary/parse-result';
import type { ParseResult } from '../../../vocabulary/parse-result';
import type { ResourceIndex } from '../../../vocabulary/lookup';
import { resolveSceneTarget, resolveResource } from '../../../vocabulary/lookup';
import {
  describeExpectedScene,
  findScenesByName,
  findGroupScene,
  getSceneGroupRid,
  listGroupScenes,
} from '../../../vocabulary/room-scenes';
import type { SceneType } from '../../../vocabulary/room-scenes';
import type { RequestedSceneName } from '../../../vocabulary/scene';
import { getParsedOrThrow, toCommandError } from '../../settings/node-errors';
import { maxCacheAges } from '../../../bridge/state/state-reader';
import { findTargetsOnBridges } from '../../message/named-bridge';
import type { TargetAddressOnBridge, BridgeWithOptionalName } from '../../message/named-bridge';
import type { OpenedBridge } from '../../bridge/open-bridge-client';

/** A room, zone or home, and its picked scene. */
export interface AddressedSceneGroup extends BridgeWithOptionalName {
  readonly groupRid: string;
  readonly scene?: Resource;
}

export type SceneWithGroup = AddressedSceneGroup & Required<Pick<AddressedSceneGroup, 'scene'>>;

/**
 * @param value id, name or `Room/Scene` of a room, zone, home or scene, or a list of these; with the bridge name on
 * other bridges
 * @returns undefined if the message names no group
 * @throws {BridgeError} see `findTargetsOnBridges`
 */
export async function findAddressedSceneGroups(
  bridge: OpenedBridge,
  value: unknown,
): Promise<readonly AddressedSceneGroup[] | undefined> {
  if (value === undefined || value === '') return undefined;
  const found = await findTargetsOnBridges(bridge, value, resolveSceneTarget);
  const groups = found.map(({ target, address, at, ...onBridge }) => ({
    ...onBridge,
    ...toGroup(target, { address, at }),
  }));
  const isFirst = ({ bridge: on, groupRid, scene }: AddressedSceneGroup, index: number): boolean =>
    !groups
      .slice(0, index)
      .some((one) => one.bridge === on && one.groupRid === groupRid && one.scene?.id === scene?.id);
  return groups.filter(isFirst);
}

function toGroup(
  { rid, resource }: { rid: string; resource: Resource | undefined },
  { address, at }: Pick<TargetAddressOnBridge, 'address' | 'at'>,
): Pick<AddressedSceneGroup, 'groupRid' | 'scene'> {
  if (resource === undefined || isSceneGroupType(resource.type)) return { groupRid: rid };
  const groupRid = getSceneGroupRid(resource);
  if (groupRid !== undefined) return { groupRid, scene: resource };
  const expected = 'a scene of a room, zone or home';
  throw toCommandError({ path: at, expected, received: address }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

/**
 * Finds a scene of each group by the name that the message has, otherwise the picked one.
 *
 * @param groups undefined if the message names no group
 * @param types that count
 * @returns one scene for each group
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if a group has no such scene, or if the message names no group and
 * several groups have the scene
 */
export async function findAddressedScenes(
  bridge: OpenedBridge,
  groups: readonly AddressedSceneGroup[] | undefined,
  { name, at }: RequestedSceneName,
  types: readonly SceneType[] = ['scene'],
): Promise<readonly SceneWithGroup[]> {
  if (name === undefined) return requirePickedScenes(groups, at);
  if (groups !== undefined) {
    const find = (group: AddressedSceneGroup) => (index: ResourceIndex) =>
      findGroupScene(index, group.groupRid, name, at, types);
    return Promise.all(
      groups.map(async (group) => ({
        ...group,
        scene: await lookUpWithRefetch(group.bridge, find(group)),
      })),
    );
  }
  const scene = await lookUpWithRefetch(bridge, (index) => findNamedScene(index, name, at, types));
  return [toScopedScene(bridge, scene)];
}

/**
 * Looks in all rooms, zones and the home.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if there is no such scene
 */
export async function findScenesEverywhere(
  bridge: OpenedBridge,
  { name = '', at }: RequestedSceneName,
): Promise<readonly SceneWithGroup[]> {
  const scenes = await lookUpWithRefetch(bridge, (index): ParseResult<readonly Resource[]> => {
    const matches: Resource[] = [];
    for (const groupRid of listGroupsWithScenes(index)) {
      if (findScenesByName(listGroupScenes(index, groupRid), name).length === 0) continue;
      const match = findGroupScene(index, groupRid, name, at);
      if (!match.ok) return match;
      matches.push(match.value);
    }
    if (matches.length > 0) return accept(matches);
    const found = findNamedScene(index, name, at);
    return found.ok ? accept([found.value]) : found;
  });
  return scenes.map((scene) => toScopedScene(bridge, scene));
}

const listGroupsWithScenes = (index: ResourceIndex): ReadonlySet<string> =>
  new Set(index.byType('scene').flatMap((scene) => getSceneGroupRid(scene) ?? []));

function findNamedScene(
  index: ResourceIndex,
  name: string,
  at: string,
  types: readonly SceneType[] = ['scene'],
): ParseResult<Resource> {
  const target = resolveResource(index, name, types, at);
  if (!target.ok) return target;
  const { resource } = target.value;
  return resource === undefined
    ? refuse(at, 'the id of a scene that the bridge holds', name)
    : accept(resource);
}

const toScopedScene = (bridge: OpenedBridge, scene: Resource): SceneWithGroup => ({
  bridge,
  groupRid: getSceneGroupRid(scene) ?? '',
  scene,
});

function requirePickedScenes(
  groups: readonly AddressedSceneGroup[] | undefined,
  at: string,
): readonly SceneWithGroup[] {
  if (groups === undefined) {
    const expected = 'the name of a scene, or one picked in the dialog or named in msg.target';
    throw toCommandError({ path: at, expected, received: undefined });
  }
  return groups.map(({ scene, ...group }) => {
    if (scene !== undefined) return { ...group, scene };
    const { stateCache } = group.bridge.stateReader;
    const expected = `the name of ${describeExpectedScene(stateCache, group.groupRid)}`;
    throw toCommandError({ path: at, expected, received: undefined });
  });
}

/** Reads the bridge and looks again if the name is not found. */
export async function lookUpWithRefetch<T>(
  { stateReader }: Pick<OpenedBridge, 'stateReader'>,
  find: (index: ResourceIndex) => ParseResult<T>,
): Promise<T> {
  const found = await stateReader.find(find, maxCacheAges.forMessage, true);
  return getParsedOrThrow(found, 'ERR_BRIDGE_UNKNOWN_TARGET');
}
