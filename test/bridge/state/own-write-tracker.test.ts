import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge/limits';
import { OwnWriteTracker } from '../../../src/bridge/state/own-write-tracker';
import { ResourceStore } from '../../../src/bridge/state/resource-store';
import type { Resource } from '../../../src/resources';
import { FakeClock } from '../support/fake-clock';

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
  createResource('light', 'kitchen-lamp', { owner: createReference('kitchen-device') }),
  createResource('room', 'hall', { children: [createReference('hall-device')] }),
  createResource('grouped_light', 'hall-lights', { owner: createReference('hall') }),
  createResource('device', 'hall-device', { services: [createReference('hall-lamp')] }),
  createResource('light', 'hall-lamp', { owner: createReference('hall-device') }),
  createResource('zone', 'upstairs', { children: [createReference('hall-lamp')] }),
  createResource('grouped_light', 'upstairs-lights', { owner: createReference('upstairs') }),
  createResource('scene', 'relax', { group: createReference('kitchen') }),
  createResource('motion', 'sensor', { owner: createReference('sensor-device') }),
];

describe('Writes of its own explain changes', () => {
  let clock: FakeClock;
  let writes: OwnWriteTracker;
  let store: ResourceStore;
  beforeEach(() => {
    store = new ResourceStore();
    store.applyAll(store.beginRead(), structuredClone(sampleResources));
    clock = new FakeClock();
    writes = new OwnWriteTracker(store, clock, defaultLimits);
  });

  const explainedIds = (): string[] =>
    sampleResources
      .filter((candidate) => writes.isOwnChange(candidate, clock.now()))
      .map(({ id }) => id);

  it('at the end of a transition too, but not in between', async () => {
    writes.record('kitchen-lamp', 60_000);
    const { ownWriteWindow } = defaultLimits;
    const isOwnAt = async (time: number): Promise<boolean> => {
      await clock.advance(time - clock.now());
      return explainedIds().includes('kitchen-lamp');
    };
    assert.equal(await isOwnAt(ownWriteWindow), true);
    // The response comes later, and changes nothing about the end.
    writes.record('kitchen-lamp');
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
    assert.ok(writes.isOwnChange(createResource('light', 'kitchen-lamp'), lastReadAt));
    assert.ok(!writes.isOwnChange(createResource('light', 'hall-lamp'), lastReadAt));
  });
});
