import { findListedResourceByText } from '../../vocabulary/listed-resources';
import { getChosenConfigNodeId, getSettingValue, toText } from '../fields/setting-fields';
import { translateProblem, getResourceTypeLabel, translateShared } from '../labels/translate';
import { findBridgeOfText } from './flow-bridges';
import { findPickedResource, readPickedIds } from './picked-ids';
import { fetchResourceList, getCachedResourceList } from './resource-list';
import type { ListedResourceMatchResult } from '../../vocabulary/listed-resources';
import type { TargetResolver } from '../../vocabulary/lookup';
import type { ResourceListItem } from '../routes/admin-route-client';

export interface EnteredTargetRules {
  /** By id or name, as the node does at run time. */
  resolve: TargetResolver;
  /** Name of the setting in problems; by default `target`. */
  settingName?: string;
}

/**
 * Searches the last fetched list of the target's bridge.
 *
 * @returns undefined for no or several targets, targets from a message, and without a list
 */
export function findDialogTargetResource(
  node: EditorNode,
  resolve: TargetResolver,
): ResourceListItem | undefined {
  const target = getSettingValue(node, 'target');
  const targetType = getSettingValue(node, 'targetType');
  if (targetType === 'resource') {
    const [only, another] = readPickedIds(node, target);
    return only === undefined || another !== undefined ? undefined : findPickedResource(only);
  }
  if (targetType !== 'str' || target === '') return undefined;
  const named = findBridgeOfText(target);
  const resources = getCachedResourceList(named?.configNodeId ?? getSettingValue(node, 'bridge'));
  if (resources === undefined) return undefined;
  const match = findListedResourceByText(resources, named?.text ?? target, resolve);
  return match.ok ? match.resource : undefined;
}

export function describeMatch(
  match: ListedResourceMatchResult<ResourceListItem> | undefined,
): string {
  if (match?.ok === false) return translateProblem(match.problem);
  if (match?.resource === undefined) return '';
  const { name, room, rtype } = match.resource;
  const type = getResourceTypeLabel(rtype);
  const isInRoom = room !== null && room.name !== name;
  return isInRoom
    ? translateShared('target.foundInRoom', { name, room: room.name, type })
    : translateShared('target.found', { name, type });
}

/** Returns undefined for an empty field, another type, and an environment variable. */
export function getEnteredText(field: JQuery): string | undefined {
  const text = toText(field.val());
  const isName = field.typedInput('type') === 'str' && text.trim() !== '';
  return isName && !/^\$\{[^{}]+\}$/.test(text) ? text : undefined;
}

/**
 * Searches the bridge that the text names, otherwise the node's bridge. Fetches a new list unless the cached list has
 * the resource. Returns undefined without a bridge.
 */
export async function findResourceByEnteredText(
  node: EditorNode,
  text: string,
  { resolve, settingName }: EnteredTargetRules,
): Promise<ListedResourceMatchResult<ResourceListItem> | undefined> {
  const named = findBridgeOfText(text);
  const configNodeId = named?.configNodeId ?? getChosenConfigNodeId(node);
  if (configNodeId === undefined) return undefined;
  const findIn = (
    resources: readonly ResourceListItem[],
  ): ListedResourceMatchResult<ResourceListItem> =>
    findListedResourceByText(resources, named?.text ?? text, resolve, settingName);
  const cachedResources = getCachedResourceList(configNodeId);
  const cachedMatch = cachedResources === undefined ? undefined : findIn(cachedResources);
  return cachedMatch?.ok === true ? cachedMatch : findIn(await fetchResourceList(configNodeId));
}
