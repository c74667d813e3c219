import { isSceneGroupType } from '../../../resources/values/group-types';
import { addDurationUnit } from '../../../units/duration';
import { toText } from '../../fields/setting-fields';
import { keepDurationFieldUnit } from '../../inputs/duration-input';
import { drawRepeatableList } from './repeatable-list';
import { SceneChoices } from './scene-choices';
import { createSelect, normalizeReference, toSelectOptions } from './select-options';
import {
  findDuplicateSlots,
  formatTransitionForTextField,
  isValidTransition,
} from './smart-scene-form-values';
import { defaultTimeslotStart, drawWeekEntry } from './week-entry';
import { findResourceByNameOrId } from './select-options';
import type { Translate } from '../../labels/translate';
import type { ResourceListItem } from '../../routes/admin-route-client';
import type { FormControl } from './repeatable-list';
import type { SmartSceneFormValues, WeekFormDayGroup } from './smart-scene-form-values';

interface WeekFormOptions {
  text: Translate;
  resources: readonly ResourceListItem[];
  /** True for a new smart scene, which needs a room or zone. */
  isNew: boolean;
  /** Id of the room or zone whose scenes can be chosen; empty for all. */
  groupId: string;
  onChange: (formValues: SmartSceneFormValues) => void;
}

/** Unit of a transition time without a unit, in ms. */
const secondsUnit = 1_000;

/** Draws the form of a smart scene: name, room, transition time, week. */
export const drawWeekForm = (formValues: SmartSceneFormValues, options: WeekFormOptions): JQuery =>
  new WeekForm(formValues, options).element;

class WeekForm {
  readonly element: JQuery;
  readonly #options: WeekFormOptions;
  readonly #nameInput: JQuery;
  readonly #groups: readonly ResourceListItem[];
  readonly #groupSelect: JQuery;
  readonly #transition: JQuery;
  readonly #week: FormControl<WeekFormDayGroup[]>;

  constructor(formValues: SmartSceneFormValues, options: WeekFormOptions) {
    const { text, resources, isNew } = options;
    this.#options = options;
    this.#nameInput = $('<input type="text" maxlength="32">').val(formValues.name ?? '');
    this.#groups = resources.filter(({ rtype }) => isSceneGroupType(rtype));
    this.#groupSelect = createGroupSelect(formValues.group ?? '', this.#groups, text);
    this.#transition = $('<input type="text">').val(
      formatTransitionForTextField(formValues.transition),
    );
    keepDurationFieldUnit(this.#transition, secondsUnit);
    this.#week = this.#drawWeek(formValues.week ?? []);
    this.element = $('<div class="lighting-bridge-week">').append(
      createFormRow('name', text('week.name'), this.#nameInput),
      isNew ? createFormRow('group', text('week.group'), this.#groupSelect) : $(),
      createFormRow('transition', text('week.transition'), this.#transition),
      this.#week.element,
    );
    this.#listen();
    markInvalidFields(this.element, formValues);
  }

  #drawWeek(values: readonly WeekFormDayGroup[]): FormControl<WeekFormDayGroup[]> {
    const { text, resources } = this.#options;
    const scenes = new SceneChoices(resources, () => this.#getChosenGroupId());
    const onChange = (): void => this.#reportChange();
    return drawRepeatableList<WeekFormDayGroup>({
      values,
      drawItem: (entry) => drawWeekEntry(entry, { text, scenes, onChange }),
      createValue: () => ({
        days: [],
        slots: [{ at: defaultTimeslotStart, scene: scenes.getFirstId() }],
      }),
      addText: text('week.addDays'),
      removeText: text('week.removeDays'),
      onChange,
    });
  }

  #getChosenGroupId(): string {
    const { isNew, groupId } = this.#options;
    if (!isNew) return groupId;
    return findResourceByNameOrId(toText(this.#groupSelect.val()), this.#groups)?.rid ?? '';
  }

  #listen(): void {
    this.element.on('change', (event) => {
      // These controls together are one setting; the dialog must not see their change events.
      event.stopPropagation();
      this.#reportChange();
    });
    // Update on each key: a message that disappears on blur would move the element being clicked.
    this.element.on('input', 'input[type=text]', () => this.#reportChange());
  }

  #reportChange(): void {
    const values = this.#readValues();
    markInvalidFields(this.element, values);
    this.#options.onChange(values);
  }

  #readValues(): SmartSceneFormValues {
    const transitionText = toText(this.#transition.val()).trim();
    const days = this.#week.readValue();
    return {
      ...optionalMember('name', toText(this.#nameInput.val()).trim()),
      ...(this.#options.isNew ? optionalMember('group', toText(this.#groupSelect.val())) : {}),
      ...(transitionText === ''
        ? {}
        : { transition: addDurationUnit(transitionText, secondsUnit) ?? transitionText }),
      ...(days.length === 0 ? {} : { week: days }),
    };
  }
}

const createGroupSelect = (
  chosen: string,
  groups: readonly ResourceListItem[],
  text: Translate,
): JQuery =>
  createSelect(
    [{ value: '', label: text('week.chooseGroup') }, ...toSelectOptions(groups)],
    normalizeReference(chosen, groups),
    text('week.group'),
  );

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

const toFieldId = (member: string): string => `lighting-bridge-week-${member}`;

function createFormRow(member: string, label: string, control: JQuery): JQuery {
  const id = toFieldId(member);
  control.attr('id', id);
  return $('<div class="form-row">').append($('<label>').attr('for', id).text(label), control);
}
