import assert from 'node:assert/strict';
import { ValueCombiner } from '../../../src/runtime/nodes/poll-combination';
import type { ValueCombinationMethod } from '../../../src/runtime/nodes/poll-settings';
import { parseYesNoCondition } from '../../../src/runtime/nodes/yes-no-condition';
import type { Resource } from '../../../src/resources/resource';
import { PollOnBridge } from '../../../src/runtime/nodes/poll';
import { SignificantChangeFilter } from '../../../src/runtime/nodes/poll-changes';
import { parsePollSettings } from '../../../src/runtime/nodes/poll-settings';
import { PollNodeStatus, stateStatusText } from '../../../src/runtime/nodes/poll-status';
import { FakeBridge, createReference, makeRid } from '../../bridge/support/fake-bridge';
import { FakeClock, flushPromises } from '../../bridge/support/fake-clock';
import type { NodeMessage } from 'node-red';
import { getNestedMember } from '../../../src/resources/members';
import { StateReader } from '../../../src/bridge/read-state';
import { respondWith, startScriptedBridge } from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';
import { measurementStatusText } from '../../../src/runtime/resource-status';
import { createStateCache } from '../../bridge/support/stored-resources';
import {
  LazyResourceFilter,
  resolveResourceFilter,
} from '../../../src/runtime/nodes/filter-resources';
import type { ResourceFilter } from '../../../src/runtime/nodes/filter-resources';
import { accept } from '../../../src/vocabulary/parse-result';
import type { ParseResult } from '../../../src/vocabulary/parse-result';
import { openPolledState } from '../../bridge/support/fake-link';

const toEntries = (values: readonly unknown[]): { rid: string; value: unknown }[] =>
  values.map((value, index) => ({ rid: String(index), value }));

const combine = (
  combination: ValueCombinationMethod,
  values: readonly unknown[],
  rule: object = {},
): unknown => new ValueCombiner(combination, parseYesNoCondition(rule)).combine(toEntries(values));

describe('One value for several resources', () => {
  for (const [combination, values, expected] of [
    ['any', [false, true], true],
    ['any', [false, false], false],
    ['all', [true, true], true],
    ['all', [true, false], false],
    ['none', [false, false], true],
    ['none', [true, false], false],
    ['count', [true, false, true], 2],
    ['mean', [20, 21, 21], 20.67],
    ['lowest', [20, -3, 21], -3],
    ['highest', [20, -3, 21], 21],
  ] as const) {
    it(`is ${expected} as ${combination} of ${values.join(', ')}`, () => {
      assert.equal(combine(combination, values), expected);
    });
  }

  it('takes a lamp by whether it is on', () => {
    assert.equal(combine('none', [{ on: false, brightness: 20 }, { on: false }]), true);
    assert.equal(combine('any', [{ on: false }, { on: true }]), true);
  });

  it('leaves out what says nothing, and is nothing when none says anything', () => {
    assert.equal(combine('all', [true, null]), true);
    assert.equal(combine('mean', [null, 10]), 10);
    for (const combination of ['any', 'all', 'none', 'count', 'mean', 'lowest'] as const) {
      assert.equal(combine(combination, [null, undefined]), null, combination);
      assert.equal(combine(combination, []), null, combination);
    }
  });

  it('counts what is above or below a number, each with its own hysteresis', () => {
    const rule = parseYesNoCondition({ yesWhen: 'below', yesValue: '40', hysteresis: '5' });
    const combiner = new ValueCombiner('count', rule);
    assert.equal(combiner.combine(toEntries([39, 50])), 1);
    assert.equal(combiner.combine(toEntries([44, 44])), 1);
    assert.equal(combiner.combine(toEntries([46, 30])), 1);
  });
});

const createLight = (number: number, device: number): Resource => ({
  type: 'light',
  id: makeRid(number),
  owner: createReference('device', device),
});

/** Two lamps of the kitchen and one of the hall; a zone lists a device of the kitchen and the lamp of the hall. */
const home: readonly Resource[] = [
  {
    type: 'room',
    id: makeRid(1),
    metadata: { name: 'Kitchen' },
    children: [createReference('device', 11), createReference('device', 12)],
  },
  {
    type: 'room',
    id: makeRid(2),
    metadata: { name: 'Hall' },
    children: [createReference('device', 13)],
  },
  {
    type: 'zone',
    id: makeRid(3),
    metadata: { name: 'Way out' },
    children: [createReference('device', 11), createReference('light', 23)],
  },
  ...[11, 12, 13].map((number) => ({ type: 'device', id: makeRid(number) })),
  createLight(21, 11),
  createLight(22, 12),
  createLight(23, 13),
];

