import { weekdays } from 'lighting-bridge:table';
import { compareNames } from '../../resources/compare-names';
import { isSceneGroupType } from '../../resources/group-types';
import { addDurationUnit } from '../../units/duration';
import { keepDurationFieldUnit } from '../inputs/duration-input';
import { toText } from '../fields/setting-fields';
import { findResourceByNameOrId, toResourceNameOrId } from './week-references';
import { drawRepeatableList } from './repeatable-list';
import { isSunEvent } from './smart-scene-form-values';
import { formatTransitionForTextField, isValidTransition, findDuplicateSlots } from './week-checks';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { FormControl } from './repeatable-list';
import type { Translate } from '../labels/translate';
import type {
  SmartSceneFormValues,
  WeekFormDayGroup,
  WeekFormTimeslot,
} from './smart-scene-form-values';

/** Options of the smart scene form. */
export interface WeekFormOptions {
  text: Translate;
  resources: readonly ResourceListItem[];
  /** True for a new smart scene, which needs a room or zone. */
  isNew: boolean;
  /** Id of the room or zone whose scenes can be chosen; empty for all. */
  groupId: string;
  onChange: (formValues: SmartSceneFormValues) => void;
}

interface SelectOption {
  value: string;
  label: string;
}

/** What the controls of a week entry share: the scenes of the chosen room, and the change callback. */
interface WeekEntryContext {
  text: Translate;
  getSceneOptions: () => readonly SelectOption[];
  /** Id of the scene of an added slot: the first of the chosen room; empty when no room is chosen. */
  getFirstSceneId: () => string;
  /** Label of a scene that is not among the options, such as one of another room. */
  getSceneLabel: (scene: string) => string;
  /** A scene as the options have it, whether it is stored by name or by id. */
  normalizeScene: (scene: string) => string;
  onChange: () => void;
}

const defaultTime = '07:00';
/** What a number alone counts as a transition time, in ms. */
const secondsUnit = 1_000;

/** Draws the form of a smart scene: name, room, transition time, week. */
export function drawWeekForm(formValues: SmartSceneFormValues, options: WeekFormOptions): JQuery {
  const { text, resources, isNew, groupId, onChange } = options;
  const nameInput = $('<input type="text" maxlength="32">').val(formValues.name ?? '');
  const groups = resources.filter(({ rtype }) => isSceneGroupType(rtype));
  const groupOptions = toSelectOptions(groups);
  const groupSelect = createSelect(
    [{ value: '', label: text('week.chooseGroup') }, ...groupOptions],
    normalizeReference(formValues.group ?? '', groups),
    text('week.group'),
  );
  const transition = $('<input type="text">').val(
    formatTransitionForTextField(formValues.transition),
  );
  keepDurationFieldUnit(transition, secondsUnit);
  const reportChange = (): void => {
    const transitionText = toText(transition.val()).trim();
    const days = week.readValue();
    const currentValues: SmartSceneFormValues = {
      ...optionalMember('name', toText(nameInput.val()).trim()),
      ...(isNew ? optionalMember('group', toText(groupSelect.val())) : {}),
      ...(transitionText === ''
        ? {}
        : { transition: addDurationUnit(transitionText, secondsUnit) ?? transitionText }),
      ...(days.length === 0 ? {} : { week: days }),
    };
    markInvalidFields(form, currentValues);
    onChange(currentValues);
  };
  const getChosenGroupId = (): string =>
    isNew ? (findResourceByNameOrId(toText(groupSelect.val()), groups)?.rid ?? '') : groupId;
  const listScenes = (): readonly ResourceListItem[] => {
    const chosenGroupId = getChosenGroupId();
    return resources.filter(
      (one) => one.rtype === 'scene' && (chosenGroupId === '' || one.room?.rid === chosenGroupId),
    );
  };
  const getFirstSceneId = (): string =>
    getChosenGroupId() === '' ? '' : (getSceneOptions()[0]?.value ?? '');
  const getSceneOptions = (): SelectOption[] =>
    getChosenGroupId() === ''
      ? listScenes().map(toSelectOptionWithRoom).toSorted(compareByLabel)
      : toSelectOptions(listScenes());
  const normalizeScene = (scene: string): string =>
    getChosenGroupId() === '' ? scene : normalizeReference(scene, listScenes());
  const getSceneLabel = (scene: string): string => {
    const resource = resources.find(({ rid }) => rid === scene);
    return resource === undefined ? scene : toSelectOptionWithRoom(resource).label;
  };
  const weekContext: WeekEntryContext = {
    text,
    getSceneOptions,
    getFirstSceneId,
    getSceneLabel,
    normalizeScene,
    onChange: reportChange,
  };
  const week = drawRepeatableList<WeekFormDayGroup>({
    values: formValues.week ?? [],
    drawItem: (entry) => drawEntry(entry, weekContext),
    createValue: () => ({ days: [], slots: [{ at: defaultTime, scene: getFirstSceneId() }] }),
    addText: text('week.addDays'),
    removeText: text('week.removeDays'),
    onChange: reportChange,
  });
  const form = $('<div class="lighting-bridge-week">').append(
    createFormRow('name', text('week.name'), nameInput),
    isNew ? createFormRow('group', text('week.group'), groupSelect) : $(),
    createFormRow('transition', text('week.transition'), transition),
    week.element,
  );
  form.on('change', (event) => {
    // These controls together are one setting; the dialog must not see their change events.
    event.stopPropagation();
    reportChange();
  });
  // Update on each key: a message that disappears on blur would move the element being clicked.
  form.on('input', 'input[type=text]', reportChange);
  markInvalidFields(form, formValues);
  return form;
}

