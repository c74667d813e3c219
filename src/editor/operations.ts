import { operations, types } from 'lighting-bridge:table';
import { fieldOf, settingOf } from './settings-in-form';
import { sharedText } from './texts';

/** Offers in the operation select only what the chosen resource type has. */
export function prepareOperations(node: EditorNode): void {
  const select = fieldOf(node, 'operation');
  const fill = (chosen: string): void => {
    const type = types.find(({ rtype }) => rtype === settingOf(node, 'rtype'));
    const offered: readonly string[] = type?.operations ?? operations;
    select.empty();
    for (const operation of offered) {
      $('<option>')
        .val(operation)
        .text(sharedText(`operation.${operation}`))
        .appendTo(select);
    }
    $('<option>').val('').text(sharedText('operation.message')).appendTo(select);
    select.val(offered.includes(chosen) || chosen === '' ? chosen : (offered[0] ?? ''));
  };
  fill(settingOf({ ...node }, 'operation'));
  fieldOf(node, 'rtype').on('change', () => fill(settingOf(node, 'operation')));
}
