import { weekdays } from 'lighting-bridge:table';
import { isSceneGroupType } from '../../resources/group-types';
import { asText } from '../settings-in-form';
import { drawRepeated } from './repeated';
import { isSun } from './week-model';
import { fadeOf, fadeText, isFade, repeatedSlots } from './wrong-parts';
import type { ListedResource } from '../bridge-routes';
import type { Controls } from './repeated';
import type { Texts } from '../texts';
import type { SmartSceneWish, WeekEntry, WeekSlot } from './week-model';

/** What the form of a smart scene needs to know. */
export interface WeekFormContext {
  text: Texts;
  resources: readonly ListedResource[];
  /** True for a new smart scene, which needs a room or zone. */
  creates: boolean;
  /** Id of the room or zone whose scenes are on offer; empty for all. */
  room: string;
  onChange: (wish: SmartSceneWish) => void;
}

interface Choice {
  value: string;
  label: string;
}

/** A choice of scenes that follows the chosen room, and a word on every change. */
interface WeekContext {
  text: Texts;
  scenes: () => readonly Choice[];
  /** The scene of a time that is added: the first of the chosen room, none before there is one. */
  firstScene: () => string;
  /** Name and room of a scene that is not among the choices, such as one of another room. */
  nameOf: (scene: string) => string;
  onChange: () => void;
}

const usualTime = '07:00';

/** Draws a smart scene: its name, its room, its week, the time from one scene to the next. */
export function drawWeekForm(wish: SmartSceneWish, context: WeekFormContext): JQuery {
  const { text, resources, creates, room, onChange } = context;
  const name = $('<input type="text" maxlength="32">').val(wish.name ?? '');
  const groups = resources
    .filter(({ rtype }) => isSceneGroupType(rtype))
    .map(choiceOf)
    .toSorted(byLabel);
  const group = select(
    [{ value: '', label: text('week.chooseGroup') }, ...groups],
    wish.group ?? '',
    text('week.group'),
  );
  const transition = $('<input type="text" inputmode="decimal">').val(fadeText(wish.transition));
  const tell = (): void => {
    const fade = asText(transition.val()).trim();
    const days = week.read();
    const drawn: SmartSceneWish = {
      ...optional('name', asText(name.val()).trim()),
      ...(creates ? optional('group', asText(group.val())) : {}),
      ...(fade === '' ? {} : { transition: fadeOf(fade) }),
      ...(days.length === 0 ? {} : { week: days }),
    };
    markWrong(form, drawn);
    onChange(drawn);
  };
  const wantedRoom = (): string => (creates ? asText(group.val()) : room);
  const firstScene = (): string => (wantedRoom() === '' ? '' : (scenes()[0]?.value ?? ''));
  const scenes = (): Choice[] => {
    const wanted = wantedRoom();
    return resources
      .filter((one) => one.rtype === 'scene' && (wanted === '' || one.room?.rid === wanted))
      .map(wanted === '' ? choiceWithRoom : choiceOf)
      .toSorted(byLabel);
  };
  const nameOf = (scene: string): string => {
    const known = resources.find(({ rid }) => rid === scene);
    return known === undefined ? scene : choiceWithRoom(known).label;
  };
  const weekContext: WeekContext = { text, scenes, firstScene, nameOf, onChange: tell };
  const week = drawRepeated<WeekEntry>({
    values: wish.week ?? [],
    draw: (entry) => drawEntry(entry, weekContext),
    fresh: () => ({ days: [], slots: [{ at: usualTime, scene: firstScene() }] }),
    addText: text('week.addDays'),
    removeText: text('week.removeDays'),
    onChange: tell,
  });
  const form = $('<div class="lighting-bridge-week">').append(
    row('name', text('week.name'), name),
    creates ? row('group', text('week.group'), group) : $(),
    row('transition', text('week.transition'), transition),
    week.element,
  );
  form.on('change', (event) => {
    // The dialog's own settings are other fields; these together are one of them.
    event.stopPropagation();
    tell();
  });
  // What is typed counts at once: a sentence that goes away when the field is left would move what is being clicked.
  form.on('input', 'input[type=text]', tell);
  markWrong(form, wish);
  return form;
}

/** Marks the fields that the sentence under the command speaks of. */
function markWrong(form: JQuery, { transition, week = [] }: SmartSceneWish): void {
  const mark = (field: JQuery): JQuery =>
    field.addClass('input-error').attr('aria-invalid', 'true');
  form.find('.input-error').removeClass('input-error').removeAttr('aria-invalid');
  if (!isFade(transition)) mark(form.find(`#${idOf('transition')}`));
  const slots = form.find('.lighting-bridge-week-slot');
  for (const { place } of repeatedSlots(week)) {
    mark(slots.eq(place).children('input, select:first-child'));
  }
}

