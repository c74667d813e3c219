import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  affectsProperty,
  findChangedPaths,
  mergeUpdate,
  parseResource,
} from '../../src/bridge/resource-state';
import type { Resource } from '../../src/resources/resource';
import { createDeferred } from '../support/deferred';
import { FakeClock } from './support/fake-clock';
import {
  FakeBridge,
  createLamp,
  createReference,
  makeRid,
  createStatusError,
  createUnreachableError,
} from './support/fake-bridge';
import { storeAll, createStore } from './support/stored-resources';
import { getPlainLight } from '../../src/resources/types/light';
import type { Members } from '../../src/resources/members';
import type { LiveState } from '../../src/bridge/live-state';
import type { ResourceStore } from '../../src/bridge/state';
import { openPolledState } from './support/fake-link';

const createResource = (
  type: string,
  number: number,
  members: Record<string, unknown> = {},
): Resource => ({ ...members, type, id: makeRid(number) });

const sampleResources: readonly Resource[] = [
  createResource('bridge_home', 1, { services: [createReference('grouped_light', 2)] }),
  createResource('grouped_light', 2, { owner: createReference('bridge_home', 1) }),
  createResource('room', 10, {
    metadata: { name: 'Kitchen' },
    children: [createReference('device', 11), createReference('device', 21)],
    services: [createReference('grouped_light', 12)],
  }),
  createResource('grouped_light', 12, { owner: createReference('room', 10) }),
  createResource('device', 11, {
    metadata: { name: 'Ceiling' },
    services: [createReference('light', 13), createReference('zigbee_connectivity', 14)],
  }),
  createResource('light', 13, {
    metadata: { name: 'Ceiling lamp' },
    owner: createReference('device', 11),
  }),
  createResource('zigbee_connectivity', 14, { owner: createReference('device', 11) }),
  createResource('device', 21, {
    metadata: { name: 'Wall switch' },
    services: [
      createReference('button', 22),
      createReference('button', 23),
      createReference('device_power', 24),
    ],
  }),
  createResource('button', 22, {
    metadata: { control_id: 1 },
    owner: createReference('device', 21),
  }),
  createResource('button', 23, {
    metadata: { control_id: 2 },
    owner: createReference('device', 21),
  }),
  createResource('device_power', 24, { owner: createReference('device', 21) }),
  createResource('zone', 30, {
    metadata: { name: 'Downstairs' },
    children: [createReference('light', 13), createReference('light', 31)],
  }),
  createResource('light', 31, {
    metadata: { name: 'Porch lamp' },
    owner: createReference('device', 32),
  }),
  createResource('zone', 35, {
    metadata: { name: 'Garden' },
    children: [],
    services: [createReference('light', 31)],
    grouped_services: [createReference('grouped_light', 36)],
  }),
  createResource('grouped_light', 36, { owner: createReference('bridge_home', 1) }),
  createResource('scene', 40, { metadata: { name: 'Relax' }, group: createReference('room', 10) }),
  createResource('smart_scene', 41, {
    metadata: { name: 'Day' },
    group: createReference('zone', 30),
  }),
  createResource('motion_area_configuration', 50, {
    name: 'Hall',
    group: createReference('room', 10),
  }),
  createResource('security_area_motion', 51, {
    owner: createReference('motion_area_configuration', 50),
  }),
  createResource('behavior_script', 60, { metadata: { name: 'Wake up' } }),
  createResource('behavior_instance', 61, { script_id: makeRid(60), metadata: {} }),
  createResource('matter_fabric', 70, { fabric_data: { label: 'Living' } }),
  createResource('light', 80, { owner: createReference('device', 999) }),
  createResource('device', 82, {
    metadata: { name: 'Landing sensor' },
    services: [createReference('motion', 83), createReference('temperature', 84)],
  }),
  createResource('motion', 83, { owner: createReference('device', 998) }),
  createResource('temperature', 84, { owner: createReference('device', 82) }),
  createResource('motion', 90, { owner: createReference('motion', 91) }),
  createResource('motion', 91, { owner: createReference('motion', 90) }),
];

