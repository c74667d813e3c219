import * as fc from 'fast-check';
import {
  getListMember,
  getRidsOfReferences,
  getTextMember,
  isObject,
} from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureId } from '../../../src/simulator/fixtures/fixture';
import { createFixtureHome } from '../../../src/simulator/fixtures/home';

const fixture = createFixtureHome('02aabbfffe010203');

/** Of a small pool too, so that things of one name come up. */
const nameArbitrary = fc.oneof(
  fc.constantFrom('Relax', 'Bright', 'Küche', '__proto__', 'a\u202eb'),
  fc.string({ minLength: 1, maxLength: 32, unit: 'grapheme' }).filter((name) => name.length <= 32),
);

const refer = ({ id, type }: Resource): { rid: string; rtype: string } => ({
  rid: id,
  rtype: type,
});

const without =
  (...names: readonly string[]) =>
  (resource: Resource): Resource => {
    const { id, type } = resource;
    const kept = Object.entries(resource).filter(([name]) => !names.includes(name));
    return { ...Object.fromEntries(kept), id, type };
  };

/** Devices of some rooms of the fixture, with the bridge and what is in no room. */
function pickDevices(rooms: readonly Resource[]): Resource[] {
  const inRooms = new Set(
    fixture
      .filter(({ type }) => type === 'room')
      .flatMap(({ children }) => getRidsOfReferences(children)),
  );
  const picked = new Set(rooms.flatMap(({ children }) => getRidsOfReferences(children)));
  const loose = new Set(
    fixture
      .filter(({ id, type }) => type === 'device' && !inRooms.has(id))
      .slice(0, 4)
      .map(({ id }) => id),
  );
  return fixture.filter(({ id, type, owner }) => {
    const device = type === 'device' ? id : getTextMember(owner, 'rid');
    if (type === 'motion_area_configuration' || type === 'matter_fabric') return false;
    return device !== undefined && (picked.has(device) || loose.has(device));
  });
}

const singles = fixture.filter(({ type }) => ['behavior_script', 'public_image'].includes(type));

const homeGroups = (rooms: readonly Resource[]): Resource[] => {
  const kept = new Set(rooms.map(({ id }) => id));
  return fixture.flatMap((resource) => {
    if (getTextMember(resource, 'owner', 'rtype') === 'bridge_home') return [resource];
    if (resource.type !== 'bridge_home') return [];
    const children = getListMember(resource, 'children').filter(
      (child) =>
        getTextMember(child, 'rtype') === 'device' || kept.has(getTextMember(child, 'rid') ?? ''),
    );
    return [{ ...resource, children }];
  });
};

type Draw = <Value>(arbitrary: fc.Arbitrary<Value>) => Value;

const createGroupedLight = (owner: Resource): Resource => ({
  ...(fixture.find(({ type }) => type === 'grouped_light') ?? { type: 'grouped_light' }),
  id: createFixtureId(`grouped/${owner.id}`),
  owner: refer(owner),
});

function drawGroup(
  draw: Draw,
  type: string,
  index: number,
  children: readonly Resource[],
): Resource[] {
  const group: Resource = {
    id: createFixtureId(`random/${type}/${index}`),
    type,
    metadata: { name: draw(nameArbitrary), archetype: draw(fc.constantFrom('kitchen', 'other')) },
    children: children.map(refer),
  };
  const groupedLight = createGroupedLight(group);
  return [{ ...group, services: [refer(groupedLight)] }, groupedLight];
}

function drawScene(
  draw: Draw,
  group: Resource,
  lights: readonly Resource[],
  index: number,
): Resource {
  const action = {
    on: { on: draw(fc.boolean()) },
    dimming: { brightness: draw(fc.integer({ min: 1, max: 100 })) },
  };
  const targets = draw(fc.subarray([...lights], { minLength: 1 }));
  return {
    id: createFixtureId(`random/scene/${index}`),
    type: 'scene',
    metadata: { name: draw(nameArbitrary) },
    group: refer(group),
    actions: targets.map((light) => ({ target: refer(light), action })),
    palette: { color: [], dimming: [], color_temperature: [], effects: [] },
    speed: draw(fc.constantFrom(0, 0.5, 1)),
    auto_dynamic: draw(fc.boolean()),
    status: { active: 'inactive' },
  };
}

