import { getNestedMember } from '../../resources/members';
import {
  addConfigNodeValue,
  isSettingConditionMet,
  toText,
  storeEditedNodeInForm,
  getSettingField,
  getDialogForm,
  getSettingValue,
  takesBridgeFromMessage,
  dynamicInputTypes,
} from '../fields/setting-fields';
import { keepDurationFieldUnit, prepareDurationInput } from '../inputs/duration-input';
import { listBridges } from '../picker/flow-bridges';
import { findDialogTargetResource } from '../picker/entered-target';
import { prepareTargetInput } from '../picker/target-input';
import { translateShared } from '../labels/translate';
import { prepareSecondOutputField } from '../fields/output-ports';
import { isUnconfirmed } from '../fields/placed-nodes';
import type { TargetInputOptions } from '../picker/target-input';

interface FormOptions {
  target?: TargetInputOptions;
  /** Called after texts and defaults are filled in. */
  prepareWidgets?: () => void;
}

/** The hidden field `targetKind` gets the resource type of the target; empty while unknown. */
export function prepareForm(node: EditorNode, { target, prepareWidgets }: FormOptions): void {
  storeEditedNodeInForm(node);
  const form = getDialogForm(node);
  // Node-RED translates after oneditprepare; accessible names and widths need the texts earlier.
  form.i18n();
  fillMissingDefaults(node);
  selectOnlyBridge(node);
  toggleMessageBridgeRow(node);
  prepareTypedInputs(form);
  keepDurationFieldUnit(getSettingField(node, 'interval'), 1_000);
  if (target !== undefined) prepareTargetInput(node, target);
  prepareWidgets?.();
  if (node._def.defaults['changes'] !== undefined) prepareSecondOutputField(node);
  labelControls(form);
  const isPristine = createPristineCheck(node, form);
  const refresh = (): void => {
    if (target !== undefined) fillTargetKind(node, target);
    toggleConditionalRows(node, form);
    showValidationProblems(node, isPristine);
  };
  form.on('change input keyup focusout', refresh);
  refresh();
}

/** Older flows lack newer settings; no select may be blank. */
function fillMissingDefaults(node: EditorNode): void {
  for (const [setting, { value }] of Object.entries(node._def.defaults)) {
    if (getNestedMember(node, setting) !== undefined) continue;
    if (typeof value === 'string') getSettingField(node, setting).val(value);
    if (typeof value === 'boolean') getSettingField(node, setting).prop('checked', value);
  }
}

function selectOnlyBridge(node: EditorNode): void {
  const field = getSettingField(node, 'bridge');
  const bridges = field.find(`option:not([value="${addConfigNodeValue}"])`);
  if (getSettingValue(node, 'bridge') !== addConfigNodeValue || bridges.length !== 1) return;
  field.val(toText(bridges.val())).trigger('change');
}

/** Shows the box if there are several bridges, or if it is ticked. */
function toggleMessageBridgeRow(node: EditorNode): void {
  const isOffered = takesBridgeFromMessage(node) || listBridges().length > 1;
  getSettingField(node, 'bridgeFromMessage').closest('.form-row').toggle(isOffered);
}

/** Types of a typed input, by the name in a form row. */
const inputTypesByName: Readonly<Record<string, readonly string[]>> = {
  text: ['str', ...dynamicInputTypes],
  number: ['num', ...dynamicInputTypes],
  command: ['msg', 'json', 'str', 'num', 'bool', 'flow', 'global', 'env', 'jsonata'],
};

/** The chosen type is stored in `<setting>Type`. */
function prepareTypedInputs(form: JQuery): void {
  form.find<HTMLInputElement>('input[data-types]').each((_, element) => {
    const field = $(element);
    const typeField = $(`#${element.id}Type`);
    const types = element.dataset['types'] ?? '';
    if (types === 'time') prepareDurationInput(field, typeField);
    else field.typedInput({ types: inputTypesByName[types] ?? [], typeField });
  });
}

function fillTargetKind(node: EditorNode, { resolve }: TargetInputOptions): void {
  const field = getSettingField(node, 'targetKind');
  if (field.length > 0) field.val(findDialogTargetResource(node, resolve)?.rtype ?? '');
}

function toggleConditionalRows(node: EditorNode, form: JQuery): void {
  form.find('[data-when]').each((_, row) => {
    $(row).toggle(isSettingConditionMet(node, row.dataset['when'] ?? ''));
  });
}

