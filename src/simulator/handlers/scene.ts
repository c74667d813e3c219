import { isObject, getListMember, getNestedMember, getTextMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import { weekdays } from '../../resources/types/scenes';
import type { Resource } from '../../resources/resource';
import type { ResourceWriteHandler, SimulationContext } from './write-handler';
import { assertReferenceExists } from './write-handler';
import { deactivateSimulatedScenes, applyLightUpdate } from './light';
import type { SimulatedHome } from '../simulated-home';

function assertTargetsExist({ home }: SimulationContext, actions: unknown): void {
  for (const [index, action] of getListMember(actions).entries()) {
    assertReferenceExists(home, `actions[${index}].target`, getNestedMember(action, 'target'));
  }
}

/** @param recall `action`; `dimming` and `duration` go before the brightness and the transitions of the scene */
export function applySceneRecall(
  simulation: SimulationContext,
  scene: Resource,
  recall: Members = {},
): void {
  const { home } = simulation;
  const dynamic = recall['action'] === 'dynamic_palette';
  const lamps = getListMember(scene, 'actions').flatMap((entry) => {
    const lamp = home.get(getTextMember(entry, 'target', 'rid') ?? '');
    const action = getNestedMember(entry, 'action');
    if (lamp === undefined || !isObject(action)) return [];
    applyLightUpdate(simulation, lamp, { ...action, ...toActionChange(recall, action) });
    if (isObject(lamp['dynamics'])) home.change(lamp.id, toDynamicsChange(scene, lamp, dynamic));
    return [lamp];
  });
  deactivateSimulatedScenes(simulation, lamps);
  home.change(scene.id, {
    status: {
      active: dynamic ? 'dynamic_palette' : 'static',
      last_recall: new Date().toISOString(),
    },
  });
}

function toActionChange({ dimming, duration }: Members, { dynamics }: Members): Members {
  return {
    ...(dimming === undefined ? {} : { dimming }),
    ...(duration === undefined
      ? {}
      : { dynamics: { ...(isObject(dynamics) ? dynamics : {}), duration } }),
  };
}

function toDynamicsChange(scene: Resource, lamp: Resource, dynamic: boolean): Members {
  const statuses = getListMember(lamp, 'dynamics', 'status_values');
  return dynamic && statuses.includes('dynamic_palette')
    ? { dynamics: { status: 'dynamic_palette', speed: scene['speed'] ?? 0.5, speed_valid: true } }
    : { dynamics: { status: 'none', speed: 0, speed_valid: false } };
}

/** Hue CLIP API reference. */
export const sceneWriteHandler: ResourceWriteHandler = {
  create(simulation, scene) {
    assertReferenceExists(simulation.home, 'group', scene['group']);
    assertTargetsExist(simulation, scene['actions']);
    return {
      palette: { color: [], dimming: [], color_temperature: [], effects: [] },
      speed: 0.5,
      auto_dynamic: false,
      ...scene,
      status: { active: 'inactive' },
    };
  },
  update(simulation, scene, { recall, ...body }) {
    assertTargetsExist(simulation, body['actions']);
    const changed = simulation.home.change(scene.id, body);
    if (isObject(recall)) applySceneRecall(simulation, changed, recall);
  },
};

export interface ActiveTimeslot {
  /** In the timeslots of its day, from 0. */
  timeslotId: number;
  weekday: string;
  /** Id of a scene. */
  scene: string;
}

interface TimeslotStart extends ActiveTimeslot {
  /** Since midnight, in seconds. */
  second: number;
}

/** Assumed, in seconds since midnight; bridges only report the sunset. */
const sunriseSecond = 7 * 3600;
const defaultSunset = '19:00';

/**
 * The last one that started on the same or an earlier day.
 *
 * @param date in the time zone of this machine
 */
export function findActiveTimeslot(
  home: SimulatedHome,
  weekTimeslots: unknown,
  date: Date,
): ActiveTimeslot | undefined {
  const secondNow = date.getHours() * 3600 + date.getMinutes() * 60 + date.getSeconds();
  for (let daysAgo = 0; daysAgo <= 7; daysAgo += 1) {
    const weekday = weekdays[(date.getDay() + 6 + 7 * 2 - daysAgo) % 7];
    const started = listStarts(home, weekTimeslots, weekday ?? 'monday').filter(
      ({ second }) => daysAgo > 0 || second <= secondNow,
    );
    const last = started.toSorted((one, other) => one.second - other.second).at(-1);
    if (last !== undefined) {
      return { timeslotId: last.timeslotId, weekday: last.weekday, scene: last.scene };
    }
  }
  return undefined;
}

function listStarts(home: SimulatedHome, weekTimeslots: unknown, weekday: string): TimeslotStart[] {
  return getListMember(weekTimeslots).flatMap((day) => {
    if (!getListMember(day, 'recurrence').includes(weekday)) return [];
    return getListMember(day, 'timeslots').flatMap((slot, timeslotId) => {
      const scene = getTextMember(slot, 'target', 'rid');
      const second = toSecondOfDay(home, getNestedMember(slot, 'start_time'));
      return scene === undefined ? [] : [{ timeslotId, weekday, scene, second }];
    });
  });
}

function toSecondOfDay(home: SimulatedHome, startTime: unknown): number {
  const kind = getNestedMember(startTime, 'kind');
  if (kind === 'sunset') return getSunsetSecond(home);
  if (kind === 'sunrise') return sunriseSecond;
  const getTimePart = (name: string): number =>
    Number(getNestedMember(startTime, 'time', name) ?? 0);
  return getTimePart('hour') * 3600 + getTimePart('minute') * 60 + getTimePart('second');
}

function getSunsetSecond(home: SimulatedHome): number {
  const sunset = getTextMember(home.byType('geolocation')[0], 'sun_today', 'sunset_time');
  const [hour = 19, minute = 0, second = 0] = (sunset ?? defaultSunset).split(':').map(Number);
  return hour * 3600 + minute * 60 + second;
}

function assertTimeslotTargetsExist(home: SimulatedHome, weekTimeslots: unknown): void {
  for (const slot of listTimeslots(weekTimeslots)) {
    assertReferenceExists(home, 'week_timeslots.timeslots.target', getNestedMember(slot, 'target'));
  }
}

const listTimeslots = (weekTimeslots: unknown): readonly unknown[] =>
  getListMember(weekTimeslots).flatMap((day) => getListMember(day, 'timeslots'));

/** Bridges add hour, minute and second, 0 for sunset (OpenHAB recordings). */
function normalizeTimeslots(weekTimeslots: unknown): unknown[] {
  return getListMember(weekTimeslots).map((day) => ({
    ...(isObject(day) ? day : {}),
    timeslots: listTimeslots([day]).map((slot) => ({
      ...(isObject(slot) ? slot : {}),
      start_time: {
        kind: getNestedMember(slot, 'start_time', 'kind'),
        time: Object.assign(
          { hour: 0, minute: 0, second: 0 },
          getNestedMember(slot, 'start_time', 'time'),
        ),
      },
    })),
  }));
}

function activateSmartScene(simulation: SimulationContext, scene: Resource): void {
  const { home } = simulation;
  const group = getNestedMember(scene, 'group', 'rid');
  for (const other of home.byType('smart_scene')) {
    if (other.id !== scene.id && getNestedMember(other, 'group', 'rid') === group) {
      home.change(other.id, { state: 'inactive' });
    }
  }
  home.change(scene.id, { state: 'active' });
  applyTimeslot(simulation, scene, findActiveTimeslot(home, scene['week_timeslots'], new Date()));
}

function applyTimeslot(
  simulation: SimulationContext,
  scene: Resource,
  active: ActiveTimeslot | undefined,
): void {
  const { home } = simulation;
  home.change(scene.id, {
    active_timeslot: active && { timeslot_id: active.timeslotId, weekday: active.weekday },
  });
  const target = active === undefined ? undefined : home.get(active.scene);
  if (target !== undefined) applySceneRecall(simulation, target);
}

/** Only active smart scenes whose timeslot has changed. */
export function advanceSimulatedSmartScenes(simulation: SimulationContext, date: Date): void {
  for (const scene of simulation.home.byType('smart_scene')) {
    if (scene['state'] !== 'active') continue;
    const active = findActiveTimeslot(simulation.home, scene['week_timeslots'], date);
    const currentTimeslot = scene['active_timeslot'];
    const isCurrent =
      active !== undefined &&
      getNestedMember(currentTimeslot, 'timeslot_id') === active.timeslotId &&
      getNestedMember(currentTimeslot, 'weekday') === active.weekday;
    if (!isCurrent) applyTimeslot(simulation, scene, active);
  }
}

/** Service document, section 2.3. */
export const smartSceneWriteHandler: ResourceWriteHandler = {
  create(simulation, { recall: _recall, ...scene }) {
    assertReferenceExists(simulation.home, 'group', scene['group']);
    assertTimeslotTargetsExist(simulation.home, scene['week_timeslots']);
    const slots = normalizeTimeslots(scene['week_timeslots']);
    return {
      transition_duration: 60_000,
      ...scene,
      week_timeslots: slots,
      state: 'inactive',
    };
  },
  afterCreate(simulation, scene, { recall }) {
    if (getNestedMember(recall, 'action') === 'activate') activateSmartScene(simulation, scene);
  },
  update(simulation, scene, { recall, ...body }) {
    const slots = body['week_timeslots'];
    assertTimeslotTargetsExist(simulation.home, slots);
    const changed = simulation.home.change(scene.id, {
      ...body,
      ...(slots === undefined ? {} : { week_timeslots: normalizeTimeslots(slots) }),
    });
    const action = getNestedMember(recall, 'action');
    if (action === 'activate') activateSmartScene(simulation, changed);
    if (action === 'deactivate') simulation.home.change(scene.id, { state: 'inactive' });
  },
};
