import { isObject, getListMember, getNestedMember } from '../../../resources';
import type { Resource } from '../../../resources';
import type { SimulatedHome } from '../../home/simulated-home';
import type { ResourceWriteHandler, SimulationContext } from '../resource-write-handler';
import { assertReferenceExists } from '../reference-integrity';
import { applySceneRecall } from './scene';
import { findActiveTimeslot } from './timeslots';
import type { ActiveTimeslot } from './timeslots';

function assertTargetsExist(home: SimulatedHome, weekTimeslots: unknown): void {
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
    assertTargetsExist(simulation.home, scene['week_timeslots']);
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
    assertTargetsExist(simulation.home, slots);
    const changed = simulation.home.change(scene.id, {
      ...body,
      ...(slots === undefined ? {} : { week_timeslots: normalizeTimeslots(slots) }),
    });
    const action = getNestedMember(recall, 'action');
    if (action === 'activate') activateSmartScene(simulation, changed);
    if (action === 'deactivate') simulation.home.change(scene.id, { state: 'inactive' });
  },
};