describe('The state cache', () => {
  let bridge: FakeBridge;
  let state: LiveState;
  beforeEach(() => {
    bridge = new FakeBridge(sampleResources);
    const clock = new FakeClock();
    state = openPolledState(bridge, clock, { warn: () => undefined });
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
    [83, 'Landing sensor', undefined],
    [90, undefined, undefined],
    [1_000, undefined, undefined],
  ];
  it('names what was deleted a moment ago, with the room that held it', async () => {
    await state.store.refresh();
    const rids = [14, 13, 11, 23].map(makeRid);
    const before = rids.map((rid) => state.store.displayNames(rid));
    assert.deepEqual(before[0], { name: 'Ceiling', room: 'Kitchen' });
    for (const rid of rids) bridge.resources.delete(rid);
    bridge.setResource(
      createResource('room', 10, { metadata: { name: 'Kitchen' }, children: [], services: [] }),
    );
    await state.store.refresh();
    assert.deepEqual(
      rids.map((rid) => [state.store.get(rid), state.store.displayNames(rid)]),
      before.map((displayNames) => [undefined, displayNames]),
    );
  });

  for (const [number, name, room] of names) {
    const type =
      sampleResources.find(({ id }) => id === makeRid(number))?.type ?? 'something unknown';
    it(`names ${type} ${number} ${name ?? 'nothing'}, in ${room ?? 'no room'}`, async () => {
      await state.store.refresh();
      assert.equal(state.store.name(makeRid(number)), name);
      const roomResource = state.store.room(makeRid(number));
      assert.equal(
        roomResource === undefined ? undefined : state.store.name(roomResource.id),
        room,
      );
    });
  }

  it('takes a device for the owner of a service that it lists, if the named owner does not exist', async () => {
    await state.store.refresh();
    const { store: stateCache } = state;
    const read = (number: number): string | undefined => {
      const service = stateCache.get(makeRid(number));
      return service && stateCache.ownerRid(service);
    };
    assert.deepEqual([read(83), read(84), read(80)], [82, 82, 999].map(makeRid));
    bridge.setResource(createResource('device', 998, { metadata: { name: 'Known by now' } }));
    await stateCache.refresh();
    assert.equal(read(83), makeRid(998));
  });

  it('follows a device that moves to another room', async () => {
    await state.store.refresh();
    assert.equal(state.store.room(makeRid(13))?.id, makeRid(10));
    bridge.setResource(createResource('room', 10, { metadata: { name: 'Kitchen' }, children: [] }));
    bridge.setResource(createResource('room', 15, { children: [createReference('device', 11)] }));
    await state.store.refresh();
    assert.equal(state.store.room(makeRid(13))?.id, makeRid(15));
  });

  it('gives the names as they are now, however often they were asked for', async () => {
    await state.store.refresh();
    const expected = { name: 'Ceiling', room: 'Kitchen' };
    assert.deepEqual(state.store.displayNames(makeRid(14)), expected);
    assert.equal(state.store.displayNames(makeRid(14)), state.store.displayNames(makeRid(14)));
    const room = bridge.resources.get(makeRid(10));
    assert.ok(room);
    bridge.setResource({ ...room, metadata: { name: 'Larder' } });
    await state.store.refresh();
    assert.deepEqual(state.store.displayNames(makeRid(14)), { ...expected, room: 'Larder' });
  });

  it('says why nothing could be read, where neither the tree nor any type can be', async () => {
    const missing = createStatusError(404, 'ERR_BRIDGE_NOT_FOUND');
    bridge.treeFailure = missing;
    bridge.failure = missing;
    await assert.rejects(state.store.refresh(), missing);
    const reads = bridge.reads.length;
    assert.ok(reads > 10);
    bridge.failure = undefined;
    await state.store.refresh();
    assert.equal(bridge.reads.length, 2 * reads);
    assert.equal(state.store.name(makeRid(10)), 'Kitchen');
  });

  it('reads the tree once for all who ask at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => state.store.refresh()));
    assert.equal(bridge.countReads('tree'), 1);
    assert.ok(state.store.refreshedAt instanceof Date);
    assert.equal([...state.store.all()].length, sampleResources.length);
  });

  it('reads the tree once more for those who want it as it is from now on', async () => {
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    const firstRefresh = state.store.refresh();
    const refetches = [state.store.refetch(), state.store.refetch()];
    bridge.setResource(createResource('room', 10, { metadata: { name: 'Larder' } }));
    deferredResponse.resolve();
    await Promise.all([firstRefresh, ...refetches]);
    assert.equal(bridge.countReads('tree'), 2);
    assert.equal(state.store.name(makeRid(10)), 'Larder');
  });

  it('reads type by type from a bridge that has no tree, and leaves out what it lacks', async () => {
    bridge.treeFailure = createStatusError(404, 'ERR_BRIDGE_NOT_FOUND');
    bridge.failuresByType.set('homekit', createStatusError(404, 'ERR_BRIDGE_NOT_FOUND'));
    await state.store.refresh();
    assert.equal([...state.store.all()].length, sampleResources.length);
    const reads = bridge.reads.length;
    await state.store.refresh();
    assert.equal(bridge.reads.length, 2 * reads - 1);
    assert.equal(bridge.countReads('homekit'), 1);
  });

  it('says why it could not be refreshed, and keeps what it knew', async () => {
    await state.store.refresh();
    bridge.failure = createUnreachableError();
    await assert.rejects(state.store.refresh(), { code: 'ERR_BRIDGE_UNREACHABLE' });
    assert.equal(state.store.name(makeRid(10)), 'Kitchen');
  });

  it('forgets what is gone from the tree, but not what the tree never shows', async () => {
    const clock = new FakeClock();
    const hidden = createResource('motion_area_candidate', 95);
    const hiddenTypeState = openPolledState(bridge, clock, {
      fetcher: {
        fetchAll: () => bridge.fetchAll(),
        fetchCollection: (rtype) => new FakeBridge([hidden]).fetchCollection(rtype),
      },
      warn: () => undefined,
    });
    hiddenTypeState.watch({ rtype: 'motion_area_candidate', interval: 60_000 });
    await clock.advance(1_000);
    await hiddenTypeState.store.refresh();
    bridge.resources.delete(makeRid(40));
    await hiddenTypeState.store.refresh();
    assert.equal(hiddenTypeState.store.get(makeRid(40)), undefined);
    assert.deepEqual(hiddenTypeState.store.get(hidden.id), hidden);
    hiddenTypeState.close();
  });

  it('finds names and rooms in a large home in as many steps as in a small one', () => {
    assert.equal(countLookupSteps(2_000), countLookupSteps(20));
  });

  it('lists a type anew only when it has changed', async () => {
    await state.store.refresh();
    const lights = state.store.byType('light');
    assert.equal(state.store.byType('light'), lights);
    bridge.setResource(createLamp(13, 7));
    await state.store.refresh();
    assert.notEqual(state.store.byType('light'), lights);
  });
});