const optional = (member: 'name' | 'group', value: string): SmartSceneWish =>
  value === '' ? {} : { [member]: value };

function drawEntry({ days, slots }: WeekEntry, context: WeekContext): Controls<WeekEntry> {
  const { text, firstScene, onChange } = context;
  const boxes = weekdays.map((day) => ({ day, ...drawDay(day, days.includes(day), text) }));
  const times: Controls<WeekSlot[]> = drawRepeated<WeekSlot>({
    values: slots,
    draw: (slot) => drawSlot(slot, context),
    fresh: () => ({ at: freeTime(times.read()), scene: firstScene() }),
    addText: text('week.addTime'),
    removeText: text('week.removeTime'),
    onChange,
  });
  const group = $('<div class="lighting-bridge-week-days" role="group">')
    .attr('aria-label', text('week.days'))
    .append(boxes.map(({ label }) => label));
  return {
    element: $('<div class="lighting-bridge-week-entry">').append(group, times.element),
    read: () => ({
      days: boxes.filter(({ box }) => box.is(':checked')).map(({ day }) => day),
      slots: times.read(),
    }),
  };
}

function drawDay(day: string, checked: boolean, text: Texts): { label: JQuery; box: JQuery } {
  const name = text(`day.${day}`);
  const box = $('<input type="checkbox">').prop('checked', checked).attr('aria-label', name);
  const label = $('<label>')
    .attr('title', name)
    .append(box, $('<span aria-hidden="true">').text(name.slice(0, 2)));
  return { label, box };
}

function drawSlot({ at, scene }: WeekSlot, context: WeekContext): Controls<WeekSlot> {
  const { text, scenes, nameOf } = context;
  const atSun = isSun(at);
  const kind = select(
    [
      { value: 'time', label: text('week.atTime') },
      { value: 'sunrise', label: text('week.sunrise') },
      { value: 'sunset', label: text('week.sunset') },
    ],
    atSun ? at : 'time',
    text('week.when'),
  );
  const time = $('<input type="time">')
    .val(atSun ? usualTime : at)
    .attr('aria-label', text('week.time'));
  const showTime = (): void => {
    time.toggle(kind.val() === 'time');
  };
  kind.on('change', showTime);
  showTime();
  // What is shown is what is stored: no scene looks chosen before one is.
  const none = scene === '' ? [{ value: '', label: text('week.chooseScene') }] : [];
  const target = select([...none, ...scenes()], scene, text('week.scene'), nameOf(scene));
  return {
    element: $('<div class="lighting-bridge-week-slot">').append(kind, time, target),
    read: () => ({
      at: asText((kind.val() === 'time' ? time : kind).val()),
      scene: asText(target.val()),
    }),
  };
}

/** A select that keeps a value which is not among its choices, under a label of its own. */
function select(
  choices: readonly Choice[],
  chosen: string,
  name: string,
  ownLabel = chosen,
): JQuery {
  const known = choices.some(({ value }) => value === chosen);
  const all = known || chosen === '' ? choices : [...choices, { value: chosen, label: ownLabel }];
  return $('<select>')
    .attr('aria-label', name)
    .append(all.map(({ value, label }) => $('<option>').val(value).text(label)))
    .val(chosen);
}

/** The first full hour from the usual time on that no slot has yet. */
function freeTime(slots: readonly WeekSlot[]): string {
  const taken = new Set(slots.map(({ at }) => at));
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const from = hours.indexOf(usualTime);
  return [...hours.slice(from), ...hours].find((at) => !taken.has(at)) ?? usualTime;
}

const byLabel = (one: Choice, other: Choice): number => one.label.localeCompare(other.label);

const choiceOf = ({ rid, name }: ListedResource): Choice => ({ value: rid, label: name });

const choiceWithRoom = ({ rid, name, room }: ListedResource): Choice => ({
  value: rid,
  label: room === null ? name : `${room.name} / ${name}`,
});

const idOf = (member: string): string => `lighting-bridge-week-${member}`;

function row(member: string, label: string, control: JQuery): JQuery {
  const id = idOf(member);
  control.attr('id', id);
  return $('<div class="form-row">').append($('<label>').attr('for', id).text(label), control);
}
