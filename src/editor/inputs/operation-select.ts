import { operations, types } from 'lighting-bridge:table';
import { createOptions } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { getSettingField, getSettingValue } from '../fields/setting-fields';
import { translateChoices, translateShared } from '../labels/translate';

export function prepareOperationSelect(node: EditorNode): void {
  const select = getSettingField(node, 'operation');
  const fillOptions = (chosen: string): void => {
    const type = types.find(({ rtype }) => rtype === getSettingValue(node, 'rtype'));
    const available: readonly string[] = type?.operations ?? operations;
    const choices: Choice[] = [
      ...translateChoices('operation', available),
      ['', translateShared('operation.messageOrRead')],
    ];
    const isOffered = choices.some(([operation]) => operation === chosen);
    select
      .empty()
      .append(createOptions(choices))
      .val(isOffered ? chosen : (available[0] ?? ''));
  };
  fillOptions(getSettingValue({ ...node }, 'operation'));
  getSettingField(node, 'rtype').on('change', () =>
    fillOptions(getSettingValue(node, 'operation')),
  );
}
