import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import type { Home } from '../home';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { refuseDangling } from './references';
import { recallScene } from './scene';
import { activeTimeslot } from './timeslots';
import type { ActiveTimeslot } from './timeslots';

function create(house: House, { recall: _recall, ...scene }: Resource): Resource {
  refuseDangling(house.home, 'group', scene['group']);
  refuseDanglingTargets(house.home, scene['week_timeslots']);
  const slots = wholeTimeslots(scene['week_timeslots']);
  return {
    transition_duration: 60_000,
    ...scene,
    id: scene.id,
    type: scene.type,
    week_timeslots: slots,
    state: 'inactive',
  };
}

function created(house: House, scene: Resource, { recall }: Body): void {
  if (member(recall, 'action') === 'activate') activate(house, scene);
}

function update(house: House, scene: Resource, { recall, ...body }: Body): Outcome {
  const slots = body['week_timeslots'];
  refuseDanglingTargets(house.home, slots);
  const changed = house.home.change(scene.id, {
    ...body,
    ...(slots === undefined ? {} : { week_timeslots: wholeTimeslots(slots) }),
  });
  const action = member(recall, 'action');
  if (action === 'activate') activate(house, changed);
  if (action === 'deactivate') house.home.change(scene.id, { state: 'inactive' });
  return done;
}

function refuseDanglingTargets(home: Home, weekTimeslots: unknown): void {
  for (const slot of everyTimeslot(weekTimeslots)) {
    refuseDangling(home, 'week_timeslots.timeslots.target', member(slot, 'target'));
  }
}

const everyTimeslot = (weekTimeslots: unknown): unknown[] =>
  (Array.isArray(weekTimeslots) ? weekTimeslots : []).flatMap((day: unknown): unknown[] => {
    const slots = member(day, 'timeslots');
    return Array.isArray(slots) ? slots : [];
  });

/** Start times are read with hour, minute and second, zeroed for sunset (OpenHAB's recorded answers). */
function wholeTimeslots(weekTimeslots: unknown): unknown[] {
  return (Array.isArray(weekTimeslots) ? weekTimeslots : []).map((day: unknown) => ({
    ...(isObject(day) ? day : {}),
    timeslots: everyTimeslot([day]).map((slot) => ({
      ...(isObject(slot) ? slot : {}),
      start_time: {
        kind: member(slot, 'start_time', 'kind'),
        time: { hour: 0, minute: 0, second: 0, ...timeOf(slot) },
      },
    })),
  }));
}

function timeOf(slot: unknown): Record<string, unknown> {
  const time = member(slot, 'start_time', 'time');
  return isObject(time) ? time : {};
}

/** Follows the clock from now on: sets the lamps as the timeslot of this moment says. */
function activate(house: House, scene: Resource): void {
  const { home } = house;
  const group = member(scene, 'group', 'rid');
  for (const other of home.byType('smart_scene')) {
    if (other.id !== scene.id && member(other, 'group', 'rid') === group) {
      home.change(other.id, { state: 'inactive' });
    }
  }
  home.change(scene.id, { state: 'active' });
  showTimeslot(house, scene, activeTimeslot(home, scene['week_timeslots'], new Date()));
}

function showTimeslot(house: House, scene: Resource, active: ActiveTimeslot | undefined): void {
  const { home } = house;
  home.change(scene.id, {
    active_timeslot: active && { timeslot_id: active.timeslotId, weekday: active.weekday },
  });
  const target = active === undefined ? undefined : home.get(active.scene);
  if (target !== undefined) recallScene(house, target);
}

/** Lets active smart scenes go on to the timeslot of a moment, where it has changed. */
export function followClock(house: House, moment: Date): void {
  for (const scene of house.home.byType('smart_scene')) {
    if (scene['state'] !== 'active') continue;
    const active = activeTimeslot(house.home, scene['week_timeslots'], moment);
    const shown = scene['active_timeslot'];
    const same =
      active !== undefined &&
      member(shown, 'timeslot_id') === active.timeslotId &&
      member(shown, 'weekday') === active.weekday;
    if (!same) showTimeslot(house, scene, active);
  }
}

/** Scenes that follow the time of day. Service document, section 2.3. */
export const smartSceneBehaviour: Behaviour = { create, created, update };