const drawSmartScene = (draw: Draw, scene: Resource, index: number): Resource => ({
  id: createFixtureId(`random/smart/${index}`),
  type: 'smart_scene',
  metadata: { name: draw(nameArbitrary) },
  group: scene['group'],
  week_timeslots: [
    {
      timeslots: [
        {
          start_time: { kind: 'time', time: { hour: 7, minute: 0, second: 0 } },
          target: refer(scene),
        },
        {
          start_time: { kind: 'sunset', time: { hour: 0, minute: 0, second: 0 } },
          target: refer(scene),
        },
      ],
      recurrence: draw(fc.subarray(['monday', 'friday', 'sunday'], { minLength: 1 })),
    },
  ],
  transition_duration: draw(fc.constantFrom(0, 60_000)),
  state: 'inactive',
});

function drawAutomation(draw: Draw, group: Resource, index: number): Resource {
  const script = draw(fc.constantFrom(...singles.filter(({ type }) => type === 'behavior_script')));
  const target = refer(group);
  return {
    id: createFixtureId(`random/automation/${index}`),
    type: 'behavior_instance',
    script_id: script.id,
    enabled: draw(fc.boolean()),
    configuration: { where: [{ group: target }], fade: { seconds: draw(fc.nat(1800)) } },
    dependees: [{ ...target, type: 'ResourceDependee', target, level: 'critical' }],
    metadata: { name: draw(nameArbitrary) },
  };
}

const drawSettings = (draw: Draw, resource: Resource): Resource => {
  const { metadata } = resource;
  if (resource.type === 'motion')
    return {
      ...resource,
      enabled: draw(fc.boolean()),
      sensitivity: { status: 'set', sensitivity: draw(fc.nat(4)), sensitivity_max: 4 },
    };
  if (resource.type === 'light' && resource['powerup'] !== undefined)
    return {
      ...resource,
      metadata: {
        ...(isObject(metadata) ? metadata : {}),
        function: draw(fc.constantFrom('decorative', 'mixed')),
      },
      powerup: { preset: draw(fc.constantFrom('safety', 'powerfail')), configured: true },
    };
  return resource;
};

/** A home as the simulator has it: devices of the fixture, and all that people could have made of them. */
export function createRandomHome(draw: Draw): Resource[] {
  const fixtureRooms = fixture.filter(({ type }) => type === 'room');
  const fromRooms = draw(fc.subarray(fixtureRooms, { minLength: 1, maxLength: 2 }));
  const devices = pickDevices(fromRooms).map((resource) => drawSettings(draw, resource));
  const lights = devices.filter(({ type }) => type === 'light');
  const rooms = fromRooms.flatMap(({ children }, index) => {
    const ids = new Set(getRidsOfReferences(children));
    return drawGroup(
      draw,
      'room',
      index,
      devices.filter(({ id }) => ids.has(id)),
    );
  });
  const zones = Array.from({ length: draw(fc.nat(2)) }, (_, index) =>
    drawGroup(draw, 'zone', index, draw(fc.subarray(lights, { minLength: 1 }))),
  ).flat();
  const groups = [...rooms, ...zones].filter(({ type }) => type !== 'grouped_light');
  const pick = (): Resource => draw(fc.constantFrom(...groups));
  const scenes = Array.from({ length: draw(fc.nat(5)) }, (_, index) =>
    drawScene(draw, pick(), lights, index),
  );
  const smartScenes = scenes
    .slice(0, draw(fc.nat(2)))
    .map((scene, index) => drawSmartScene(draw, scene, index));
  const automations = Array.from({ length: draw(fc.nat(3)) }, (_, index) =>
    drawAutomation(draw, pick(), index),
  );
  const home = [
    ...singles,
    ...homeGroups([]),
    ...devices,
    ...rooms,
    ...zones,
    ...scenes,
    ...smartScenes,
    ...automations,
  ];
  const roomReferences = rooms.filter(({ type }) => type === 'room').map(refer);
  return home.map((resource) =>
    without('id_v1')(
      resource.type === 'bridge_home'
        ? { ...resource, children: [...getListMember(resource, 'children'), ...roomReferences] }
        : resource,
    ),
  );
}
