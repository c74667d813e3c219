import { resolveRecallTarget, resolveSmartSceneTarget } from '../../vocabulary/lookup';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  getSettingValue,
  toText,
} from '../fields/setting-fields';
import { prepareForm } from '../form/prepare-form';
import { toErrorMessage } from '../routes/admin-route-client';
import type { ResourceListItem } from '../routes/admin-route-client';
import { fetchResourceList } from '../picker/resource-list';
import {
  emptySmartScene,
  parseSmartSceneToFormValues,
  findDuplicateSlots,
  formatTransitionForTextField,
  isValidTransition,
  isSunEvent,
} from './smart-scene-form-values';
import type {
  SmartSceneFormValues,
  WeekFormDayGroup,
  WeekFormTimeslot,
} from './smart-scene-form-values';
import { createTranslator, translateShared } from '../labels/translate';
import { createIconButton, addChosen, createSelect } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { compareNames } from '../../resources/compare-names';
import { idPattern } from '../../resources/identifiers';
import { normalizeNameForComparison } from '../../vocabulary/lookup';
import { isSceneGroupType } from '../../resources/group-types';
import { addDurationUnit, unitLengths } from '../../units/duration';
import { keepDurationFieldUnit } from '../inputs/duration-input';
import { weekdays } from 'lighting-bridge:table';

const text = createTranslator('bridge-smart-scene');

const controlSelector = 'input, select, button';

export function prepareSmartSceneDialog(node: EditorNode): void {
  const isRecalled = (): boolean => getSettingValue(node, 'operation') === 'recall';
  prepareForm(node, {
    target: {
      accepts: ({ rtype }) => rtype === 'smart_scene' || (rtype === 'scene' && isRecalled()),
      resolve: (index, nameOrId, at) =>
        isRecalled()
          ? resolveRecallTarget(index, nameOrId, at)
          : resolveSmartSceneTarget(index, nameOrId, at),
    },
  });
  const offerRecalls = (): void => offerRecallsOfTarget(node);
  getDialogForm(node).on('change', offerRecalls);
  offerRecalls();
  new WeekEditor(node).prepare();
}

/** Only smart scenes can be stopped. */
function offerRecallsOfTarget(node: EditorNode): void {
  const recall = getSettingField(node, 'recall');
  const stop = recall.find('option[value="deactivate"]');
  const isOffered =
    getSettingValue(node, 'targetKind') !== 'scene' || recall.val() === 'deactivate';
  stop.prop({ hidden: !isOffered, disabled: !isOffered });
}

/** Draws the week of a smart scene, and writes it as the command of the node. */
class WeekEditor {
  readonly #button = $('#bridge-smart-scene-draw');
  readonly #container = $('#bridge-smart-scene-week');
  readonly #command: JQuery;
  #resources: readonly ResourceListItem[] = [];
  #loadedConfigNodeId = '';
  #writtenJson: string | undefined;

  constructor(private readonly node: EditorNode) {
    this.#command = getSettingField(node, 'command');
  }

