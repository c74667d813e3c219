import type { HomeItem } from '../../runtime/home/home-item';
import { allOfBridge, splitIds } from '../../resources/identifiers';
import { findListedResourceByText } from '../../vocabulary/listed-resources';
import type { ListedResource } from '../../vocabulary/listed-resources';
import { normalizeNameForComparison } from '../../vocabulary/lookup';
import { toText } from '../fields/setting-fields';
import { findBridgeOfText } from '../picker/flow-bridges';
import { readPickedIds } from '../picker/picked-ids';
import { findRoomOfItem } from './home-contents';
import { selectTargetResolver } from './node-targets';

export interface ItemUse {
  readonly nodeId: string;
  readonly label: string;
}

export interface UnknownTarget {
  readonly id: string;
  /** Name at the time of picking; empty if unknown. */
  readonly name: string;
  readonly nodes: readonly RegisteredNode[];
}

/** Nodes that use resources of a bridge. */
export interface HomeUses {
  /** By id of the resource. */
  readonly uses: ReadonlyMap<string, readonly ItemUse[]>;
  readonly unknown: readonly UnknownTarget[];
}

/** Searches all flows, by id or by name. */
export function findHomeUses(bridgeId: string, items: ReadonlyMap<string, HomeItem>): HomeUses {
  const listed = listResources(items);
  const knownIds = new Set(listed.map(({ rid }) => rid));
  const uses = new Map<string, ItemUse[]>();
  const unknown = new Map<string, { name: string; nodes: RegisteredNode[] }>();
  RED.nodes.eachNode((node) => {
    const targetIds = findTargetIds(node, bridgeId, listed);
    for (const id of [...targetIds, ...findNamedScenes(node, targetIds, listed)]) {
      if (knownIds.has(id)) {
        const use = { nodeId: node.id, label: RED.utils.getNodeLabel(node) };
        uses.set(id, [...(uses.get(id) ?? []), use]);
      } else if (id !== allOfBridge) {
        const entry = unknown.get(id) ?? { name: findStoredName(node, id), nodes: [] };
        entry.nodes.push(node);
        unknown.set(id, entry);
      }
    }
  });
  return { uses, unknown: [...unknown].map(([id, entry]) => ({ id, ...entry })) };
}

function findTargetIds(
  node: RegisteredNode,
  bridgeId: string,
  listed: readonly ListedResource[],
): readonly string[] {
  const target = toText(node['target']);
  const resolve = selectTargetResolver(node);
  if (target === '' || resolve === undefined) return [];
  if (node['targetType'] === 'resource') {
    return readPickedIds(node, target)
      .filter(({ configNodeId }) => configNodeId === bridgeId)
      .map(({ rid }) => rid);
  }
  if (node['targetType'] !== 'str') return [];
  const named = findBridgeOfText(target);
  if ((named?.configNodeId ?? node['bridge']) !== bridgeId) return [];
  const match = findListedResourceByText(listed, named?.text ?? target, resolve);
  return match.ok && match.resource !== undefined ? [match.resource.rid] : [];
}

function findNamedScenes(
  node: RegisteredNode,
  targetIds: readonly string[],
  listed: readonly ListedResource[],
): readonly string[] {
  if (node.type !== 'bridge-scene' || node['sceneType'] !== 'str') return [];
  const name = normalizeNameForComparison(toText(node['scene']));
  return listed
    .filter(
      (one) =>
        one.rtype === 'scene' &&
        normalizeNameForComparison(one.name) === name &&
        (node['everywhere'] === true || targetIds.includes(one.group ?? '')),
    )
    .map(({ rid }) => rid);
}

function findStoredName(node: RegisteredNode, id: string): string {
  const ids = splitIds(toText(node['target']));
  const name = toText(node['targetName']);
  const names = name.split(', ');
  return (names.length === ids.length ? names[ids.indexOf(id)] : name) ?? '';
}

/** Adds the grouped lights of rooms and the devices of services. */
function listResources(items: ReadonlyMap<string, HomeItem>): readonly ListedResource[] {
  const listed = new Map<string, ListedResource>();
  for (const item of items.values()) {
    const { id, rtype, name, owner } = item;
    const room = findRoomOfItem(items, item);
    listed.set(id, {
      rid: id,
      rtype,
      name,
      room,
      ...(owner === undefined ? {} : { owner }),
      ...('group' in item && item.group !== undefined ? { group: item.group } : {}),
    });
    if ('groupedLight' in item && item.groupedLight !== undefined) {
      const groupedLight = { rid: item.groupedLight, rtype: 'grouped_light', owner: id };
      listed.set(item.groupedLight, { ...groupedLight, name, room: { rid: id, name } });
    }
    if (owner !== undefined && !listed.has(owner))
      listed.set(owner, { rid: owner, rtype: 'device', name, room });
  }
  return [...listed.values()];
}

/** Includes the device of the item. */
export const listIdsOfItem = (item: HomeItem): readonly string[] => [
  item.id,
  ...('groupedLight' in item && item.groupedLight !== undefined ? [item.groupedLight] : []),
  ...(item.owner === undefined ? [] : [item.owner]),
];
