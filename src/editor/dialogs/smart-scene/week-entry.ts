import { weekdays } from 'lighting-bridge:table';
import { addChosen, createSelect } from '../../fields/controls';
import type { Choice } from '../../fields/controls';
import { toText } from '../../fields/setting-fields';
import { createTranslator } from '../../labels/translate';
import { drawRepeatableList } from './repeatable-list';
import { isSunEvent } from './smart-scene-form-values';
import type { FormControl } from './repeatable-list';
import type { SceneChoices } from './resource-choices';
import type { WeekFormDayGroup, WeekFormTimeslot } from './smart-scene-form-values';

const text = createTranslator('bridge-smart-scene');

/** Time of the first slot of an added entry. */
export const defaultTimeslotStart = '07:00';

export function drawWeekEntry(
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
