import { weekdays } from 'lighting-bridge:table';
import { toText } from '../../fields/setting-fields';
import { drawRepeatableList } from './repeatable-list';
import { createSelect } from './select-options';
import { isSunEvent } from './smart-scene-form-values';
import type { Translate } from '../../labels/translate';
import type { FormControl } from './repeatable-list';
import type { SceneChoices } from './scene-choices';
import type { WeekFormDayGroup, WeekFormTimeslot } from './smart-scene-form-values';

interface WeekEntryContext {
  text: Translate;
  scenes: SceneChoices;
  onChange: () => void;
}

/** Time of the first slot of an added entry. */
export const defaultTimeslotStart = '07:00';

/** Draws the days of a week entry, and its times with their scenes. */
export function drawWeekEntry(
  { days, slots }: WeekFormDayGroup,
  context: WeekEntryContext,
): FormControl<WeekFormDayGroup> {
  const { text, scenes, onChange } = context;
  const dayCheckboxes = weekdays.map((day) => ({ day, ...drawDay(day, days.includes(day), text) }));
  const slotList: FormControl<WeekFormTimeslot[]> = drawRepeatableList<WeekFormTimeslot>({
    values: slots,
    drawItem: (slot) => drawSlot(slot, context),
    createValue: () => ({ at: findUnusedTime(slotList.readValue()), scene: scenes.getFirstId() }),
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
  const { text, scenes } = context;
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
    .val(isAtSunEvent ? defaultTimeslotStart : at)
    .attr('aria-label', text('week.time'));
  const toggleTimeInput = (): void => {
    timeInput.toggle(startSelect.val() === 'time');
  };
  startSelect.on('change', toggleTimeInput);
  toggleTimeInput();
  // Without the empty option, the select would show a scene although none is stored.
  const emptyOptions = scene === '' ? [{ value: '', label: text('week.chooseScene') }] : [];
  const sceneSelect = createSelect(
    [...emptyOptions, ...scenes.getOptions()],
    scenes.normalize(scene),
    text('week.scene'),
    scenes.getLabel(scene),
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

/** Returns the first full hour without a slot, from the default time on. */
function findUnusedTime(slots: readonly WeekFormTimeslot[]): string {
  const usedTimes = new Set(slots.map(({ at }) => at));
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const from = hours.indexOf(defaultTimeslotStart);
  return [...hours.slice(from), ...hours].find((at) => !usedTimes.has(at)) ?? defaultTimeslotStart;
}
