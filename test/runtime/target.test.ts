import assert from 'node:assert/strict';
import {
  assertTargetsInBounds,
  parseAddress,
  splitTargetAddresses,
} from '../../src/runtime/target';
import { mayNameBridge, pairTargetsWithBridges } from '../../src/runtime/stored-settings';
import { createFixtureId } from '../../src/simulator';
import type { WatchOptions } from '../../src/bridge';
import { getNestedMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { withUnreachableAsOff, watchLampReachability } from '../../src/runtime/message';
import { makeRid } from '../bridge/support/fake-bridge';
import { storeAll, createStore } from '../bridge/support/stored-resources';
import type { ResourceStore } from '../../src/bridge/state';

const [first, second] = [createFixtureId('light/first'), createFixtureId('light/second')];

describe('The address of a target', () => {
  for (const [address, text] of [
    ['Desk lamp', 'Desk lamp'],
    [{ rid: first, rtype: 'light' }, first],
    [{ id: first, type: 'light', name: 'Desk lamp' }, first],
    [{ room: 'Office', name: 'Desk lamp' }, 'Office/Desk lamp'],
    [{ room: '', name: 'Desk lamp' }, 'Desk lamp'],
    [{ name: 'Desk lamp' }, 'Desk lamp'],
  ] as const) {
    it(`is ${text} for ${JSON.stringify(address)}`, () => {
      assert.equal(parseAddress(address).text, text);
    });
  }

  it('is none where no name is given, or a member is misspelt', () => {
    for (const address of [5, null, {}, { room: 'Office' }, { rooms: 'Office', name: 'Desk lamp' }])
      assert.equal(parseAddress(address).kind, 'invalid');
  });

  it('may name a bridge with a colon or a member, also in a list', () => {
    for (const address of ['Attic:Lamp', { bridge: 'Attic' }, ['Lamp', 'Attic:Lamp']])
      assert.ok(mayNameBridge(address), JSON.stringify(address));
    for (const address of ['Lamp', { name: 'a:b' }, ['Lamp'], 5, undefined])
      assert.ok(!mayNameBridge(address), JSON.stringify(address));
  });

  it('is one of several in a list, and in ids with commas between them', () => {
    assert.deepEqual(splitTargetAddresses(['Lamp', 5]), ['Lamp', 5]);
    assert.deepEqual(splitTargetAddresses(`${first}, ${second}`), [first, second]);
    for (const single of [first, 'Lamp, left', `${first},Lamp`, { name: 'a,b' }])
      assert.equal(splitTargetAddresses(single), undefined);
  });

  it('has beside it the bridge that it was picked from, if that is not the one of the node', () => {
    const both = `${first},${second}`;
    for (const bridges of [undefined, '', ',', [], ['', ''], [5]])
      assert.equal(pairTargetsWithBridges(both, bridges), both);
    const onAttic = { rid: second, bridge: 'attic' };
    for (const bridges of [['', 'attic'], ',attic'])
      assert.deepEqual(pairTargetsWithBridges(both, bridges), [first, onAttic]);
    assert.deepEqual(pairTargetsWithBridges(second, ['attic']), onAttic);
    assert.deepEqual(pairTargetsWithBridges('*', ['attic']), { bridge: 'attic' });
  });

  it('has at most 200 characters, and a message at most 500 of them', () => {
    const [longest, tooLong] = ['x'.repeat(200), 'x'.repeat(201)];
    const ids = Array.from({ length: 500 }, () => first);
    for (const targets of [longest, { name: longest }, [longest], ids, ids.join(',')])
      assert.doesNotThrow(() => assertTargetsInBounds(targets, 'target'));
    const many = 'at most 500 targets in one message, got "501 targets"';
    const long = 'an id, a name or Room/Name of at most 200 characters, got ';
    for (const [targets, problem] of [
      [[...ids, first], `target: expected ${many}`],
      [[...ids, first].join(','), `target: expected ${many}`],
      [tooLong, `target: expected ${long}`],
      [{ room: tooLong, name: 'Lamp' }, `target: expected ${long}`],
      [['Lamp', tooLong], `target[1]: expected ${long}`],
    ] as const)
      assert.throws(
        () => assertTargetsInBounds(targets, 'target'),
        ({ message }: Error) => message.startsWith(problem),
        JSON.stringify(targets).slice(0, 80),
      );
  });
});

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
function createHome(lamps: readonly LampState[]): ResourceStore {
  const store = createStore();
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
  return store;
}

/** Whether each lamp and the group of them count as on. */
function countOn(...lamps: readonly LampState[]): unknown {
  const stateCache = createHome(lamps);
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
    const store = createHome(lamps);
    const told: unknown[] = [];
    let asked: WatchOptions | undefined;
    const watch = (options: WatchOptions) => {
      asked = options;
      return { pollNow: () => Promise.resolve(), stop: () => undefined };
    };
    const isOn = (resource: Resource): unknown => getNestedMember(resource, 'on', 'on');
    watchLampReachability(
      { stateCache: store, watch },
      {
        rtype,
        interval,
        onChange: ({ resource, before, now, cause }) =>
          told.push([resource.id, isOn(resource), isOn(before), isOn(now), cause]),
      },
    );
    const changeRadio = (number: number, status: string, isKnown = true): void => {
      const previous = store.get(makeRid(number));
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
