import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { HomeState } from '../../src/bridge/watching/home-state';
import { changedPaths, concerns } from '../../src/bridge/state/changes';
import { defaultLimits } from '../../src/bridge/limits';
import { mergeUpdate } from '../../src/bridge/state/merge-update';
import { StoreMirror } from '../../src/bridge/state/mirror';
import { ResourceStore } from '../../src/bridge/state/resource-store';
import type { Resource } from '../../src/resources';
import { gate } from '../support/gate';
import { FakeClock } from './fake-clock';
import { FakeHome, lamp, ridOf, statusError, unreachable } from './fake-home';

const reference = (rtype: string, number: number): { rid: string; rtype: string } => ({
  rid: ridOf(number),
  rtype,
});
const resource = (
  type: string,
  number: number,
  members: Record<string, unknown> = {},
): Resource => ({ ...members, type, id: ridOf(number) });

const house: readonly Resource[] = [
  resource('bridge_home', 1, { services: [reference('grouped_light', 2)] }),
  resource('grouped_light', 2, { owner: reference('bridge_home', 1) }),
  resource('room', 10, {
    metadata: { name: 'Kitchen' },
    children: [reference('device', 11), reference('device', 21)],
    services: [reference('grouped_light', 12)],
  }),
  resource('grouped_light', 12, { owner: reference('room', 10) }),
  resource('device', 11, {
    metadata: { name: 'Ceiling' },
    services: [reference('light', 13), reference('zigbee_connectivity', 14)],
  }),
  resource('light', 13, { metadata: { name: 'Ceiling lamp' }, owner: reference('device', 11) }),
  resource('zigbee_connectivity', 14, { owner: reference('device', 11) }),
  resource('device', 21, {
    metadata: { name: 'Wall switch' },
    services: [reference('button', 22), reference('button', 23), reference('device_power', 24)],
  }),
  resource('button', 22, { metadata: { control_id: 1 }, owner: reference('device', 21) }),
  resource('button', 23, { metadata: { control_id: 2 }, owner: reference('device', 21) }),
  resource('device_power', 24, { owner: reference('device', 21) }),
  resource('zone', 30, {
    metadata: { name: 'Downstairs' },
    children: [reference('light', 13), reference('light', 31)],
  }),
  resource('light', 31, { metadata: { name: 'Porch lamp' }, owner: reference('device', 32) }),
  resource('zone', 35, {
    metadata: { name: 'Garden' },
    children: [],
    services: [reference('light', 31)],
    grouped_services: [reference('grouped_light', 36)],
  }),
  resource('grouped_light', 36, { owner: reference('bridge_home', 1) }),
  resource('scene', 40, { metadata: { name: 'Relax' }, group: reference('room', 10) }),
  resource('smart_scene', 41, { metadata: { name: 'Day' }, group: reference('zone', 30) }),
  resource('motion_area_configuration', 50, { name: 'Hall', group: reference('room', 10) }),
  resource('security_area_motion', 51, { owner: reference('motion_area_configuration', 50) }),
  resource('behavior_script', 60, { metadata: { name: 'Wake up' } }),
  resource('behavior_instance', 61, { script_id: ridOf(60), metadata: {} }),
  resource('matter_fabric', 70, { fabric_data: { label: 'Living' } }),
  resource('light', 80, { owner: reference('device', 999) }),
  resource('motion', 90, { owner: reference('motion', 91) }),
  resource('motion', 91, { owner: reference('motion', 90) }),
];

