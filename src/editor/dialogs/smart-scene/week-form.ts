import { isSceneGroupType } from '../../../resources/values/group-types';
import { addDurationUnit, unitLengths } from '../../../units/duration';
import { addChosen, createSelect } from '../../fields/controls';
import { toText } from '../../fields/setting-fields';
import { keepDurationFieldUnit } from '../../inputs/duration-input';
import { createTranslator, translateShared } from '../../labels/translate';
import { drawRepeatableList } from './repeatable-list';
import {
  createSceneChoices,
  findResourceByNameOrId,
  normalizeReference,
  toChoices,
} from './resource-choices';
import {
  findDuplicateSlots,
  formatTransitionForTextField,
  isValidTransition,
} from './smart-scene-form-values';
import { defaultTimeslotStart, drawWeekEntry } from './week-entry';
import type { ResourceListItem } from '../../routes/admin-route-client';
import type { SmartSceneFormValues, WeekFormDayGroup } from './smart-scene-form-values';

interface WeekFormOptions {
  resources: readonly ResourceListItem[];
  /** Room or zone, empty if unknown; undefined for a new smart scene. */
  groupId: string | undefined;
  onChange: (formValues: SmartSceneFormValues) => void;
}

const text = createTranslator('bridge-smart-scene');

/** The form is drawn again after another room is chosen. */
export function drawWeekForm(
  formValues: SmartSceneFormValues,
  { resources, groupId, onChange }: WeekFormOptions,
): JQuery {
  const { name = '', group = '', week = [] } = formValues;
  const groups = resources.filter(({ rtype }) => isSceneGroupType(rtype));
  const scenes = createSceneChoices(
    resources,
    groupId ?? findResourceByNameOrId(group, groups)?.rid ?? '',
  );
  const nameInput = $('<input type="text" maxlength="32">').val(name);
  const groupSelect = createGroupSelect(group, groups);
  const transition = $('<input type="text">').val(
    formatTransitionForTextField(formValues.transition),
  );
  keepDurationFieldUnit(transition, unitLengths.second);
  const reportChange = (): void => {
    const values = readValues();
    markInvalidFields(form, values);
    onChange(values);
  };
  const weekList = drawRepeatableList<WeekFormDayGroup>({
    values: week,
    drawItem: (entry) => drawWeekEntry(entry, scenes, reportChange),
    createValue: () => ({
      days: [],
      slots: [{ at: defaultTimeslotStart, scene: scenes.first }],
    }),
    addText: text('week.addDays'),
    removeText: text('week.removeDays'),
    onChange: reportChange,
  });
  const form = $('<div class="lighting-bridge-week">').append(
    createFormRow('name', text('week.name'), nameInput),
    groupId === undefined ? createFormRow('group', text('week.group'), groupSelect) : $(),
    createFormRow('transition', translateShared('row.transition'), transition),
    weekList.element,
  );
  const readValues = (): SmartSceneFormValues => {
    const time = toText(transition.val()).trim();
    const days = weekList.readValue();
    return {
      name: toText(nameInput.val()).trim() || undefined,
      group: groupId === undefined ? toText(groupSelect.val()) || undefined : undefined,
      transition: addDurationUnit(time, unitLengths.second) ?? (time || undefined),
      week: days.length === 0 ? undefined : days,
    };
  };
  form.on('change', (event) => {
    // These controls are one setting; the dialog must not see their change events.
    event.stopPropagation();
    reportChange();
  });
  // A message that disappears on blur would move the element being clicked.
  form.on('input', 'input[type=text]', reportChange);
  markInvalidFields(form, formValues);
  return form;
}

function createGroupSelect(chosen: string, groups: readonly ResourceListItem[]): JQuery {
  const value = normalizeReference(chosen, groups);
  return createSelect(
    text('week.group'),
    addChosen([['', text('week.chooseGroup')], ...toChoices(groups)], value),
  ).val(value);
}

/** The message below the command refers to these fields. */
function markInvalidFields(form: JQuery, { transition, week = [] }: SmartSceneFormValues): void {
  const markInvalid = (field: JQuery): JQuery =>
    field.addClass('input-error').attr('aria-invalid', 'true');
  form.find('.input-error').removeClass('input-error').removeAttr('aria-invalid');
  if (!isValidTransition(transition)) markInvalid(form.find(`#${toFieldId('transition')}`));
  const slots = form.find('.lighting-bridge-week-slot');
  for (const { index } of findDuplicateSlots(week)) {
    markInvalid(slots.eq(index).children('input, select:first-child'));
  }
}

const toFieldId = (member: string): string => `lighting-bridge-week-${member}`;

function createFormRow(member: string, label: string, control: JQuery): JQuery {
  const id = toFieldId(member);
  control.attr('id', id);
  return $('<div class="form-row">').append($('<label>').attr('for', id).text(label), control);
}
