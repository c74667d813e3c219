import { findNearestName } from '../../resources/nearest-name';
import { splitCommaList } from '../../vocabulary/button';
import { normalizeNameForComparison, resolveSceneTarget } from '../../vocabulary/lookup';
import type { ResourceListItem } from '../routes/admin-route-client';
import { findDialogTargetResource } from '../picker/entered-target';
import { getCachedResourceList } from '../picker/resource-list';
import { getDialogForm, getSettingField, getSettingValue } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

/**
 * Shows the names that the target room lacks, if its scenes are known. This is no validation problem: the scene may be
 * made later.
 */
export function prepareUnknownScenesHint(node: EditorNode): void {
  const row = getSettingField(node, 'scenes').closest('.form-row');
  const hint = $('<div class="lighting-bridge-under" role="status">').appendTo(row);
  const update = (): void => {
    const isText = getSettingValue(node, 'scenesType') === 'str';
    hint.text(isText ? describeMissingScenes(node, getSettingValue(node, 'scenes')) : '');
  };
  getDialogForm(node).on('change input', update);
  update();
}

function describeMissingScenes(node: EditorNode, names: string): string {
  const resources = getCachedResourceList(getSettingValue(node, 'bridge')) ?? [];
  const room = findRoom(node, resources);
  if (room === undefined) return '';
  const sceneNames = resources
    .filter(({ rtype, group }) => rtype === 'scene' && group === room.rid)
    .map(({ name }) => name);
  const known = new Set(sceneNames.map(normalizeNameForComparison));
  return splitCommaList(names)
    .filter((name) => !known.has(normalizeNameForComparison(name)))
    .map((name) => {
      const values = { room: room.name, name };
      const suggestion = findNearestName(name, sceneNames);
      return suggestion === undefined
        ? translateShared('sceneNames.missing', values)
        : translateShared('sceneNames.similar', { ...values, suggestion });
    })
    .join(' ');
}

/** Returns room, zone or home of the target; of a scene, its group. */
function findRoom(
  node: EditorNode,
  resources: readonly ResourceListItem[],
): ResourceListItem | undefined {
  const found = findDialogTargetResource(node, resolveSceneTarget);
  return found?.rtype === 'scene' ? resources.find(({ rid }) => rid === found.group) : found;
}
