import { getNestedMember } from '../../resources/members';
import { allOfBridge, splitIds } from '../../resources/identifiers';
import {
  getChosenConfigNodeId,
  getSettingField,
  isDialogOpen,
  toText,
} from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import type { ResourceListItem } from '../routes/admin-route-client';
import { listBridges } from './flow-bridges';
import { getCachedResourceList } from './resource-list';

export interface PickedId {
  /** Config node; empty while the node has none. */
  readonly configNodeId: string;
  readonly rid: string;
}

const bridgesDataKey = 'lightingBridgePickedBridges';

/**
 * Keeps the order of the ids.
 *
 * @param target ids, separated by commas
 */
export function readPickedIds(node: EditorNode, target: string): readonly PickedId[] {
  if (target === '') return [];
  const bridges = getBridges(node);
  const own = getChosenConfigNodeId(node) ?? '';
  return splitIds(target).map((rid, index) => {
    const bridge = bridges[index] ?? '';
    return { configNodeId: bridge === '' ? own : bridge, rid };
  });
}

/** Stores the bridges in the open dialog until it is saved. */
export function setBridgesOfPickedResources(node: EditorNode, picked: readonly PickedId[]): void {
  const own = getChosenConfigNodeId(node);
  const bridges = picked.map(({ configNodeId, rid }) =>
    configNodeId === own && rid !== allOfBridge ? '' : configNodeId,
  );
  getSettingField(node, 'target').data(bridgesDataKey, bridges);
}

/**
 * Returns the setting `targetBridges`: config nodes in the order of the picked resources, empty for the node's own
 * bridge; an empty list if all are on the node's bridge.
 */
export function getBridgesOfPickedResources(node: EditorNode): string[] {
  const field = getSettingField(node, 'target');
  const isPicked = field.typedInput('type') === 'resource' && toText(field.val()) !== '';
  const bridges = isPicked ? getBridges(node) : [];
  return bridges.some((bridge) => bridge !== '') ? bridges : [];
}

/** Returns undefined if the list is unknown or the resource was deleted. */
export const findPickedResource = ({ configNodeId, rid }: PickedId): ResourceListItem | undefined =>
  getCachedResourceList(configNodeId)?.find((resource) => resource.rid === rid);

/** Returns true also if the bridge was deleted. */
export const isPickedResourceMissing = (picked: PickedId): boolean =>
  (picked.configNodeId !== '' && RED.nodes.node(picked.configNodeId) === undefined) ||
  (picked.rid !== allOfBridge &&
    getCachedResourceList(picked.configNodeId) !== undefined &&
    findPickedResource(picked) === undefined);

/**
 * Puts the bridge before a colon if it is not the node's bridge.
 *
 * @param storedName names at the time of picking
 */
export function formatPickedNames(
  node: EditorNode,
  picked: readonly PickedId[],
  storedName: string,
): string {
  const stored = storedName.split(', ');
  const own = getChosenConfigNodeId(node);
  const names = picked.map((one, index) => {
    const bridge = listBridges().find(({ configNodeId }) => configNodeId === one.configNodeId);
    if (one.rid === allOfBridge && bridge !== undefined)
      return translateShared('target.allOf', { bridge: bridge.label });
    const name = findPickedResource(one)?.name;
    if (name === undefined) return stored.length === picked.length ? stored[index] : undefined;
    return one.configNodeId === own || bridge === undefined ? name : `${bridge.label}:${name}`;
  });
  return names.every((name) => name !== undefined) ? names.join(', ') : storedName;
}

function getBridges(node: EditorNode): string[] {
  const kept: unknown = isDialogOpen(node)
    ? getSettingField(node, 'target').data(bridgesDataKey)
    : undefined;
  const bridges = kept ?? getNestedMember(node, 'targetBridges');
  return Array.isArray(bridges) ? bridges.map((bridge) => toText(bridge)) : [];
}
