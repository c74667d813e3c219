import { addsBridge } from './chosen-bridge';
import { prepareTarget } from './resource-input';
import { applies, asText, claimForm, fieldOf, formOf, settingOf } from './settings-in-form';
import { showProblems } from './problems';
import { sharedText } from './texts';
import type { TargetOptions } from './resource-input';

/** What a dialog has beside plain fields. */
export interface FormOptions {
  target?: TargetOptions;
  /** Kinds of value of typed inputs, by setting; the chosen kind goes to `<setting>Type`. */
  typed?: Record<string, readonly string[]>;
  /** Prepares what else the form has; runs when texts and defaults are in place. */
  widgets?: () => void;
}

/** Prepares the dialog of a node: typed inputs, picker, rows that depend on others, sentences under wrong fields. */
export function prepareForm(node: EditorNode, { target, typed = {}, widgets }: FormOptions): void {
  claimForm(node);
  const form = formOf(node);
  // Node-RED translates after this; names for screen readers and widths need the words now.
  form.i18n();
  addMissing(node);
  chooseOnlyBridge(node);
  for (const [setting, types] of Object.entries(typed)) {
    const field = fieldOf(node, setting);
    field.typedInput({ types, typeField: fieldOf(node, `${setting}Type`) });
  }
  if (target !== undefined) prepareTarget(node, target);
  widgets?.();
  nameControls(form);
  const refresh = (): void => {
    showRows(node, form);
    showProblems(node);
  };
  form.on('change input keyup', refresh);
  refresh();
}

/** Gives settings that an older flow does not have their defaults, so that no choice is blank. */
function addMissing(node: EditorNode): void {
  for (const [setting, { value }] of Object.entries(node._def.defaults)) {
    const saved: unknown = Object.entries(node).find(([name]) => name === setting)?.[1];
    if (saved !== undefined) continue;
    if (typeof value === 'string') fieldOf(node, setting).val(value);
    if (typeof value === 'boolean') fieldOf(node, setting).prop('checked', value);
  }
}

/** Chooses the bridge where none is chosen and there is but one. */
function chooseOnlyBridge(node: EditorNode): void {
  const field = fieldOf(node, 'bridge');
  const bridges = field.find(`option:not([value="${addsBridge}"])`);
  if (settingOf(node, 'bridge') !== addsBridge || bridges.length !== 1) return;
  field.val(asText(bridges.val())).trigger('change');
}

/** Shows only the rows that the present choices need. */
function showRows(node: EditorNode, form: JQuery): void {
  form.find('[data-when]').each((_, row) => {
    $(row).toggle(applies(node, row.dataset['when'] ?? ''));
  });
}

/** Gives names to the controls that Node-RED's widgets make, for screen readers and the keyboard. */
function nameControls(form: JQuery): void {
  form.find('label[for]').each((_, element) => {
    const label = $(element);
    const field = form.find(`#${label.attr('for') ?? ''}`);
    const name = label.text().trim();
    const id = `${label.attr('for') ?? ''}-label`;
    label.attr('id', id);
    const widget = field.next('.red-ui-typedInput-container');
    // Without this, Node-RED 5 would call a wrong field by what is wrong with it.
    if (widget.length === 0) field.attr('aria-labelledby', id);
    widget.find('.red-ui-typedInput-input').attr('aria-labelledby', id);
    widget
      .find('.red-ui-typedInput-type-select')
      .attr('aria-label', sharedText('typed.kind', { field: name }));
    widget
      .find('.red-ui-typedInput-option-trigger')
      .attr('aria-label', sharedText('typed.option', { field: name }));
    widget
      .find('.red-ui-typedInput-option-expand')
      .attr('aria-label', sharedText('typed.choose', { field: name }));
  });
  form.find('a.red-ui-button:not([href])').each((_, element) => {
    const adds = $(element).find('.fa-plus').length > 0;
    $(element)
      .attr({
        role: 'button',
        tabindex: 0,
        'aria-label': sharedText(adds ? 'bridge.add' : 'bridge.edit'),
      })
      .on('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') $(element).trigger('click');
      });
  });
}
