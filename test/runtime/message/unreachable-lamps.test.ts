import assert from 'node:assert/strict';
import type { WatchOptions } from '../../../src/bridge';
import { ResourceStore, StoreBackedStateCache } from '../../../src/bridge/state';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { withUnreachableAsOff, watchLampReachability } from '../../../src/runtime/message';
import { makeRid } from '../../bridge/support/fake-bridge';
import { storeAll } from '../../bridge/support/stored-resources';

const refer = (rtype: string, number: number): object => ({ rid: makeRid(number), rtype });

const createLamp = (number: number, on: boolean, status: string): Resource[] => [
  {
    id: makeRid(number),
    type: 'device',
    services: [refer('light', number + 1), refer('zigbee_connectivity', number + 2)],
  },
  { id: makeRid(number + 1), type: 'light', owner: refer('device', number), on: { on } },
  {
    id: makeRid(number + 2),
    type: 'zigbee_connectivity',
    owner: refer('device', number),
    status,
  },
];

const group: Resource = {
  id: makeRid(52),
  type: 'grouped_light',
  owner: refer('room', 51),
  on: { on: true },
};

type LampState = readonly [on: boolean, status: string];

/** A home of lamps, all in one group that is on. */
function createHome(lamps: readonly LampState[]): {
  store: ResourceStore;
  stateCache: StoreBackedStateCache;
} {
  const store = new ResourceStore();
  storeAll(store, [
    ...lamps.flatMap(([on, status], index) => createLamp(index * 10, on, status)),
    {
      id: makeRid(51),
      type: 'room',
      children: lamps.map((_, index) => refer('device', index * 10)),
      services: [refer('grouped_light', 52)],
    },
    group,
  ]);
  return { store, stateCache: new StoreBackedStateCache(store, () => Promise.resolve()) };
}

/** Whether each lamp and the group of them count as on. */
function countOn(...lamps: readonly LampState[]): unknown {
  const { stateCache } = createHome(lamps);
  const isOn = (resource: Resource): unknown =>
    getNestedMember(withUnreachableAsOff(stateCache, resource), 'on', 'on');
  return { lamps: stateCache.byType('light').map(isOn), group: isOn(group) };
}

describe('A lamp that cannot be reached', () => {
  it('counts as off, and its group while no other lamp is lit', () => {
    const lost = [true, 'connectivity_issue'] as const;
    assert.deepEqual(countOn(lost, [false, 'connected']), { lamps: [false, false], group: false });
    assert.deepEqual(countOn(lost, [true, 'connected']), { lamps: [false, true], group: true });
  });

  it('is one whose radio says so: what is not known counts as it is reported', () => {
    assert.deepEqual(countOn([true, 'pending_discovery']), { lamps: [true], group: true });
  });

  it('counts in its group as it is reported while no lamp of that is known to be on', () => {
    assert.deepEqual(countOn(), { lamps: [], group: true });
    assert.deepEqual(countOn([false, 'connectivity_issue']), { lamps: [false], group: true });
  });
});

describe('The watch of lamps that are lost and found', () => {
  const lost = 'connectivity_issue';

  /** Starts a watch. @returns what it was asked for, what it has told, and what lets a radio change */
  function startWatch(lamps: readonly LampState[], rtype: string, interval = 0) {
    const { store, stateCache } = createHome(lamps);
    const told: unknown[] = [];
    let asked: WatchOptions | undefined;
    const watch = (options: WatchOptions) => {
      asked = options;
      return { pollNow: () => Promise.resolve(), stop: () => undefined };
    };
    const isOn = (resource: Resource): unknown => getNestedMember(resource, 'on', 'on');
    watchLampReachability(
      { stateCache, watch },
      {
        rtype,
        interval,
        onChange: ({ resource, before, now, cause }) =>
          told.push([resource.id, isOn(resource), isOn(before), isOn(now), cause]),
      },
    );
    const changeRadio = (number: number, status: string, isKnown = true): void => {
      const previous = stateCache.get(makeRid(number));
      assert.ok(previous);
      store.applyUpdate({ id: previous.id, type: previous.type, status });
      const resource = { ...previous, status };
      const event = { kind: 'changed', changed: ['status'], own: false, reports: [] } as const;
      asked?.onChange?.({
        ...event,
        cause: 'stream',
        resource,
        ...(isKnown ? { previous } : {}),
      });
    };
    return { asked: () => asked, told, changeRadio };
  }

  it('reads the radios once a minute, or as seldom as the node polls', () => {
    const askedFor = (interval: number): unknown => {
      const asked = startWatch([], 'light', interval).asked();
      return [asked?.rtype, asked?.interval];
    };
    assert.deepEqual(askedFor(5_000), ['zigbee_connectivity', 60_000]);
    assert.deepEqual(askedFor(120_000), ['zigbee_connectivity', 120_000]);
  });

  it('tells of a lit lamp that it counts as off, and as on again, as the bridge reports it', () => {
    const { told, changeRadio } = startWatch(
      [
        [true, 'connected'],
        [true, 'connected'],
      ],
      'light',
    );
    changeRadio(2, lost);
    changeRadio(2, 'connected');
    assert.deepEqual(told, [
      [makeRid(1), true, true, false, 'stream'],
      [makeRid(1), true, false, true, 'stream'],
    ]);
  });

  it('tells of a group with its last lit lamp', () => {
    const { told, changeRadio } = startWatch(
      [
        [true, 'connected'],
        [true, 'connected'],
        [false, 'connected'],
      ],
      'grouped_light',
    );
    changeRadio(2, lost);
    assert.deepEqual(told, []);
    changeRadio(12, lost);
    assert.deepEqual(told, [[makeRid(52), true, true, false, 'stream']]);
  });

  it('tells nothing of a lamp that is off, of one that was lost before, and of what is not known', () => {
    const { told, changeRadio } = startWatch(
      [
        [false, 'connected'],
        [true, 'disconnected'],
        [true, 'connected'],
      ],
      'light',
    );
    changeRadio(2, lost);
    changeRadio(12, lost);
    changeRadio(22, 'unidirectional_incoming');
    changeRadio(22, lost, false);
    assert.deepEqual(told, []);
  });
});