  prepare(): void {
    const redraw = (): void => this.#redraw();
    this.#button.on('click', () => {
      this.#command.typedInput('type', 'json');
      this.#write(emptySmartScene);
      this.#draw();
    });
    this.#command.on('change', () => {
      if (!this.#isJson() || getSettingValue(this.node, 'command') !== this.#writtenJson) redraw();
    });
    getSettingField(this.node, 'bridge').on('change', () => void this.#load());
    getSettingField(this.node, 'operation').on('change', redraw);
    getSettingField(this.node, 'target').on('change', redraw);
    this.#draw();
    void this.#load();
  }

  #isJson(): boolean {
    return getSettingValue(this.node, 'commandType') === 'json';
  }

  #write(formValues: SmartSceneFormValues): void {
    this.#writtenJson = JSON.stringify(formValues);
    this.#command.typedInput('value', this.#writtenJson);
  }

  readonly #onFormChange = (formValues: SmartSceneFormValues): void => {
    const previousValues = parseSmartSceneToFormValues(getSettingValue(this.node, 'command'));
    this.#write(formValues);
    // Another room has other scenes.
    if (previousValues?.group !== formValues.group) this.#redraw();
  };

  #draw(): void {
    const node = this.node;
    // Leaving the command field triggers another change event for this text.
    this.#writtenJson = this.#isJson() ? getSettingValue(node, 'command') : undefined;
    this.#button.toggle(!this.#isJson());
    this.#container.empty();
    if (!this.#isJson()) return;
    const formValues = parseSmartSceneToFormValues(getSettingValue(node, 'command'));
    if (formValues === undefined) {
      $('<p>').text(text('week.byHand')).appendTo(this.#container);
      return;
    }
    const groupId =
      getSettingValue(node, 'operation') === 'create'
        ? undefined
        : findGroupId(getSettingValue(node, 'target'), this.#resources);
    this.#container.append(drawWeekForm(formValues, this.#resources, groupId, this.#onFormChange));
  }

  /** Keeps focus and text selection. */
  #redraw(): void {
    const active = document.activeElement;
    const index = active === null ? -1 : this.#container.find(controlSelector).index(active);
    if (index < 0 || !(active instanceof HTMLElement)) return this.#draw();
    const selection = getTextSelection(active);
    // Removing a focused field triggers its change event.
    active.blur();
    this.#draw();
    const sameControl = this.#container.find(controlSelector).eq(index).trigger('focus').get(0);
    if (sameControl instanceof HTMLInputElement && selection !== undefined) {
      sameControl.setSelectionRange(...selection);
    }
  }

  async #load(): Promise<void> {
    const configNodeId = getChosenConfigNodeId(this.node);
    if (configNodeId === undefined || configNodeId === this.#loadedConfigNodeId) return;
    this.#loadedConfigNodeId = configNodeId;
    try {
      const resources = await fetchResourceList(configNodeId);
      if (this.#loadedConfigNodeId !== configNodeId) return;
      this.#resources = resources;
      this.#redraw();
    } catch (error) {
      $('<p class="lighting-bridge-bad">').text(toErrorMessage(error)).prependTo(this.#container);
    }
  }
}

const findGroupId = (target: string, resources: readonly ResourceListItem[]): string =>
  resources.find(({ rid }) => rid === target)?.room?.rid ?? '';

function getTextSelection(field: HTMLElement): [start: number, end: number] | undefined {
  if (!(field instanceof HTMLInputElement)) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null
    ? undefined
    : [selectionStart, selectionEnd];
}

interface FormControl<Value> {
  element: JQuery;
  readValue(): Value;
}

interface RepeatableListOptions<Value> {
  values: readonly Value[];
  drawItem: (value: Value) => FormControl<Value>;
  createValue: () => Value;
  addText: string;
  removeText: string;
  onChange: () => void;
}

/** Draws a remove button for each item, and an add button. */
function drawRepeatableList<Value>(options: RepeatableListOptions<Value>): FormControl<Value[]> {
  const { values, drawItem, createValue, addText, removeText, onChange } = options;
  const items: FormControl<Value>[] = [];
  const list = $('<div class="lighting-bridge-lines">');
  const addItem = (value: Value): void => {
    const item = drawItem(value);
    const element = $('<div class="lighting-bridge-line">').append(item.element);
    createIconButton('lighting-bridge-clear', 'times', removeText)
      .on('click', () => {
        items.splice(items.indexOf(item), 1);
        element.remove();
        onChange();
      })
      .appendTo(element);
    items.push(item);
    list.append(element);
  };
  for (const value of values) addItem(value);
  const addButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .append('<i class="fa fa-plus" aria-hidden="true"></i> ', $('<span>').text(addText))
    .on('click', () => {
      addItem(createValue());
      onChange();
    });
  return {
    element: $('<div>').append(list, addButton),
    readValue: () => items.map((item) => item.readValue()),
  };
}

type Resources = readonly ResourceListItem[];

/** Holds scenes of the chosen room or zone; all scenes without one. */
interface SceneChoices {
  readonly choices: readonly Choice[];
  /** Scene of an added slot; empty without a room. */
  readonly first: string;
  /** @param scene name or id */
  normalize(scene: string): string;
  /** Also for other scenes, such as those of another room. */
  getLabel(scene: string): string;
}

/**
 * @param resources of the whole bridge
 * @param groupId room or zone; empty for none
 */
function createSceneChoices(resources: Resources, groupId: string): SceneChoices {
  const scenes = resources.filter(
    (one) => one.rtype === 'scene' && (groupId === '' || one.room?.rid === groupId),
  );
  const getLabel = (scene: string): string => {
    const resource = resources.find(({ rid }) => rid === scene);
    return resource === undefined ? scene : toChoiceWithRoom(resource)[1];
  };
  if (groupId === '') {
    const choices = scenes.map(toChoiceWithRoom).toSorted(compareLabels);
    return { choices, first: '', normalize: (scene) => scene, getLabel };
  }
  const choices = toChoices(scenes);
  const normalize = (scene: string): string => normalizeReference(scene, scenes);
  return { choices, first: choices[0]?.[0] ?? '', normalize, getLabel };
}

/** Sorts by label. The value is the name if unique, otherwise the id. */
const toChoices = (resources: Resources): Choice[] =>
  resources
    .map((resource): Choice => [toResourceNameOrId(resource, resources), resource.name])
    .toSorted(compareLabels);

/** Returns the reference itself if no resource matches. */
function normalizeReference(reference: string, resources: Resources): string {
  const resource = reference === '' ? undefined : findResourceByNameOrId(reference, resources);
  return resource === undefined ? reference : toResourceNameOrId(resource, resources);
}

const findResourceByNameOrId = (
  reference: string,
  resources: Resources,
): ResourceListItem | undefined =>
  resources.find(({ rid }) => rid === reference) ??
  resources.find(
    ({ name }) => normalizeNameForComparison(name) === normalizeNameForComparison(reference),
  );

const compareLabels = ([, one]: Choice, [, other]: Choice): number => compareNames(one, other);

const toChoiceWithRoom = ({ rid, name, room }: ResourceListItem): Choice => [
  rid,
  room === null ? name : `${room.name} / ${name}`,
];

function toResourceNameOrId({ rid, name }: ResourceListItem, resources: Resources): string {
  const isShared = resources.some(
    (one) =>
      one.rid !== rid && normalizeNameForComparison(one.name) === normalizeNameForComparison(name),
  );
  return isShared || name.trim() === '' || name.includes('/') || idPattern.test(name) ? rid : name;
}

/**
 * Draws the name, the room and the week of a smart scene. It is drawn again after another room is chosen.
 *
 * @param groupId room or zone, empty if unknown; undefined for a new smart scene
 */
function drawWeekForm(
  formValues: SmartSceneFormValues,
  resources: Resources,
  groupId: string | undefined,
  onChange: (formValues: SmartSceneFormValues) => void,
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

/** Time of the first slot of an added entry. */
const defaultTimeslotStart = '07:00';

function drawWeekEntry(
  { days, slots }: WeekFormDayGroup,
  scenes: SceneChoices,
  onChange: () => void,
): FormControl<WeekFormDayGroup> {
  const dayCheckboxes = weekdays.map((day) => ({ day, ...drawDay(day, days.includes(day)) }));
  const slotList: FormControl<WeekFormTimeslot[]> = drawRepeatableList<WeekFormTimeslot>({
    values: slots,
    drawItem: (slot) => drawSlot(slot, scenes),
    createValue: () => ({ at: findUnusedTime(slotList.readValue()), scene: scenes.first }),
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

function drawDay(day: string, checked: boolean): { label: JQuery; checkbox: JQuery } {
  const name = text(`day.${day}`);
  const checkbox = $('<input type="checkbox">').prop('checked', checked).attr('aria-label', name);
  const label = $('<label>')
    .attr('title', name)
    .append(checkbox, $('<span aria-hidden="true">').text(name.slice(0, 2)));
  return { label, checkbox };
}

function drawSlot(
  { at, scene }: WeekFormTimeslot,
  scenes: SceneChoices,
): FormControl<WeekFormTimeslot> {
  const isAtSunEvent = isSunEvent(at);
  const startSelect = createSelect(text('week.when'), [
    ['time', text('week.atTime')],
    ['sunset', text('week.sunset')],
    ['sunrise', text('week.sunrise')],
  ]).val(isAtSunEvent ? at : 'time');
  const timeInput = $('<input type="time">')
    .val(isAtSunEvent ? defaultTimeslotStart : at)
    .attr('aria-label', text('week.time'));
  const toggleTimeInput = (): void => {
    timeInput.toggle(startSelect.val() === 'time');
  };
  startSelect.on('change', toggleTimeInput);
  toggleTimeInput();
  // Otherwise the select would show a scene although none is stored.
  const none: Choice[] = scene === '' ? [['', text('week.chooseScene')]] : [];
  const chosen = scenes.normalize(scene);
  const sceneSelect = createSelect(
    text('week.scene'),
    addChosen([...none, ...scenes.choices], chosen, scenes.getLabel(scene)),
  ).val(chosen);
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

/** Returns the first full hour without a slot, from the default time on. */
function findUnusedTime(slots: readonly WeekFormTimeslot[]): string {
  const usedTimes = new Set(slots.map(({ at }) => at));
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const from = hours.indexOf(defaultTimeslotStart);
  return [...hours.slice(from), ...hours].find((at) => !usedTimes.has(at)) ?? defaultTimeslotStart;
}
