import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { findTarget } from '../../../src/runtime/target';
import { toResourceListItem } from '../../../src/runtime/routes/reference';
import { StateReader } from '../../../src/bridge/read-state';
import {
  createTargetResolver,
  resolveButtonTarget,
  resolveGroupTarget,
  resolveLightTarget,
  resolveRecallTarget,
  selectGroupResolver,
} from '../../../src/vocabulary/lookup';
import type { TargetResolver } from '../../../src/vocabulary/lookup';
import { findListedResourceByText } from '../../../src/vocabulary/listed-resources';
import { id } from '../../vocabulary/support/sample-resources';
import { describeProblem } from '../../../src/resources/describe-problem';
import { storeAll, createStateCache, createStore } from '../../bridge/support/stored-resources';
import { mock } from 'node:test';
import { BackgroundTaskRunner } from '../../../src/runtime/routes/pairing';
import type { BackgroundTask } from '../../../src/runtime/routes/pairing';

interface Service {
  type: string;
  id: string;
  metadata?: object;
  button?: object;
}

/** A device with its services, which are named after it unless they have names of their own. */
const createDevice = (
  number: number,
  name: string,
  ...services: readonly Service[]
): Resource[] => [
  {
    type: 'device',
    id: id(number),
    metadata: { name },
    services: services.map((service) => ({ rid: service.id, rtype: service.type })),
  },
  ...services.map((service) => ({ ...service, owner: { rid: id(number), rtype: 'device' } })),
];

const createLamp = (number: number, name: string, lampName = name): Resource[] =>
  createDevice(number, name, {
    type: 'light',
    id: id(number + 100),
    metadata: { name: lampName },
  });

const createGroup = (
  type: 'room' | 'zone',
  number: number,
  name: string,
  children: readonly number[],
): Resource[] => [
  {
    type,
    id: id(number),
    metadata: { name },
    children: children.map((child) =>
      type === 'room' ? { rid: id(child), rtype: 'device' } : { rid: id(child), rtype: 'light' },
    ),
    services: [{ rid: id(number + 100), rtype: 'grouped_light' }],
  },
  { type: 'grouped_light', id: id(number + 100), owner: { rid: id(number), rtype: type } },
];

const createScene = (type: string, number: number, name: string, group: number): Resource => ({
  type,
  id: id(number),
  metadata: { name },
  group: { rid: id(group), rtype: group === 900 ? 'bridge_home' : 'room' },
});

const decomposed = (text: string): string => text.normalize('NFD');

const home: readonly Resource[] = [
  { type: 'bridge_home', id: id(900), services: [{ rid: id(901), rtype: 'grouped_light' }] },
  { type: 'grouped_light', id: id(901), owner: { rid: id(900), rtype: 'bridge_home' } },
  ...createLamp(1, 'Lamp'),
  ...createLamp(2, 'Lamp'),
  ...createLamp(3, 'Desk lamp'),
  ...createLamp(4, 'desk LAMP'),
  ...createLamp(5, '🌈 Regenbogen'),
  ...createLamp(6, 'Küche'),
  ...createLamp(7, decomposed('Säule')),
  ...createLamp(8, 'A/B'),
  ...createLamp(9, 'B'),
  ...createLamp(10, 'Spot socket', 'Spot'),
  ...createLamp(11, 'Dimmer'),
  ...createDevice(
    12,
    'Dimmer',
    { type: 'button', id: id(112), metadata: { control_id: 1 } },
    {
      type: 'button',
      id: id(113),
      metadata: { control_id: 2 },
      button: { event_values: ['initial_press'] },
    },
  ),
  ...createDevice(
    14,
    'Hall sensor',
    { type: 'motion', id: id(114) },
    { type: 'temperature', id: id(115) },
    { type: 'light_level', id: id(116) },
  ),
  ...createGroup('room', 301, 'Wohnzimmer', [1, 3, 5, 14]),
  ...createGroup('room', 302, 'Büro', [2, 4, 6]),
  ...createGroup('room', 303, 'A', [9]),
  ...createGroup('room', 304, 'Bar/Café', [7, 8]),
  ...createGroup('zone', 305, 'Büro', [110]),
  createScene('scene', 501, 'Hell', 301),
  createScene('scene', 502, 'Hell', 302),
  createScene('scene', 503, 'Hell', 900),
  createScene('smart_scene', 504, 'Hell', 304),
  createScene('scene', 505, 'Gemütlich', 301),
];

const resolveSensor = createTargetResolver(['motion', 'temperature', 'light_level']);

const resolveScene = createTargetResolver(['scene']);

