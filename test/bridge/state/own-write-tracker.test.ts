import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge/limits';
import { OwnWriteTracker } from '../../../src/bridge/own-writes';
import { ResourceStore } from '../../../src/bridge/state';
import type { Resource } from '../../../src/resources/resource';
import { FakeClock } from '../support/fake-clock';
import { storeAll } from '../support/stored-resources';

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
    store = new ResourceStore();
    storeAll(store, structuredClone(sampleResources));
    clock = new FakeClock();
    writes = new OwnWriteTracker(store, clock, defaultLimits);
  });

  const explainedIds = (): string[] =>
    sampleResources
      .filter((candidate) => writes.isOwnChange({ resource: candidate }, clock.now()))
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
      writes.isOwnChange({ resource: createResource('light', 'kitchen-lamp') }, lastReadAt),
    );
    assert.ok(!writes.isOwnChange({ resource: createResource('light', 'hall-lamp') }, lastReadAt));
  });

  /** Whether a change of a resource to other members counts as caused by these flows. */
  const isOwn = (id: string, members: Record<string, unknown>, since = clock.now()): boolean => {
    const previous = store.get(id);
    assert.ok(previous);
    return writes.isOwnChange({ resource: { ...previous, ...members }, previous }, since);
  };
  const dim = (brightness: number): Record<string, unknown> => ({ dimming: { brightness } });

  it('of what is gone only by a deletion, since somebody else may delete a lamp that was just set', async () => {
    const isDeletedByOwn = (): boolean =>
      writes.isOwnDeletion(createResource('scene', 'relax'), clock.now());
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
      .filter((candidate) => writes.isOwnDeletion(candidate, clock.now()))
      .map(({ id }) => id);
    assert.deepEqual(deleted, ['kitchen', 'kitchen-lights', 'relax', 'evening']);
    assert.ok(!writes.isOwnDeletion(createResource('zone', 'kitchen'), clock.now()));
  });

  it('of all that belongs to a deleted device, also when the device is gone first', () => {
    writes.recordDeletion('device', 'kitchen-device');
    store.applyDelete(createResource('device', 'kitchen-device'));
    assert.ok(writes.isOwnDeletion(createResource('light', 'kitchen-lamp'), clock.now()));
    assert.ok(!writes.isOwnDeletion(createResource('light', 'hall-lamp'), clock.now()));
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