/** Marks the fields that the validation message below the command refers to. */
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

const optionalMember = (member: 'name' | 'group', value: string): SmartSceneFormValues =>
  value === '' ? {} : { [member]: value };

function drawEntry(
  { days, slots }: WeekFormDayGroup,
  context: WeekEntryContext,
): FormControl<WeekFormDayGroup> {
  const { text, getFirstSceneId, onChange } = context;
  const dayCheckboxes = weekdays.map((day) => ({ day, ...drawDay(day, days.includes(day), text) }));
  const slotList: FormControl<WeekFormTimeslot[]> = drawRepeatableList<WeekFormTimeslot>({
    values: slots,
    drawItem: (slot) => drawSlot(slot, context),
    createValue: () => ({ at: findUnusedTime(slotList.readValue()), scene: getFirstSceneId() }),
    addText: text('week.addTime'),
    removeText: text('week.removeTime'),
    onChange,
  });
  const group = $('<div class="lighting-bridge-week-days" role="group">')
    .attr('aria-label', text('week.days'))
    .append(dayCheckboxes.map(({ label }) => label));
  return {
    element: $('<div class="lighting-bridge-week-entry">').append(group, slotList.element),
    readValue: () => ({
      days: dayCheckboxes.filter(({ checkbox }) => checkbox.is(':checked')).map(({ day }) => day),
      slots: slotList.readValue(),
    }),
  };
}

function drawDay(
  day: string,
  checked: boolean,
  text: Translate,
): { label: JQuery; checkbox: JQuery } {
  const name = text(`day.${day}`);
  const checkbox = $('<input type="checkbox">').prop('checked', checked).attr('aria-label', name);
  const label = $('<label>')
    .attr('title', name)
    .append(checkbox, $('<span aria-hidden="true">').text(name.slice(0, 2)));
  return { label, checkbox };
}

function drawSlot(
  { at, scene }: WeekFormTimeslot,
  context: WeekEntryContext,
): FormControl<WeekFormTimeslot> {
  const { text, getSceneOptions, getSceneLabel, normalizeScene } = context;
  const isAtSunEvent = isSunEvent(at);
  const startSelect = createSelect(
    [
      { value: 'time', label: text('week.atTime') },
      { value: 'sunset', label: text('week.sunset') },
      { value: 'sunrise', label: text('week.sunrise') },
    ],
    isAtSunEvent ? at : 'time',
    text('week.when'),
  );
  const timeInput = $('<input type="time">')
    .val(isAtSunEvent ? defaultTime : at)
    .attr('aria-label', text('week.time'));
  const toggleTimeInput = (): void => {
    timeInput.toggle(startSelect.val() === 'time');
  };
  startSelect.on('change', toggleTimeInput);
  toggleTimeInput();
  // Without the empty option, the select would show a scene although none is stored.
  const emptyOptions = scene === '' ? [{ value: '', label: text('week.chooseScene') }] : [];
  const sceneSelect = createSelect(
    [...emptyOptions, ...getSceneOptions()],
    normalizeScene(scene),
    text('week.scene'),
    getSceneLabel(scene),
  );
  return {
    element: $('<div class="lighting-bridge-week-slot">').append(
      startSelect,
      timeInput,
      sceneSelect,
    ),
    readValue: () => ({
      at: toText((startSelect.val() === 'time' ? timeInput : startSelect).val()),
      scene: toText(sceneSelect.val()),
    }),
  };
}

/** Creates a select. A chosen value that is not among the options is added under a label of its own. */
function createSelect(
  selectOptions: readonly SelectOption[],
  chosen: string,
  name: string,
  unlistedLabel = chosen,
): JQuery {
  const isListed = selectOptions.some(({ value }) => value === chosen);
  const all =
    isListed || chosen === ''
      ? selectOptions
      : [...selectOptions, { value: chosen, label: unlistedLabel }];
  return $('<select>')
    .attr('aria-label', name)
    .append(all.map(({ value, label }) => $('<option>').val(value).text(label)))
    .val(chosen);
}

/** Finds the first full hour, from the default time on, that no slot has. */
function findUnusedTime(slots: readonly WeekFormTimeslot[]): string {
  const usedTimes = new Set(slots.map(({ at }) => at));
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const from = hours.indexOf(defaultTime);
  return [...hours.slice(from), ...hours].find((at) => !usedTimes.has(at)) ?? defaultTime;
}

const compareByLabel = (one: SelectOption, other: SelectOption): number =>
  compareNames(one.label, other.label);

/** Options for resources, in alphabetical order, by name where that is enough. */
const toSelectOptions = (resources: readonly ResourceListItem[]): SelectOption[] =>
  resources
    .map((resource) => ({ value: toResourceNameOrId(resource, resources), label: resource.name }))
    .toSorted(compareByLabel);

/** A name or id as the options of `toSelectOptions` have it; unchanged when it stands for none of them. */
function normalizeReference(reference: string, resources: readonly ResourceListItem[]): string {
  const resource = reference === '' ? undefined : findResourceByNameOrId(reference, resources);
  return resource === undefined ? reference : toResourceNameOrId(resource, resources);
}

const toSelectOptionWithRoom = ({ rid, name, room }: ResourceListItem): SelectOption => ({
  value: rid,
  label: room === null ? name : `${room.name} / ${name}`,
});

const toFieldId = (member: string): string => `lighting-bridge-week-${member}`;

function createFormRow(member: string, label: string, control: JQuery): JQuery {
  const id = toFieldId(member);
  control.attr('id', id);
  return $('<div class="form-row">').append($('<label>').attr('for', id).text(label), control);
}