/** What a text must stand for: the id, or the sentence. */
const expectations: readonly (readonly [TargetResolver, string, string | RegExp])[] = [
  [resolveLightTarget, 'Lamp', /fits 2: Wohnzimmer\/Lamp, Büro\/Lamp, got "Lamp"/],
  [resolveLightTarget, 'Wohnzimmer/Lamp', id(101)],
  [resolveLightTarget, ' büro/LAMP ', id(102)],
  [resolveLightTarget, decomposed('Büro/Lamp'), id(102)],
  [resolveLightTarget, 'Buro/Lamp', /the id or name of a light/],
  [resolveLightTarget, 'Desk lamp', id(103)],
  [resolveLightTarget, 'desk LAMP', id(104)],
  [resolveLightTarget, 'DESK LAMP', /fits 2: Wohnzimmer\/Desk lamp, Büro\/desk LAMP/],
  [resolveLightTarget, '🌈 Regenbogen', id(105)],
  [resolveLightTarget, '🌈 regenbogen/light', id(105)],
  [resolveLightTarget, decomposed('Küche'), id(106)],
  [resolveLightTarget, 'KÜCHE', id(106)],
  [resolveLightTarget, 'Kuche', /Did you mean Küche\?/],
  [resolveLightTarget, 'Säule', id(107)],
  [resolveLightTarget, 'Bar/Café/Säule', id(107)],
  [resolveLightTarget, decomposed('bar/café/SÄULE'), id(107)],
  [resolveLightTarget, 'A/B', /fits 2: Bar\/Café\/A\/B, A\/B/],
  [resolveLightTarget, 'Bar/Café/A/B', id(108)],
  [resolveLightTarget, 'B', id(109)],
  [resolveLightTarget, 'Spot', id(110)],
  [resolveLightTarget, 'Spot socket', id(110)],
  [resolveLightTarget, 'Büro/Spot', id(110)],
  [resolveLightTarget, 'Wohnzimmer', id(401)],
  [resolveLightTarget, 'Büro', /fits 2: /],
  [resolveLightTarget, 'Home', id(901)],
  [resolveLightTarget, id(1), id(101)],
  [resolveLightTarget, id(303), id(403)],
  [resolveLightTarget, id(114), /the id of a light or grouped light/],
  [resolveLightTarget, 'Hall sensor', /the id or name of a light or grouped light/],
  [resolveLightTarget, 'x'.repeat(300), /an id, a name or Room\/Name/],
  [selectGroupResolver('room'), 'Büro', id(302)],
  [resolveGroupTarget, 'Büro', /fits 2: Büro\/room, Büro\/zone/],
  [resolveGroupTarget, 'büro/zone', id(305)],
  [resolveSensor, 'Hall sensor', /fits 3: .*\/motion, .*\/temperature, .*\/light_level/],
  [resolveSensor, 'Wohnzimmer/hall sensor/temperature', id(115)],
  [resolveScene, 'Hell', /fits 3: Wohnzimmer\/Hell, Büro\/Hell, Home\/Hell/],
  [resolveScene, 'Home/Hell', id(503)],
  [resolveRecallTarget, 'Hell', id(504)],
  [resolveRecallTarget, 'büro/hell', id(502)],
  [resolveRecallTarget, 'gemutlich', /Did you mean Gemütlich\?/],
  [resolveButtonTarget, 'Dimmer', id(12)],
  [resolveButtonTarget, 'Dimmer 2', id(113)],
  [resolveButtonTarget, 'Lamp', /the id or name of a button, bell button or dial/],
];

