import { fieldOf, formOf } from './settings-in-form';

/** Writes under each wrong field of an open dialog, in a sentence, what is wrong with it. */
export function showProblems(node: EditorNode): void {
  formOf(node).find('.lighting-bridge-problem').remove();
  for (const [setting, property] of Object.entries(node._def.defaults)) {
    const field = fieldOf(node, setting);
    if (property.validate === undefined || field.length === 0) continue;
    const { label } = property;
    const verdict = property.validate.call(
      node,
      String(field.val() ?? ''),
      label === undefined ? {} : { label },
    );
    showProblem(field, setting, verdict);
  }
}

function showProblem(field: JQuery, setting: string, verdict: Verdict): void {
  const row = field.closest('.form-row');
  const controls = row.find('input, select, textarea');
  const id = `lighting-bridge-problem-${setting}`;
  controls.attr('aria-invalid', verdict === true ? null : 'true');
  controls.attr('aria-describedby', verdict === true ? null : id);
  if (verdict === true) return;
  $('<div class="lighting-bridge-problem">').attr('id', id).text(verdict).appendTo(row);
  row.parents('details').prop('open', true);
}