describe('A poll node for a room or a zone', () => {
  for (const [group, lamps] of [
    ['Kitchen', [21, 22]],
    ['Hall', [23]],
    ['Way out', [21, 23]],
    [makeRid(3), [21, 23]],
  ] as const) {
    it(`watches all lamps of ${group}, listed themselves or by their device, and no other`, async () => {
      const [bridge, clock] = [new FakeBridge(home), new FakeClock()];
      const state = openPolledState(bridge, clock);
      await state.store.refresh();
      const def = { id: 'node', type: 'bridge-poll', name: '', z: 'tab' };
      const settings = parsePollSettings({ ...def, rtype: 'light', room: group });
      const filter = resolveResourceFilter(state.store, settings, []);
      assert.ok(filter.ok);
      const selected = state.store.byType('light').filter((light) => filter.value(light));
      assert.deepEqual(
        selected.map(({ id }) => id),
        lamps.map((number) => makeRid(number)),
      );
      state.close();
    });
  }
});

/** Longer than a slice of work, in ms. */
const sendDuration = 12;

describe('A poll node whose messages take long', () => {
  const def = { id: 'poll', type: 'bridge-poll', name: '', z: 'tab', interval: 60 };

  const settings = parsePollSettings({
    ...def,
    rtype: 'light',
    emitAtStart: true,
    output: 'resource',
  });

  const lamps = Array.from({ length: 8 }, (_, index) => ({
    id: `11111111-2222-4333-8444-00000000000${index}`,
    type: 'light',
    on: { on: true },
  }));

  let bridge: ScriptedBridge;
  let running: PollOnBridge | undefined;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    bridge.setScript(respondWith(200, { errors: [], data: lamps }));
  });
  afterEach(async () => {
    running?.stop();
    await bridge.stop();
  });

  /** Runs a node of which each message takes so long that a slice is over. */
  const run = (onMessage: (message: NodeMessage) => void): void => {
    const client = bridge.client({ events: 'never' });
    const send = ([message]: (NodeMessage | null)[]): void => {
      if (message) onMessage(message);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sendDuration);
    };
    running = new PollOnBridge(
      { client, stateReader: new StateReader(client.stateCache, () => false), logbook: undefined },
      settings,
      [],
      {
        send,
        status: { succeed: () => undefined, report: (error) => assert.fail(String(error)) },
      },
    );
  };

  it('leaves the event loop to others between them, and keeps their order', async () => {
    let turn = 0;
    const countTurn = (): void => {
      turn += 1;
      if (sent.length < lamps.length) setImmediate(countTurn);
    };
    const sent: { turn: number; rid: unknown }[] = [];
    setImmediate(countTurn);
    run((message) => sent.push({ turn, rid: getNestedMember(message.payload, 'id') }));
    await waitUntil('a message for each lamp', () => sent.length === lamps.length);
    assert.deepEqual(
      sent.map(({ rid }) => rid),
      lamps.map(({ id }) => id),
    );
    assert.equal(new Set(sent.map((message) => message.turn)).size, lamps.length);
  });

  it('sends no more of them once it is stopped', async () => {
    let sentCount = 0;
    run(() => {
      sentCount += 1;
      if (sentCount === 3) running?.stop();
    });
    await waitUntil('some messages', () => sentCount === 3);
    await running?.pollNow([]).catch(() => undefined);
    assert.equal(sentCount, 3);
  });
});

const createSensor = (temperature: number): Resource => ({
  type: 'temperature',
  id: makeRid(1),
  temperature: { temperature },
});

/** Which of the readings are worth a message, each against the one before; the first is known. */
function findSignificant(smallestChange: string, readings: readonly number[]): number[] {
  const def = { id: 'node', type: 'bridge-poll', name: '', z: 'tab' };
  const settings = parsePollSettings({ ...def, rtype: 'temperature', smallestChange });
  const filter = SignificantChangeFilter.create(settings);
  assert.ok(filter);
  const changed = ['temperature.temperature'];
  return readings.slice(1).filter((reading, index) => {
    const previous = createSensor(readings[index] ?? NaN);
    const isSignificant = filter.isSignificant(createSensor(reading), previous, changed);
    if (isSignificant) filter.recordEmitted(createSensor(reading));
    return isSignificant;
  });
}

describe('The smallest change that is worth a message', () => {
  it('is worth one itself, and what is smaller is not', () => {
    assert.deepEqual(findSignificant('0.5', [20, 20.5, 20.25, 20, 20.375]), [20.5, 20]);
  });

  it('is added up from small steps in one direction, up or down', () => {
    assert.deepEqual(findSignificant('1', [20, 20.25, 20.5, 20.75, 21, 21.25]), [21]);
    assert.deepEqual(findSignificant('1', [20, 19.75, 19.25, 19, 18.5]), [19]);
  });

  it('is not reached by readings that go to and fro, however often', () => {
    assert.deepEqual(findSignificant('1', [20, 20.75, 20, 20.75, 20, 20.75, 19.5]), []);
  });
});

