import {
  resolveRecallTarget,
  resolveSmartSceneTarget,
} from '../../../vocabulary/lookup/target-resolvers';
import { getDialogForm, getSettingField, getSettingValue } from '../../fields/setting-fields';
import { prepareForm } from '../../form/prepare-form';
import { prepareWeekEditor } from './week-editor';

export function prepareSmartSceneDialog(node: EditorNode): void {
  const isRecalled = (): boolean => getSettingValue(node, 'operation') === 'recall';
  prepareForm(node, {
    target: {
      accepts: ({ rtype }) => rtype === 'smart_scene' || (rtype === 'scene' && isRecalled()),
      resolve: (index, nameOrId, at) =>
        isRecalled()
          ? resolveRecallTarget(index, nameOrId, at)
          : resolveSmartSceneTarget(index, nameOrId, at),
    },
  });
  const offerRecalls = (): void => offerRecallsOfTarget(node);
  getDialogForm(node).on('change', offerRecalls);
  offerRecalls();
  prepareWeekEditor(node);
}

/** Offers to stop only smart scenes. */
function offerRecallsOfTarget(node: EditorNode): void {
  const recall = getSettingField(node, 'recall');
  const stop = recall.find('option[value="deactivate"]');
  const isOffered =
    getSettingValue(node, 'targetKind') !== 'scene' || recall.val() === 'deactivate';
  stop.prop({ hidden: !isOffered, disabled: !isOffered });
}