function labelKindButton(button: JQuery, labelId: string, field: string): void {
  const ids = { purpose: `${labelId}-purpose`, kind: `${labelId}-kind` };
  const purpose = $('<span hidden>').text(translateShared('typed.kind', { field }));
  button
    .attr({ id: ids.kind, 'aria-labelledby': `${ids.purpose} ${ids.kind}` })
    .after(purpose.attr('id', ids.purpose));
}

/** Node-RED's widgets lack accessible names, roles and key handlers. */
function labelControls(form: JQuery): void {
  form.find('label[for]').each((_, element) => {
    const label = $(element);
    const field = form.find(`#${label.attr('for') ?? ''}`);
    const name = label.text().trim();
    const id = `${label.attr('for') ?? ''}-label`;
    label.attr('id', id);
    const widget = field.next('.red-ui-typedInput-container');
    // Node-RED 5 would use the validation message as the accessible name of an invalid field.
    if (widget.length === 0) field.attr('aria-labelledby', id);
    widget.find('.red-ui-typedInput-input').attr('aria-labelledby', id);
    labelKindButton(widget.find('.red-ui-typedInput-type-select'), id, name);
    widget
      .find('.red-ui-typedInput-option-trigger')
      .attr('aria-label', translateShared('typed.option', { field: name }));
    widget
      .find('.red-ui-typedInput-option-expand')
      .attr('aria-label', translateShared('typed.choose', { field: name }));
  });
  form.find('a.red-ui-button:not([href])').each((_, element) => {
    const isAddButton = $(element).find('.fa-plus').length > 0;
    $(element)
      .attr({
        role: 'button',
        tabindex: 0,
        'aria-label': translateShared(isAddButton ? 'bridge.add' : 'bridge.edit'),
      })
      .on('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') $(element).trigger('click');
      });
  });
}

type PristineCheck = (setting: string, field: JQuery) => boolean;

/** In a dialog that was confirmed before, every field counts as filled in. */
function createPristineCheck(node: EditorNode, form: JQuery): PristineCheck {
  if (!isUnconfirmed(node)) return () => false;
  form.on('focusout', ({ target, relatedTarget }) => {
    const isInPicker =
      relatedTarget instanceof Element && relatedTarget.closest('.red-ui-popover') !== null;
    if (!isInPicker) $(target).closest('.form-row').addClass('lighting-bridge-left');
  });
  return (setting, field) => {
    const value = toText(field.val());
    const initialValue = toText(node._def.defaults[setting]?.value);
    const isInitial = value === initialValue || value === addConfigNodeValue;
    return isInitial && !field.closest('.form-row').is('.lighting-bridge-left');
  };
}

function showValidationProblems(node: EditorNode, isPristine: PristineCheck): void {
  const form = getDialogForm(node);
  form.find('.lighting-bridge-problem').remove();
  form.find('.lighting-bridge-pristine').removeClass('lighting-bridge-pristine');
  const validated = Object.entries(node._def.defaults).flatMap(([setting, property]) => {
    const field = getSettingField(node, setting);
    if (property.validate === undefined || field.length === 0) return [];
    const { label } = property;
    const result = property.validate.call(
      node,
      String(field.val() ?? ''),
      label === undefined ? {} : { label },
    );
    return [{ setting, field, result }];
  });
  // A row may hold the fields of several settings.
  for (const { field } of validated)
    getDescribedControls(field).removeAttr('aria-invalid aria-describedby');
  for (const { setting, field, result } of validated) {
    if (result === true) continue;
    if (isPristine(setting, field)) field.closest('.form-row').addClass('lighting-bridge-pristine');
    else showValidationProblem(field, setting, result);
  }
}

/** Includes controls of the row that stand for the field. */
function getDescribedControls(field: JQuery): JQuery {
  const row = field.closest('.form-row');
  const isAlone = row.find('input[type="text"][id^="node-"]').length < 2;
  return isAlone ? row.find('input, select, textarea') : field;
}

function showValidationProblem(field: JQuery, setting: string, problem: string): void {
  const row = field.closest('.form-row');
  const id = `lighting-bridge-problem-${setting}`;
  getDescribedControls(field).attr({ 'aria-invalid': 'true', 'aria-describedby': id });
  $('<div class="lighting-bridge-problem">').attr('id', id).text(problem).appendTo(row);
  row.parents('details').prop('open', true);
}