describe('The mirror', () => {
  let home: FakeHome;
  let state: HomeState;
  beforeEach(() => {
    home = new FakeHome(house);
    state = new HomeState({
      reader: home,
      limits: defaultLimits,
      clock: new FakeClock(),
      onWarning: () => undefined,
      onMode: () => undefined,
    });
  });
  afterEach(() => state.close());

  const names: readonly [number, string | undefined, string | undefined][] = [
    [1, 'Home', undefined],
    [2, 'Home', undefined],
    [10, 'Kitchen', 'Kitchen'],
    [12, 'Kitchen', 'Kitchen'],
    [11, 'Ceiling', 'Kitchen'],
    [13, 'Ceiling lamp', 'Kitchen'],
    [14, 'Ceiling', 'Kitchen'],
    [22, 'Wall switch 1', 'Kitchen'],
    [23, 'Wall switch 2', 'Kitchen'],
    [24, 'Wall switch', 'Kitchen'],
    [30, 'Downstairs', 'Downstairs'],
    [31, 'Porch lamp', 'Downstairs'],
    [36, 'Garden', 'Garden'],
    [40, 'Relax', 'Kitchen'],
    [41, 'Day', 'Downstairs'],
    [50, 'Hall', 'Kitchen'],
    [51, 'Hall', 'Kitchen'],
    [61, 'Wake up', undefined],
    [70, 'Living', undefined],
    [80, undefined, undefined],
    [90, undefined, undefined],
    [1_000, undefined, undefined],
  ];
  for (const [number, name, room] of names) {
    const type = house.find(({ id }) => id === ridOf(number))?.type ?? 'something unknown';
    it(`names ${type} ${number} ${name ?? 'nothing'}, in ${room ?? 'no room'}`, async () => {
      await state.mirror.refresh();
      assert.equal(state.mirror.name(ridOf(number)), name);
      const holder = state.mirror.room(ridOf(number));
      assert.equal(holder === undefined ? undefined : state.mirror.name(holder.id), room);
    });
  }

  it('follows a device that moves to another room', async () => {
    await state.mirror.refresh();
    assert.equal(state.mirror.room(ridOf(13))?.id, ridOf(10));
    home.set(resource('room', 10, { metadata: { name: 'Kitchen' }, children: [] }));
    home.set(resource('room', 15, { children: [reference('device', 11)] }));
    await state.mirror.refresh();
    assert.equal(state.mirror.room(ridOf(13))?.id, ridOf(15));
  });

  it('reads the tree once for all who ask at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => state.mirror.refresh()));
    assert.equal(home.count('tree'), 1);
    assert.ok(state.mirror.refreshedAt instanceof Date);
    assert.equal([...state.mirror.all()].length, house.length);
  });

  it('reads the tree once more for those who want it as it is from now on', async () => {
    const answer = gate();
    home.gate = answer.opened;
    const early = state.mirror.refresh();
    const anew = [state.mirror.refreshAnew(), state.mirror.refreshAnew()];
    home.set(resource('room', 10, { metadata: { name: 'Larder' } }));
    answer.open();
    await Promise.all([early, ...anew]);
    assert.equal(home.count('tree'), 2);
    assert.equal(state.mirror.name(ridOf(10)), 'Larder');
  });

  it('reads type by type from a bridge that has no tree, and leaves out what it lacks', async () => {
    home.treeFailure = statusError(404, 'ERR_BRIDGE_NOT_FOUND');
    home.failuresByType.set('homekit', statusError(404, 'ERR_BRIDGE_NOT_FOUND'));
    await state.mirror.refresh();
    assert.equal([...state.mirror.all()].length, house.length);
    const reads = home.reads.length;
    await state.mirror.refresh();
    assert.equal(home.reads.length, 2 * reads - 1);
    assert.equal(home.count('homekit'), 1);
  });

  it('says why it could not be refreshed, and keeps what it knew', async () => {
    await state.mirror.refresh();
    home.failure = unreachable();
    await assert.rejects(state.mirror.refresh(), { code: 'ERR_BRIDGE_UNREACHABLE' });
    assert.equal(state.mirror.name(ridOf(10)), 'Kitchen');
  });

  it('forgets what is gone from the tree, but not what the tree never shows', async () => {
    const clock = new FakeClock();
    const hidden = resource('motion_area_candidate', 95);
    const own = new HomeState({
      reader: {
        readTree: () => home.readTree(),
        readCollection: (rtype) => new FakeHome([hidden]).readCollection(rtype),
      },
      limits: defaultLimits,
      clock,
      onWarning: () => undefined,
      onMode: () => undefined,
    });
    own.watch({ rtype: 'motion_area_candidate', interval: 60_000 });
    await clock.pass(1_000);
    await own.mirror.refresh();
    home.resources.delete(ridOf(40));
    await own.mirror.refresh();
    assert.equal(own.mirror.get(ridOf(40)), undefined);
    assert.deepEqual(own.mirror.get(hidden.id), hidden);
    own.close();
  });

  it('finds names and rooms in a large home in as many steps as in a small one', () => {
    assert.equal(stepsOfLookUps(2_000), stepsOfLookUps(20));
  });

  it('lists a type anew only when it has changed', async () => {
    await state.mirror.refresh();
    const lights = state.mirror.byType('light');
    assert.equal(state.mirror.byType('light'), lights);
    home.set(lamp(13, 7));
    await state.mirror.refresh();
    assert.notEqual(state.mirror.byType('light'), lights);
  });
});

