import { isRoomOrZoneType, isSceneGroupType } from '../../resources/values/group-types';
import { idPattern } from '../../resources/values/identifiers';
import { getSettingField, toText } from '../fields/setting-fields';
import {
  resolveAutomationTarget,
  resolveButtonTarget,
  resolveGroupTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSpeakerTarget,
} from '../../vocabulary/lookup';
import { ResourceInput } from './resource-input';
import type { TargetInputOptions } from './resource-input';

export type TargetRule = Pick<TargetInputOptions, 'accepts' | 'resolve'>;

const lightTargets: TargetRule = {
  accepts: ({ rtype }) => rtype === 'light' || rtype === 'grouped_light',
  resolve: resolveLightTarget,
};

/** For all choices of other settings. */
export const targetRules = {
  'bridge-light': lightTargets,
  'bridge-daylight': lightTargets,
  'bridge-room': {
    accepts: (resource) => isRoomOrZoneType(resource.rtype),
    resolve: resolveGroupTarget,
  },
  'bridge-scene': {
    accepts: ({ rtype }) => rtype === 'scene' || isSceneGroupType(rtype),
    resolve: resolveSceneTarget,
  },
  'bridge-smart-scene': {
    accepts: ({ rtype }) => rtype === 'scene' || rtype === 'smart_scene',
    resolve: resolveRecallTarget,
  },
  'bridge-automation': {
    accepts: ({ rtype }) => rtype === 'behavior_instance',
    resolve: resolveAutomationTarget,
  },
  'bridge-speaker': {
    accepts: ({ rtype }) => rtype === 'speaker',
    resolve: resolveSpeakerTarget,
  },
  'bridge-button': {
    accepts: ({ buttons }) => buttons !== undefined,
    resolve: resolveButtonTarget,
  },
} satisfies Record<string, TargetRule>;

/** Stores the name in `targetName`. */
export const prepareTargetInput = (node: EditorNode, options: TargetInputOptions): void =>
  new ResourceInput(node, options, {
    field: getSettingField(node, 'target'),
    typeField: getSettingField(node, 'targetType'),
    nameField: getSettingField(node, 'targetName'),
    rtypeField: getSettingField(node, 'rtype'),
  }).prepare();

/**
 * Stores an id or name without a type setting.
 *
 * @param fields `inputElement` becomes the typed input, `valueField` stores the setting
 */
export function prepareResourceOrTextInput(
  node: EditorNode,
  options: Omit<TargetInputOptions, 'types'>,
  { inputElement, valueField }: { inputElement: JQuery; valueField: JQuery },
): void {
  const saved = toText(valueField.val());
  inputElement.val(saved);
  const defaultType = saved === '' || idPattern.test(saved) ? 'resource' : 'str';
  new ResourceInput(
    node,
    { ...options, types: ['str'] },
    { field: inputElement, defaultType, nameField: $(), rtypeField: $() },
  ).prepare();
  inputElement.on('change', () => valueField.val(toText(inputElement.val())).trigger('change'));
}
