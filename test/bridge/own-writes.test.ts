import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge/limits';
import { OwnWriteTracker, WrittenValues } from '../../src/bridge/own-writes';
import type { Resource } from '../../src/resources/resource';
import { FakeClock } from './support/fake-clock';
import { storeAll, createStore } from './support/stored-resources';
import type { ResourceStore } from '../../src/bridge/state';

const createReference = (rid: string): { rid: string } => ({ rid });

const createResource = (
  type: string,
  id: string,
  members: Record<string, unknown> = {},
): Resource => ({
  ...members,
  type,
  id,
});

/** A kitchen with one lamp, a hall with another, both upstairs. */
const sampleResources: readonly Resource[] = [
  createResource('bridge_home', 'home'),
  createResource('grouped_light', 'home-lights', { owner: createReference('home') }),
  createResource('room', 'kitchen', { children: [createReference('kitchen-device')] }),
  createResource('grouped_light', 'kitchen-lights', { owner: createReference('kitchen') }),
  createResource('device', 'kitchen-device', { services: [createReference('kitchen-lamp')] }),
  createResource('light', 'kitchen-lamp', {
    owner: createReference('kitchen-device'),
    dimming: { brightness: 10 },
  }),
  createResource('room', 'hall', { children: [createReference('hall-device')] }),
  createResource('grouped_light', 'hall-lights', { owner: createReference('hall') }),
  createResource('device', 'hall-device', { services: [createReference('hall-lamp')] }),
  createResource('light', 'hall-lamp', { owner: createReference('hall-device') }),
  createResource('zone', 'upstairs', { children: [createReference('hall-lamp')] }),
  createResource('grouped_light', 'upstairs-lights', { owner: createReference('upstairs') }),
  createResource('scene', 'relax', { group: createReference('kitchen') }),
  createResource('scene', 'sunset', { group: createReference('hall') }),
  createResource('smart_scene', 'evening', { group: createReference('kitchen') }),
  createResource('motion', 'sensor', { owner: createReference('sensor-device') }),
];