/** How often ten lookups of name and room read a resource, a list or a member of a room's `children`. */
function countLookupSteps(lamps: number): number {
  let steps = 0;
  const store = createStore();
  for (const name of ['get', 'byType'] as const) {
    const read = store[name].bind(store);
    Reflect.set(store, name, (key: string) => {
      steps += 1;
      return read(key);
    });
  }
  const lights = Array.from({ length: lamps }, (_, index) => createLamp(1_000 + index, 50));
  const children = new Proxy(
    lights.map(({ id }) => ({ rid: id, rtype: 'light' })),
    {
      get(list, name, self): unknown {
        steps += 1;
        return Reflect.get(list, name, self);
      },
    },
  );
  const room = createResource('room', 10, { metadata: { name: 'Hall' }, children });
  storeAll(store, [...lights, room]);
  assert.equal(store.room(makeRid(1_000)), room);
  steps = 0;
  for (const { id } of lights.slice(-10)) {
    store.name(id);
    store.room(id);
  }
  return steps;
}

describe('Differences between two states', () => {
  const before: Resource = {
    type: 'light',
    id: makeRid(1),
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
    assert.deepEqual(findChangedPaths(before, after).toSorted(), [
      'dimming.brightness',
      'gone',
      'more',
      'points',
    ]);
    assert.deepEqual(findChangedPaths(before, structuredClone(before)), []);
  });

  it('concern a property, what it holds and what holds it', () => {
    assert.ok(affectsProperty(['dimming.brightness'], 'dimming'));
    assert.ok(affectsProperty(['dimming.brightness'], 'dimming.brightness'));
    assert.ok(affectsProperty(['dimming'], 'dimming.brightness'));
    assert.ok(!affectsProperty(['dimming.brightness'], 'dimming.min_dim_level'));
    assert.ok(!affectsProperty(['dim'], 'dimming'));
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
        assert.deepEqual(findChangedPaths(merged, mergeUpdate(merged, update)), []);
        const touched = Object.keys(update);
        assert.ok(
          findChangedPaths(state, merged).every((path) =>
            touched.some((name) => path === name || path.startsWith(`${name}.`)),
          ),
        );
      }),
      { seed: 4 },
    );
  });
});

