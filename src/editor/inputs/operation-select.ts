import { operations, types } from 'lighting-bridge:table';
import { getSettingField, getSettingValue } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

export function prepareOperationSelect(node: EditorNode): void {
  const select = getSettingField(node, 'operation');
  const fillOptions = (chosen: string): void => {
    const type = types.find(({ rtype }) => rtype === getSettingValue(node, 'rtype'));
    const availableOperations: readonly string[] = type?.operations ?? operations;
    select.empty();
    for (const operation of availableOperations) {
      $('<option>')
        .val(operation)
        .text(translateShared(`operation.${operation}`))
        .appendTo(select);
    }
    $('<option>').val('').text(translateShared('operation.messageOrRead')).appendTo(select);
    select.val(
      availableOperations.includes(chosen) || chosen === ''
        ? chosen
        : (availableOperations[0] ?? ''),
    );
  };
  fillOptions(getSettingValue({ ...node }, 'operation'));
  getSettingField(node, 'rtype').on('change', () =>
    fillOptions(getSettingValue(node, 'operation')),
  );
}
