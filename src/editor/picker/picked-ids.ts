import { allOfBridge, splitIds } from '../../resources/values/id-pattern';
import {
  getChosenConfigNodeId,
  getSettingField,
  isDialogOpen,
  toText,
} from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import type { ResourceListItem } from '../routes/admin-route-client';
import { listBridges } from './named-bridge';
import { getCachedResourceList } from './resource-list';

/** One of the resources that are picked. */
export interface PickedId {
  /** Id of the config node of its bridge; empty while the node has none. */
  readonly configNodeId: string;
  readonly rid: string;
}

const bridgesDataKey = 'lightingBridgePickedBridges';

/**
 * The resources that are picked in the target of a node, in their order.
 *
 * @param target ids with commas between them
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

/** Keeps the bridges of what is picked in the open dialog of a node, until it is saved. */
export function setBridgesOfPickedResources(node: EditorNode, picked: readonly PickedId[]): void {
  const own = getChosenConfigNodeId(node);
  const bridges = picked.map(({ configNodeId, rid }) =>
    configNodeId === own && rid !== allOfBridge ? '' : configNodeId,
  );
  getSettingField(node, 'target').data(bridgesDataKey, bridges);
}

/**
 * The setting `targetBridges` as the open dialog of a node has it: the config nodes of what is picked, in its order, empty
 * for a resource on the bridge of the node; no list where each is one of these.
 */
export function getBridgesOfPickedResources(node: EditorNode): string[] {
  const field = getSettingField(node, 'target');
  const isPicked = field.typedInput('type') === 'resource' && toText(field.val()) !== '';
  const bridges = isPicked ? getBridges(node) : [];
  return bridges.some((bridge) => bridge !== '') ? bridges : [];
}

/** The picked resource as its bridge lists it; undefined while that is not known, and for one that is gone. */
export const findPicked = ({ configNodeId, rid }: PickedId): ResourceListItem | undefined =>
  getCachedResourceList(configNodeId)?.find((resource) => resource.rid === rid);

/** True for a picked resource that its bridge does not list, or whose bridge is gone. */
export const isPickedResourceMissing = (picked: PickedId): boolean =>
  (picked.configNodeId !== '' && RED.nodes.node(picked.configNodeId) === undefined) ||
  (picked.rid !== allOfBridge &&
    getCachedResourceList(picked.configNodeId) !== undefined &&
    findPicked(picked) === undefined);

/**
 * Names of picked resources, with that of the bridge before a colon where it is not the bridge of the node.
 *
 * @param storedName the names when they were picked
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
    const name = findPicked(one)?.name;
    if (name === undefined) return stored.length === picked.length ? stored[index] : undefined;
    return one.configNodeId === own || bridge === undefined ? name : `${bridge.label}:${name}`;
  });
  return names.every((name) => name !== undefined) ? names.join(', ') : storedName;
}

/** The bridges of what is picked: as the open dialog keeps them, otherwise as they were saved. */
function getBridges(node: EditorNode): string[] {
  const kept: unknown = isDialogOpen(node)
    ? getSettingField(node, 'target').data(bridgesDataKey)
    : undefined;
  const saved: unknown = Object.entries(node).find(([name]) => name === 'targetBridges')?.[1];
  const bridges: unknown = kept ?? saved;
  return Array.isArray(bridges) ? bridges.map((bridge) => toText(bridge)) : [];
}
