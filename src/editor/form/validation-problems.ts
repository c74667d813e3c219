import { getSettingField, getDialogForm } from '../fields/setting-fields';

/** Shows a sentence about the problem below each invalid field of an open dialog. */
export function showValidationProblems(node: EditorNode): void {
  getDialogForm(node).find('.lighting-bridge-problem').remove();
  for (const [setting, property] of Object.entries(node._def.defaults)) {
    const field = getSettingField(node, setting);
    if (property.validate === undefined || field.length === 0) continue;
    const { label } = property;
    const validationResult = property.validate.call(
      node,
      String(field.val() ?? ''),
      label === undefined ? {} : { label },
    );
    showValidationProblem(field, setting, validationResult);
  }
}

function showValidationProblem(
  field: JQuery,
  setting: string,
  validationResult: ValidationResult,
): void {
  const row = field.closest('.form-row');
  const controls = row.find('input, select, textarea');
  const id = `lighting-bridge-problem-${setting}`;
  controls.attr('aria-invalid', validationResult === true ? null : 'true');
  controls.attr('aria-describedby', validationResult === true ? null : id);
  if (validationResult === true) return;
  $('<div class="lighting-bridge-problem">').attr('id', id).text(validationResult).appendTo(row);
  row.parents('details').prop('open', true);
}