describe('A name', () => {
  const stateCache = createStore(undefined, () => new Date());
  storeAll(stateCache, structuredClone([...home]));
  const stateReader = new StateReader(stateCache, () => true);
  const listed = Array.from(stateCache.all(), (resource) =>
    toResourceListItem(stateCache, resource),
  );

  /** The id, or the sentence of the error, as a message gets it. */
  const findAtRunTime = async (resolve: TargetResolver, text: string): Promise<string> => {
    try {
      return (await findTarget({ stateReader }, text, resolve)).rid;
    } catch (error) {
      return error instanceof Error ? error.message : 'no error';
    }
  };
  /** The id, or the sentence that a dialog shows. */
  const findInDialog = (resolve: TargetResolver, text: string): string => {
    const match = findListedResourceByText(listed, text, resolve);
    return match.ok ? String(match.resource?.rid) : describeProblem(match.problem);
  };

  for (const [resolve, text, expected] of expectations) {
    const outcome = typeof expected === 'string' ? 'a resource' : 'a sentence';
    it(`finds ${outcome} in a dialog as at run time: ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const found = await findAtRunTime(resolve, text);
      if (typeof expected === 'string') assert.equal(found, expected);
      else assert.match(found, expected);
      assert.equal(findInDialog(resolve, text), found);
    });
  }

  it('of a device comes with its buttons, and with what each can report', () => {
    const dimmer = listed.find(({ rid }) => rid === id(12));
    assert.deepEqual(
      dimmer?.buttons?.map(({ button }) => button),
      ['1', '2'],
    );
    const [second] = listed.find(({ rid }) => rid === id(113))?.buttons ?? [];
    assert.deepEqual(second, { button: '2', events: ['initial_press'] });
  });

  it('finds the same for every name, room and id of the home, in any case and encoding', async () => {
    const rooms = listed.flatMap(({ room }) => (room === null ? [] : [room.name]));
    const names = [...new Set(listed.flatMap(({ name, rid }) => [name, rid]))];
    const paths = names.flatMap((name) => [name, ...rooms.map((room) => `${room}/${name}`)]);
    const variants = [...new Set(paths)].flatMap((text) => [
      text,
      text.toUpperCase(),
      decomposed(text),
    ]);
    const resolvers = [resolveLightTarget, resolveRecallTarget, resolveSensor, resolveButtonTarget];
    for (const resolve of resolvers) {
      for (const text of variants) {
        assert.equal(findInDialog(resolve, text), await findAtRunTime(resolve, text), text);
      }
    }
  });
});

const device: Resource = {
  id: 'device',
  type: 'device',
  metadata: { name: 'Desk' },
  services: [{ rid: 'lamp', rtype: 'light' }],
};

const lamp: Resource = {
  id: 'lamp',
  type: 'light',
  owner: { rid: 'device', rtype: 'device' },
  metadata: { name: 'Desk' },
  on: { on: true },
};

function list(resource: Resource, others: readonly Resource[]): unknown {
  const stateCache = createStateCache([resource, ...others]);
  const { abilities, ...item } = toResourceListItem(stateCache, resource);
  assert.equal(abilities !== undefined, resource.type === 'light', 'of lamps alone');
  return item;
}

describe('A resource in the list of the editor', () => {
  const room: Resource = {
    id: 'room',
    type: 'room',
    metadata: { name: 'Office' },
    children: [{ rid: 'device', rtype: 'device' }],
  };

  it('has its name, its room and its state', () => {
    assert.deepEqual(list(lamp, [device, room]), {
      rid: 'lamp',
      rtype: 'light',
      name: 'Desk',
      room: { rid: 'room', name: 'Office' },
      owner: 'device',
      state: { on: true },
    });
  });

  it('has ids where the bridge gives no names, and no room where it is in none', () => {
    const { metadata: _lamp, ...namelessLamp } = lamp;
    const { metadata: _device, ...namelessDevice } = device;
    const { metadata: _room, ...namelessRoom } = room;
    assert.deepEqual(list(namelessLamp, [namelessDevice, namelessRoom]), {
      rid: 'lamp',
      rtype: 'light',
      name: 'lamp',
      room: { rid: 'room', name: 'room' },
      owner: 'device',
      state: { on: true },
    });
    assert.deepEqual(list(lamp, []), {
      rid: 'lamp',
      rtype: 'light',
      name: 'Desk',
      room: null,
      owner: 'device',
      state: { on: true },
    });
  });
});

const tenMinutes = 600_000;

/** A task that ends when it is stopped. */
class Task implements BackgroundTask {
  done = false;

  stop(): void {
    this.done = true;
  }
}

describe('A task that a dialog starts', () => {
  let tasks: BackgroundTaskRunner<Task>;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    tasks = new BackgroundTaskRunner();
  });
  afterEach(() => mock.timers.reset());

  it('is stopped and forgotten ten minutes after its start', () => {
    const task = new Task();
    const taskId = tasks.join(() => task);
    mock.timers.tick(tenMinutes - 1);
    assert.equal(tasks.find(taskId), task);
    assert.equal(task.done, false);
    mock.timers.tick(1);
    assert.equal(tasks.find(taskId), undefined);
    assert.equal(task.done, true);
  });

  it('has its ten minutes, however shortly before them the task before it was started', () => {
    tasks.join(() => new Task());
    mock.timers.tick(tenMinutes - 1);
    tasks.running?.task.stop();
    const next = new Task();
    const taskId = tasks.join(() => next);
    mock.timers.tick(tenMinutes - 1);
    assert.equal(tasks.find(taskId), next);
    assert.equal(next.done, false);
    mock.timers.tick(1);
    assert.equal(tasks.find(taskId), undefined);
    assert.equal(next.done, true);
  });

  it('can be started again when its time is up', () => {
    const first = tasks.start(() => new Task());
    assert.equal(
      tasks.start(() => new Task()),
      undefined,
      'while the first one runs',
    );
    mock.timers.tick(tenMinutes);
    const second = tasks.start(() => new Task());
    assert.ok(second !== undefined && second !== first);
  });
});