/** How often ten look-ups of name and room ask for a resource, a list or a member of a room's `children`. */
function stepsOfLookUps(lamps: number): number {
  let steps = 0;
  const store = new ResourceStore();
  const [get, byType] = [store.get.bind(store), store.byType.bind(store)];
  store.get = (rid) => {
    steps += 1;
    return get(rid);
  };
  store.byType = (rtype) => {
    steps += 1;
    return byType(rtype);
  };
  const lights = Array.from({ length: lamps }, (_, index) => lamp(1_000 + index, 50));
  const children = new Proxy(
    lights.map(({ id }) => ({ rid: id, rtype: 'light' })),
    {
      get(list, name, self): unknown {
        steps += 1;
        return Reflect.get(list, name, self);
      },
    },
  );
  const room = resource('room', 10, { metadata: { name: 'Hall' }, children });
  store.applyTree(store.beginReading(), [...lights, room]);
  const mirror = new StoreMirror(store, () => Promise.resolve());
  assert.equal(mirror.room(ridOf(1_000)), room);
  steps = 0;
  for (const { id } of lights.slice(-10)) {
    mirror.name(id);
    mirror.room(id);
  }
  return steps;
}

describe('Differences between two states', () => {
  const before: Resource = {
    type: 'light',
    id: ridOf(1),
    on: { on: true },
    dimming: { brightness: 10, min_dim_level: 2 },
    points: [{ x: 1 }],
    gone: 1,
  };

  it('are named by the paths of what differs', () => {
    const after = {
      ...before,
      dimming: { brightness: 20, min_dim_level: 2 },
      points: [{ x: 2 }],
      gone: undefined,
      more: { inside: true },
    };
    assert.deepEqual(changedPaths(before, after).toSorted(), [
      'dimming.brightness',
      'gone',
      'more',
      'points',
    ]);
    assert.deepEqual(changedPaths(before, structuredClone(before)), []);
  });

  it('concern a property, what it holds and what holds it', () => {
    assert.ok(concerns(['dimming.brightness'], 'dimming'));
    assert.ok(concerns(['dimming.brightness'], 'dimming.brightness'));
    assert.ok(concerns(['dimming'], 'dimming.brightness'));
    assert.ok(!concerns(['dimming.brightness'], 'dimming.min_dim_level'));
    assert.ok(!concerns(['dim'], 'dimming'));
  });

  it('are exactly what an update brings, whatever it is', () => {
    const json = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue());
    fc.assert(
      fc.property(json, json, (old, update) => {
        const state = { ...old, id: 'x', type: 'y' };
        const frozen = structuredClone(state);
        const merged = mergeUpdate(state, update);
        assert.deepEqual(state, frozen);
        assert.equal(Object.getPrototypeOf(merged), Object.prototype);
        assert.deepEqual(changedPaths(merged, mergeUpdate(merged, update)), []);
        const touched = Object.keys(update);
        assert.ok(
          changedPaths(state, merged).every((path) =>
            touched.some((name) => path === name || path.startsWith(`${name}.`)),
          ),
        );
      }),
      { seed: 4 },
    );
  });
});
