import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge/limits';
import { OwnWrites } from '../../src/bridge/state/own-writes';
import { ResourceStore } from '../../src/bridge/state/resource-store';
import type { Resource } from '../../src/resources';
import { FakeClock } from './fake-clock';

const reference = (rid: string): { rid: string } => ({ rid });
const resource = (type: string, id: string, members: Record<string, unknown> = {}): Resource => ({
  ...members,
  type,
  id,
});

/** A kitchen with one lamp, a hall with another, both upstairs. */
const house: readonly Resource[] = [
  resource('bridge_home', 'home'),
  resource('grouped_light', 'home-lights', { owner: reference('home') }),
  resource('room', 'kitchen', { children: [reference('kitchen-device')] }),
  resource('grouped_light', 'kitchen-lights', { owner: reference('kitchen') }),
  resource('device', 'kitchen-device', { services: [reference('kitchen-lamp')] }),
  resource('light', 'kitchen-lamp', { owner: reference('kitchen-device') }),
  resource('room', 'hall', { children: [reference('hall-device')] }),
  resource('grouped_light', 'hall-lights', { owner: reference('hall') }),
  resource('device', 'hall-device', { services: [reference('hall-lamp')] }),
  resource('light', 'hall-lamp', { owner: reference('hall-device') }),
  resource('zone', 'upstairs', { children: [reference('hall-lamp')] }),
  resource('grouped_light', 'upstairs-lights', { owner: reference('upstairs') }),
  resource('scene', 'relax', { group: reference('kitchen') }),
  resource('motion', 'sensor', { owner: reference('sensor-device') }),
];

describe('Writes of its own explain changes', () => {
  let clock: FakeClock;
  let writes: OwnWrites;
  beforeEach(() => {
    const store = new ResourceStore();
    store.applyTree(store.beginReading(), structuredClone(house));
    clock = new FakeClock();
    writes = new OwnWrites(store, clock, defaultLimits);
  });

  const explained = (): string[] =>
    house.filter((thing) => writes.explain(thing, clock.now())).map(({ id }) => id);

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
  for (const [written, touched] of cases) {
    it(`of ${written}: ${touched.join(', ') || 'none'}`, () => {
      writes.note(written);
      assert.deepEqual(explained(), touched);
    });
  }

  it('only for a while', async () => {
    writes.note('kitchen-lamp');
    await clock.pass(defaultLimits.ownWindow + 1);
    assert.deepEqual(explained(), []);
  });

  it('until the next look, when the bridge is only polled', async () => {
    const looked = clock.now();
    writes.note('kitchen-lamp');
    await clock.pass(60_000);
    assert.ok(writes.explain(resource('light', 'kitchen-lamp'), looked));
    assert.ok(!writes.explain(resource('light', 'hall-lamp'), looked));
  });
});
