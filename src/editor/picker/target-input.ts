import { idPattern } from '../../resources/values/id-pattern';
import { getSettingField, toText } from '../fields/setting-fields';
import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import { ResourceInput } from './resource-input';
import type { TargetInputOptions } from './resource-input';

/** Lamps and groups, one or several. */
export const lightTargetTypes: TargetInputOptions = {
  accepts: ({ rtype }) => rtype === 'light' || rtype === 'grouped_light',
  resolve: resolveLightTarget,
  several: true,
};

/**
 * Prepares the typed input of a node's target: a resource or another type. Stores its name in
 * `targetName`.
 */
export const prepareTargetInput = (node: EditorNode, options: TargetInputOptions): void =>
  new ResourceInput(node, options, {
    field: getSettingField(node, 'target'),
    typeField: getSettingField(node, 'targetType'),
    nameField: getSettingField(node, 'targetName'),
    rtypeField: getSettingField(node, 'rtype'),
  }).prepare();

/**
 * Prepares a typed input for a setting that stores the id or name of a resource, without a type
 * setting.
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