describe('Writes of its own explain changes', () => {
  let clock: FakeClock;
  let writes: OwnWriteTracker;
  let store: ResourceStore;
  beforeEach(() => {
    store = createStore();
    storeAll(store, structuredClone(sampleResources));
    clock = new FakeClock();
    writes = new OwnWriteTracker(store, clock, defaultLimits);
  });

  const explainedIds = (): string[] =>
    sampleResources
      .filter((candidate) => writes.findOwnWrite({ resource: candidate }, clock.now()))
      .map(({ id }) => id);

  it('at the end of a transition too, but not in between', async () => {
    writes.record('kitchen-lamp', { dynamics: { duration: 60_000 } });
    const { ownWriteWindow } = defaultLimits;
    const isOwnAt = async (time: number): Promise<boolean> => {
      await clock.advance(time - clock.now());
      return explainedIds().includes('kitchen-lamp');
    };
    assert.equal(await isOwnAt(ownWriteWindow), true);
    // The answer comes later, and changes nothing about the end.
    writes.recordAnswer('kitchen-lamp');
    assert.equal(await isOwnAt(30_000), false);
    assert.equal(await isOwnAt(60_000), true);
    assert.equal(await isOwnAt(60_000 + ownWriteWindow), true);
    assert.equal(await isOwnAt(60_001 + ownWriteWindow), false);
  });

  it('by what the rooms hold at the time of each', () => {
    writes.record('kitchen-lamp');
    assert.ok(!explainedIds().includes('hall-lights'));
    const children = ['hall-device', 'kitchen-device'].map(createReference);
    store.applyUpdate({ type: 'room', id: 'hall', children });
    writes.record('kitchen-lamp');
    assert.ok(explainedIds().includes('hall-lights'));
  });

  const cases: readonly [string, readonly string[]][] = [
    ['kitchen-lamp', ['home-lights', 'kitchen-lights', 'kitchen-lamp']],
    ['hall-lamp', ['home-lights', 'hall-lights', 'hall-lamp', 'upstairs-lights']],
    ['kitchen-lights', ['home-lights', 'kitchen-lights', 'kitchen-lamp']],
    ['upstairs-lights', ['home-lights', 'hall-lights', 'hall-lamp', 'upstairs-lights']],
    [
      'home-lights',
      [
        'home-lights',
        'kitchen-lights',
        'kitchen-lamp',
        'hall-lights',
        'hall-lamp',
        'upstairs-lights',
      ],
    ],
    ['relax', ['home-lights', 'kitchen-lights', 'kitchen-lamp', 'relax']],
    ['evening', ['home-lights', 'kitchen-lights', 'kitchen-lamp', 'relax', 'evening']],
    ['sensor', ['sensor']],
    ['sensor-device', ['sensor']],
    ['unknown', []],
  ];
  for (const [written, affected] of cases) {
    it(`of ${written}: ${affected.join(', ') || 'none'}`, () => {
      writes.record(written);
      assert.deepEqual(explainedIds(), affected);
    });
  }

  it('only for a while', async () => {
    writes.record('kitchen-lamp');
    await clock.advance(defaultLimits.ownWriteWindow + 1);
    assert.deepEqual(explainedIds(), []);
  });

  it('until the next look, when the bridge is only polled', async () => {
    const lastReadAt = clock.now();
    writes.record('kitchen-lamp');
    await clock.advance(60_000);
    assert.ok(
      writes.findOwnWrite({ resource: createResource('light', 'kitchen-lamp') }, lastReadAt),
    );
    assert.ok(!writes.findOwnWrite({ resource: createResource('light', 'hall-lamp') }, lastReadAt));
  });

  /** Whether a change of a resource to other members counts as caused by these flows. */
  const isOwn = (id: string, members: Record<string, unknown>, since = clock.now()): boolean => {
    const previous = store.get(id);
    assert.ok(previous);
    const resource = { ...previous, ...members };
    return writes.findOwnWrite({ resource, previous }, since) !== undefined;
  };
  const dim = (brightness: number): Record<string, unknown> => ({ dimming: { brightness } });

  it('of what is gone only by a deletion, since somebody else may delete a lamp that was just set', async () => {
    const isDeletedByOwn = (): boolean =>
      writes.findOwnDeletion(createResource('scene', 'relax'), clock.now()) !== undefined;
    writes.record('relax', { recall: { action: 'active' } });
    assert.equal(isDeletedByOwn(), false);
    writes.recordDeletion('scene', 'relax');
    assert.equal(isDeletedByOwn(), true);
    await clock.advance(10_000);
    assert.equal(isDeletedByOwn(), false);
    writes.recordAnswer('relax');
    assert.equal(isDeletedByOwn(), true);
    await clock.advance(10_000);
    writes.recordAnswer('relax');
    assert.equal(isDeletedByOwn(), false);
  });

  it('of what is gone by what was deleted: somebody else may delete another room at the same time', () => {
    writes.recordDeletion('room', 'kitchen');
    const deleted = sampleResources
      .filter((candidate) => writes.findOwnDeletion(candidate, clock.now()))
      .map(({ id }) => id);
    assert.deepEqual(deleted, ['kitchen', 'kitchen-lights', 'relax', 'evening']);
    assert.ok(!writes.findOwnDeletion(createResource('zone', 'kitchen'), clock.now()));
  });

  it('of all that belongs to a deleted device, also when the device is gone first', () => {
    writes.recordDeletion('device', 'kitchen-device');
    store.applyDelete(createResource('device', 'kitchen-device'));
    assert.ok(writes.findOwnDeletion(createResource('light', 'kitchen-lamp'), clock.now()));
    assert.ok(!writes.findOwnDeletion(createResource('light', 'hall-lamp'), clock.now()));
  });

  it('with the origin of the write, unless writes of two origins fit', async () => {
    const createOrigin = (id: string) => ({ kind: 'node', id, how: 'command' }) as const;
    const findOrigin = (brightness: number): unknown => {
      const previous = store.get('kitchen-lamp');
      assert.ok(previous);
      const change = { resource: { ...previous, ...dim(brightness) }, previous };
      const id = writes.findOwnWrite(change, clock.now())?.origin;
      return id?.kind === 'node' ? id.id : id;
    };
    writes.record('kitchen-lamp', { on: { on: true } }, createOrigin('first'));
    assert.equal(findOrigin(30), 'first');
    writes.record('kitchen-lamp', dim(40), createOrigin('second'));
    assert.equal(findOrigin(40), 'second');
    writes.record('kitchen-lamp', dim(50), createOrigin('first'));
    writes.record('kitchen-lamp', dim(50), createOrigin('first'));
    assert.equal(findOrigin(50), 'first');
    writes.record('kitchen-lamp', dim(60), createOrigin('first'));
    writes.record('kitchen-lamp', dim(60), createOrigin('second'));
    assert.equal(findOrigin(60), undefined);
    await clock.advance(10_000);
    writes.record('kitchen-lamp', dim(60), createOrigin('third'));
    assert.equal(findOrigin(60), 'third');
  });

  it('of a lamp by what was written to it, and not what somebody else sets right after', () => {
    writes.record('kitchen-lamp', dim(30));
    assert.ok(isOwn('kitchen-lamp', dim(30.04)));
    assert.ok(!isOwn('kitchen-lamp', dim(80)));
    assert.ok(!isOwn('kitchen-lamp', { on: { on: false } }));
  });

  it('of a lamp by what was written to its room', () => {
    writes.record('kitchen-lights', dim(30));
    assert.ok(isOwn('kitchen-lamp', dim(30)));
    assert.ok(!isOwn('kitchen-lamp', dim(80)));
  });

  it('of a room by any write to one of its lamps, since it reports their average', () => {
    writes.record('kitchen-lamp', dim(30));
    assert.ok(isOwn('kitchen-lights', dim(65)));
  });

  it('of the lamps of a scene by the time alone', () => {
    writes.record('relax', { recall: { action: 'active' } });
    assert.ok(isOwn('kitchen-lamp', dim(65)));
  });

  it('of a lamp on its way through a long transition', async () => {
    writes.record('kitchen-lamp', { ...dim(90), dynamics: { duration: 60_000 } });
    await clock.advance(30_000);
    assert.ok(isOwn('kitchen-lamp', dim(40)));
  });

  it('of a lamp that is polled by several writes together', async () => {
    const lastReadAt = clock.now();
    writes.record('kitchen-lamp', dim(30));
    writes.record('kitchen-lamp', { color_temperature: { mirek: 300 } });
    await clock.advance(60_000);
    const both = { ...dim(30), color_temperature: { mirek: 300, mirek_valid: true } };
    assert.ok(isOwn('kitchen-lamp', both, lastReadAt));
    assert.ok(!isOwn('kitchen-lamp', { ...both, ...dim(80) }, lastReadAt));
  });
});