const white = { x: 0.4591, y: 0.4106 };

const red = { x: 0.69, y: 0.31 };

const colorLamp: Resource = {
  id: 'lamp',
  type: 'light',
  metadata: { name: 'Lamp' },
  on: { on: true },
  color_temperature: { mirek: 370, mirek_valid: true, mirek_schema: { mirek_minimum: 153 } },
  color: { xy: white, gamut_type: 'C' },
};

describe('A lamp of a bridge that sends only the white or the colour that was set', () => {
  let store: ResourceStore;
  const update = (members: Members): Members => {
    store.applyUpdate({ id: 'lamp', type: 'light', ...members });
    return { ...getPlainLight(store.get('lamp') ?? colorLamp) };
  };
  beforeEach(() => {
    store = createStore();
    storeAll(store, [colorLamp]);
  });

  it('shows what came last', () => {
    const plainRed = update({ color: { xy: red } });
    assert.deepEqual(Object.keys(plainRed), ['on', 'color']);
    assert.deepEqual(update({ color_temperature: { mirek: 250 } }), { on: true, kelvin: 4000 });
    assert.deepEqual(update({ color: { xy: red } }), plainRed);
    assert.deepEqual(store.get('lamp')?.['color_temperature'], {
      mirek: null,
      mirek_valid: false,
      mirek_schema: { mirek_minimum: 153 },
    });
  });

  it('shows the new one of both in one update', () => {
    assert.deepEqual(update({ color: { xy: white }, color_temperature: { mirek: 250 } }), {
      on: true,
      kelvin: 4000,
    });
    const both = { color: { xy: red }, color_temperature: { mirek: 250 } };
    assert.deepEqual(Object.keys(update(both)), ['on', 'color']);
  });

  it('goes on showing its white if the colour is that of the white, or the bridge says so', () => {
    assert.deepEqual(update({ color: { xy: { x: 0.457, y: 0.41 } } }), { on: true, kelvin: 2703 });
    const valid = { mirek: 370, mirek_valid: true };
    assert.deepEqual(update({ color: { xy: red }, color_temperature: valid }), {
      on: true,
      kelvin: 2703,
    });
  });

  it('has no white afterwards if it had none before', () => {
    const { color_temperature: _white, ...withoutWhites } = colorLamp;
    storeAll(store, [withoutWhites]);
    update({ color: { xy: red } });
    assert.equal(store.get('lamp')?.['color_temperature'], undefined);
  });
});

describe('A value that a bridge sends as a resource', () => {
  it('is one when it has an id and a type, or is listed under a type', () => {
    const lamp = { id: 'one', type: 'light' };
    assert.equal(parseResource(lamp), lamp);
    assert.equal(parseResource(lamp, 'room'), lamp);
    assert.deepEqual(parseResource({ id: 'one', on: 1 }, 'light'), { ...lamp, on: 1 });
  });

  it('is none otherwise, and disturbs nothing', () => {
    const others = [null, undefined, 'light', 7, true, [], ['one'], {}, { type: 'light' }];
    const withoutId = [{ id: '', type: 'light' }, { id: 1 }, { id: ['one'], type: 'light' }];
    const withoutType = [
      { id: 'one', type: '' },
      { id: 'one', type: null },
      { id: 'one', type: 7 },
    ];
    for (const value of [...others, ...withoutId, ...withoutType]) {
      assert.equal(parseResource(value), undefined);
      assert.equal(parseResource(value, 'light'), undefined, JSON.stringify(value));
    }
    assert.equal(parseResource({ id: 'one' }), undefined);
  });

  it('stays the same resource, whatever an update says', () => {
    const lamp = { id: 'one', type: 'light', on: { on: true } };
    const update: unknown = JSON.parse('{"id":"two","type":"room","__proto__":{"on":1},"more":1}');
    assert.ok(typeof update === 'object' && update !== null);
    const merged = mergeUpdate(lamp, { ...update });
    assert.deepEqual(merged, { ...lamp, more: 1 });
    assert.equal(Object.getPrototypeOf(merged), Object.prototype);
    assert.equal(mergeUpdate(lamp, { on: { on: true } }), lamp);
  });
});