describe('The word for a state', () => {
  const stateText = (status: string): unknown =>
    stateStatusText([{ id: 'a', type: 'zigbee_connectivity', status }]).values?.['value'];

  it('is what the bridge says, short, and without what would turn a line around', () => {
    assert.equal(stateText('connected'), 'connected');
    assert.equal(stateText('\u202Edetcennocsid\n'), 'detcennocsid');
    assert.equal(String(stateText('x'.repeat(1e6))).length, 18);
  });

  it('is a whole number, of degrees one with a digit behind the point', () => {
    assert.equal(measurementStatusText(21.46, 'temperature').values?.['value'], '21.5');
    assert.equal(measurementStatusText(21.46, 'device_power').values?.['value'], '21');
  });
});

describe('The status of a poll node', () => {
  const lamp = { id: 'lamp', type: 'light', on: { on: true } };
  const radio = { id: 'radio', type: 'zigbee_connectivity', status: 'connected' };

  /** Shows each list, then a change of the lamp. Returns the keys of all statuses that were shown. */
  const showAll = (...lists: readonly (readonly Resource[])[]): readonly string[] => {
    const shown: string[] = [];
    const status = new PollNodeStatus(
      createStateCache([lamp, radio]),
      { rtype: 'light', unreachableIsOff: false },
      undefined,
      {
        succeed: (text) => shown.push((typeof text === 'function' ? text() : text).key),
        report: (error) => shown.push(error.message),
      },
    );
    for (const list of lists) status.show(list);
    status.showChange({ ...lamp, on: { on: false } });
    status.stop();
    status.show([lamp]);
    status.showLater(() => [lamp]);
    status.showChange(lamp);
    return shown;
  };

  it('follows the changes of one resource, and counts several', () => {
    assert.deepEqual(showAll([lamp]), ['on', 'off']);
    assert.deepEqual(showAll([lamp, radio]), ['listed']);
    assert.deepEqual(showAll([lamp], []), ['on', 'listed']);
    assert.deepEqual(showAll(), []);
  });

  it('shows no change of a resource while it is not known how many there are', () => {
    const shown: unknown[] = [];
    const status = new PollNodeStatus(
      createStateCache([lamp]),
      { rtype: 'light', unreachableIsOff: false },
      undefined,
      { succeed: (text) => shown.push(text), report: (error) => shown.push(error) },
    );
    status.show([lamp]);
    status.showLater(() => [lamp, radio]);
    status.showChange(lamp);
    assert.equal(shown.length, 2);
  });
});

describe('What a node watches, by a name', () => {
  const everything: ResourceFilter = () => true;

  it('is looked up again after a look-up that failed', async () => {
    const failures: string[] = [];
    const results: (() => Promise<ParseResult<ResourceFilter>>)[] = [
      () => Promise.reject(new Error('the bridge is away')),
      () =>
        Promise.resolve({
          ok: false,
          problem: { path: 'target', expected: 'a known name', received: 'Hall' },
        }),
      () => Promise.resolve(accept(everything)),
    ];
    let lookUps = 0;
    const filter = new LazyResourceFilter(
      () => {
        lookUps += 1;
        return results.shift()?.() ?? assert.fail('it was looked up too often');
      },
      ({ message }) => failures.push(message),
    );
    const calls: number[] = [];
    for (const call of [1, 2, 3, 4]) {
      filter.whenResolved(() => calls.push(call));
      await flushPromises();
    }
    assert.equal(failures.length, 2);
    assert.deepEqual(calls, [3, 4]);
    assert.equal(lookUps, 3);
  });

  it('is asked in the order of the changes, also of those that come while it is looked up', async () => {
    const filter = new LazyResourceFilter(
      () => Promise.resolve(accept(everything)),
      () => assert.fail('it was found'),
    );
    const calls: number[] = [];
    filter.whenResolved(() => {
      calls.push(1);
      filter.whenResolved(() => calls.push(3));
    });
    filter.whenResolved(() => {
      calls.push(2);
      filter.whenResolved(() => calls.push(4));
    });
    await flushPromises();
    filter.whenResolved(() => calls.push(5));
    assert.deepEqual(calls, [1, 2, 3, 4, 5]);
  });

  it('is not asked any more once the node is stopped', async () => {
    const filter = new LazyResourceFilter(
      () => Promise.resolve(accept(everything)),
      () => assert.fail('it was found'),
    );
    const calls: string[] = [];
    filter.whenResolved(() => calls.push('before'));
    await flushPromises();
    filter.stop();
    filter.whenResolved(() => calls.push('after'));
    await flushPromises();
    assert.deepEqual(calls, ['before']);
  });
});