type Members = Readonly<Record<string, unknown>>;

const lamp = {
  type: 'light',
  id: 'lamp',
  on: { on: true },
  dimming: { brightness: 50 },
};

const dim = (brightness: number): Members => ({ dimming: { brightness } });

const fade = { ...dim(90), dynamics: { duration: 10_000 } };

const off = { on: { on: false } };

const createTimedEffect = (effect: string): Members => ({
  on: { on: true },
  timed_effects: { effect, duration: 1_200_000 },
});

const sunset = createTimedEffect('sunset');

const sunrise = createTimedEffect('sunrise');

const orange = { color: { xy: { x: 0.55, y: 0.4 } } };

describe('A change of a lamp, recognised as what was written', () => {
  const cases: readonly [
    string,
    { sent: Members; after?: number; reported: Members; own: boolean },
  ][] = [
    ['the brightness, as a lamp rounds it', { sent: dim(30), reported: dim(30.04), own: true }],
    [
      'a brightness that is not reported any more',
      { sent: dim(30), reported: { dimming: {} }, own: true },
    ],
    ['a brightness that is 1 % off', { sent: dim(30), reported: dim(29), own: true }],
    ['a brightness that is more than that off', { sent: dim(30), reported: dim(28.9), own: false }],
    ['another brightness right after', { sent: dim(30), reported: dim(80), own: false }],
    [
      'the same brightness a minute later',
      { sent: dim(30), after: 60_000, reported: dim(30), own: false },
    ],
    ['off after a brightness', { sent: dim(30), reported: { on: { on: false } }, own: false }],
    ['off', { sent: { on: { on: false } }, reported: { on: { on: false } }, own: true }],
    ['a step of a transition', { sent: fade, after: 5_000, reported: dim(70), own: true }],
    ['the other way during one', { sent: fade, after: 5_000, reported: dim(10), own: false }],
    ['the end of one', { sent: fade, after: 10_000, reported: dim(89.7), own: true }],
    ['a step where none is', { sent: dim(90), after: 2_000, reported: dim(70), own: false }],
    [
      'a colour of the gamut',
      { sent: orange, reported: { color: { xy: { x: 0.52, y: 0.41 } } }, own: true },
    ],
    [
      'another colour',
      { sent: orange, reported: { color: { xy: { x: 0.15, y: 0.06 } } }, own: false },
    ],
    [
      'a white',
      {
        sent: { color_temperature: { mirek: 300 } },
        reported: { color_temperature: { mirek: 303 } },
        own: true,
      },
    ],
    [
      'another white',
      {
        sent: { color_temperature: { mirek: 300 } },
        reported: { color_temperature: { mirek: 454 } },
        own: false,
      },
    ],
    [
      'a white that the lamp reports as a colour, a moment later',
      {
        sent: { color_temperature: { mirek: 350 } },
        after: 2_000,
        reported: {
          color_temperature: { mirek: null, mirek_valid: false },
          color: { xy: { x: 0.4471, y: 0.4049 } },
        },
        own: true,
      },
    ],
    [
      'another white that the lamp reports as a colour',
      {
        sent: { color_temperature: { mirek: 350 } },
        reported: {
          color_temperature: { mirek: null, mirek_valid: false },
          color: { xy: { x: 0.345, y: 0.352 } },
        },
        own: false,
      },
    ],
    [
      'the colour of a group, as near as the lamp can show it',
      {
        sent: { color: { xy: { x: 0.17, y: 0.7 } } },
        reported: { color: { xy: { x: 0.409, y: 0.518 }, gamut_type: 'B' } },
        own: true,
      },
    ],
    [
      'the lowest brightness of the lamp instead of a lower one',
      { sent: dim(1), reported: { dimming: { brightness: 5, min_dim_level: 5 } }, own: true },
    ],
    [
      'the end of an effect by off',
      {
        sent: { on: { on: false } },
        reported: { on: { on: false }, effects: { status: 'no_effect' } },
        own: true,
      },
    ],
    [
      'an effect that somebody else starts',
      { sent: dim(30), reported: { effects: { status: 'candle' } }, own: false },
    ],
    [
      'another colour during a transition to white',
      {
        sent: { color_temperature: { mirek: 300 }, dynamics: { duration: 10_000 } },
        after: 5_000,
        reported: { color_temperature: { mirek: 500 } },
        own: false,
      },
    ],
    ['the end of a sunset', { sent: sunset, after: 1_200_000, reported: off, own: true }],
    ['one reported a little early', { sent: sunset, after: 1_199_000, reported: off, own: true }],
    ['off midway through a sunset', { sent: sunset, after: 600_000, reported: off, own: false }],
    ['off right after its start', { sent: sunset, reported: off, own: false }],
    ['off at the end of a sunrise', { sent: sunrise, after: 1_200_000, reported: off, own: false }],
    ['off long after a sunset', { sent: sunset, after: 1_260_000, reported: off, own: false }],
    [
      'the end of a sunrise',
      { sent: sunrise, after: 1_200_000, reported: { ...dim(100), ...orange }, own: true },
    ],
    [
      'brightness and colour midway through a sunrise',
      { sent: sunrise, after: 600_000, reported: { ...dim(20), ...orange }, own: true },
    ],
    [
      'a brightness long after one',
      { sent: sunrise, after: 1_260_000, reported: dim(80), own: false },
    ],
    ['a colour after a brightness', { sent: dim(30), reported: orange, own: false }],
  ];
  for (const [name, { sent, after = 0, reported, own }] of cases) {
    it(`${own ? 'is' : 'is not'} ${name}`, async () => {
      const clock = new FakeClock();
      const values = new WrittenValues(clock, 10_000);
      values.record(sent);
      await clock.advance(after);
      assert.equal(values.explain({ resource: { ...lamp, ...reported }, previous: lamp }), own);
    });
  }

  it('is none of a timed effect that the lamp stopped before its end', async () => {
    const clock = new FakeClock();
    const values = new WrittenValues(clock, 10_000);
    values.record(sunset);
    const running = { ...lamp, timed_effects: { status: 'sunset' } };
    const stopped = { ...lamp, ...dim(80), timed_effects: { status: 'no_effect' } };
    assert.equal(values.explain({ resource: running, previous: lamp }), undefined);
    await clock.advance(600_000);
    const dimmed = { ...running, ...dim(30) };
    assert.equal(values.explain({ resource: dimmed, previous: running }), true);
    assert.equal(values.explain({ resource: stopped, previous: dimmed }), false);
    assert.equal(values.explain({ resource: { ...stopped, ...orange }, previous: stopped }), false);
  });

  it('is any where the command depends on the state, such as a toggle', () => {
    const values = new WrittenValues(new FakeClock(), 10_000);
    values.record(undefined);
    assert.ok(values.explain({ resource: { ...lamp, on: { on: false } }, previous: lamp }));
  });

  it('is nothing where only a name differs', () => {
    const values = new WrittenValues(new FakeClock(), 10_000);
    values.record(dim(30));
    const resource = { ...lamp, metadata: { name: 'New' } };
    assert.equal(values.explain({ resource, previous: lamp }), undefined);
  });

  it('is none of an earlier command once a later one is seen, unless its report is just late', async () => {
    const clock = new FakeClock();
    const values = new WrittenValues(clock, 10_000);
    for (const brightness of [30, 40]) values.record(dim(brightness));
    const states = [30, 40, 30].map((brightness) => ({ ...lamp, ...dim(brightness) }));
    const explainAll = (): unknown[] =>
      states.map((resource, index) =>
        values.explain({ resource, previous: states[index - 1] ?? lamp }),
      );
    assert.deepEqual(explainAll(), [true, true, true]);
    await clock.advance(1_500);
    assert.deepEqual(explainAll(), [false, true, false]);
  });
});
