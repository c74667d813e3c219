import { operations, types } from 'lighting-bridge:table';
import { createOptions } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { getSettingField, getSettingValue } from '../fields/setting-fields';
import { prepareForm } from '../form/prepare-form';
import { prepareBodyFieldTable } from '../inputs/body-field-table';
import {
  createChosenTypeFilter,
  createChosenTypeResolver,
  prepareResourceTypeSelect,
} from '../inputs/resource-type-select';
import { createTranslator, translateChoices, translateShared } from '../labels/translate';

const text = createTranslator('bridge-resource');

export function prepareResourceDialog(node: EditorNode & { rtype: string }): void {
  prepareResourceTypeSelect(node, text('rtype.message'), { takesUnlisted: true });
  prepareOperationSelect(node);
  prepareForm(node, {
    target: {
      accepts: createChosenTypeFilter(node),
      resolve: createChosenTypeResolver(node, {
        takesUnlisted: true,
        isOffered(type) {
          const operation = getSettingValue(node, 'operation');
          return operation === 'message' || type.operations.some((one) => one === operation);
        },
      }),
    },
  });
  prepareBodyFieldTable(node);
}

function prepareOperationSelect(node: EditorNode): void {
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
