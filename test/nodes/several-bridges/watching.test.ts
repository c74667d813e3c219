import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowNode, FlowMessage } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';

const lamp = createFixtureId('light/living-floor');
const dimmer = createFixtureId('device/living-dimmer');
const firstButton = createFixtureId('button/living-dimmer');

/** What is picked on the bridge of the node and on the other. */
const pickOnBoth = (rid: string, other = rid): object => ({
  target: `${rid},${other}`,
  targetType: 'resource',
  targetBridges: ['', 'bridge Attic'],
});

const poll = { type: 'bridge-poll', rtype: 'light' };
const daylight = { type: 'bridge-daylight', follow: 'table', table: '00:00 2500 K 20 %' };

/** A node, and a node of its own that takes what it sends. */
const listenTo = (node: Readonly<Record<string, unknown>> & { id: string; type: string }) => [
  { ...node, wires: [[`${node.id} out`], [`${node.id} out`]] },
  { id: `${node.id} out`, type: 'helper', wires: [] },
];

const setLamp = ({ home }: Simulator, on: boolean): void => void home.change(lamp, { on: { on } });

let minute = 0;
const press = ({ home }: Simulator, event: string): void => {
  minute += 1;
  const updated = new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
  home.change(firstButton, { button: { last_event: event, button_report: { updated, event } } });
};

/** The bridge and the id in a message. */
const describeOrigin = ({ bridge }: FlowMessage): unknown[] => [
  getNestedMember(bridge, 'bridgeName'),
  getNestedMember(bridge, 'rid'),
];

/** Runs nodes on two bridges, House and Attic, of which House is that of each node. */
const startOnTwoBridges = (
  house: Simulator,
  attic: Simulator,
  nodes: readonly (readonly FlowNode[])[],
): Promise<FlowHarness> =>
  startFlowHarness(nodes.flat(), {
    simulator: house,
    bridge: { name: 'House' },
    furtherBridges: { Attic: attic },
  });

/** Waits until the statuses of these nodes are green. */
const becomeGreen = (harness: FlowHarness, ...nodes: string[]): Promise<unknown> =>
  Promise.all(nodes.map(async (node) => harness.nextStatus(node, ({ fill }) => fill === 'green')));

const gone = '00000000-0000-4000-8000-000000000001';

describe('A node that watches what is on several bridges', () => {
  let harness: FlowHarness;
  let house: Simulator;
  let attic: Simulator;
  beforeEach(async () => {
    [house, attic] = await Promise.all([startSimulator(), startSimulator()]);
    for (const simulator of [house, attic]) setLamp(simulator, false);
  });
  afterEach(async () => {
    await harness.stop();
    await attic.stop();
  });

  const start = async (...nodes: (readonly FlowNode[])[]): Promise<void> => {
    harness = await startOnTwoBridges(house, attic, nodes);
  };

  it('sends the changes of each, and says which bridge they are of where that is another', async () => {
    await start(listenTo({ ...poll, id: 'lamps', ...pickOnBoth(lamp), output: 'on.on' }));
    await harness.nextStatus('lamps', ({ text }) => String(text).endsWith('status.listed'));
    for (const [simulator, bridgeName] of [
      [attic, 'Attic'],
      [house, undefined],
    ] as const) {
      setLamp(simulator, true);
      const message = await harness.nextMessage('lamps out');
      assert.equal(message['payload'], true);
      assert.deepEqual(describeOrigin(message), [bridgeName, lamp]);
      assert.equal(getNestedMember(message['bridge'], 'own'), false);
    }
  });

  it('sends the changes of a lamp on another bridge that an environment variable names', async () => {
    process.env['TEST_WATCHED_LAMP'] = 'Attic:Floor lamp';
    const target = { target: 'TEST_WATCHED_LAMP', targetType: 'env' };
    await start(listenTo({ ...poll, id: 'lamps', ...target, output: 'on.on' }));
    await becomeGreen(harness, 'lamps');
    setLamp(attic, true);
    assert.deepEqual(describeOrigin(await harness.nextMessage('lamps out')), ['Attic', lamp]);
    delete process.env['TEST_WATCHED_LAMP'];
  });

  it('distinguishes what its own flows caused on each', async () => {
    await start(
      listenTo({ ...poll, id: 'lamps', ...pickOnBoth(lamp), output: 'on.on', origin: 'own' }),
      [{ id: 'light', type: 'bridge-light' }],
    );
    await becomeGreen(harness, 'lamps');
    setLamp(house, true);
    await harness.request('light', { payload: true, target: 'Attic:Floor lamp' });
    const message = await harness.nextMessage('lamps out');
    assert.deepEqual(describeOrigin(message), ['Attic', lamp]);
  });

  it('sends the state of each at the start, and decides yes or no for each by itself', async () => {
    const settings = { ...pickOnBoth(lamp), emitAtStart: true, split: 'yes-no' };
    await start([
      { ...poll, id: 'lamps', ...settings, wires: [['yes'], ['no']] },
      { id: 'yes', type: 'helper', wires: [] },
      { id: 'no', type: 'helper', wires: [] },
    ]);
    const states = [await harness.nextMessage('no'), await harness.nextMessage('no')];
    assert.deepEqual(
      states
        .map(describeOrigin)
        .toSorted(([one], [other]) => (one === other ? 0 : one === undefined ? -1 : 1)),
      [
        [undefined, lamp],
        ['Attic', lamp],
      ],
    );
    for (const [simulator, bridgeName] of [
      [house, undefined],
      [attic, 'Attic'],
    ] as const) {
      setLamp(simulator, true);
      const message = await harness.nextMessage('yes');
      assert.deepEqual(describeOrigin(message), [bridgeName, lamp]);
    }
  });

  it('makes one value of all: whether any is on, whether none is', async () => {
    await start(
      listenTo({ ...poll, id: 'any', ...pickOnBoth(lamp), combine: 'any', emitAtStart: true }),
      listenTo({ ...poll, id: 'none', ...pickOnBoth(lamp), combine: 'none', split: 'yes-no' }),
      listenTo({ ...poll, id: 'lamps', ...pickOnBoth(lamp), output: 'on.on' }),
    );
    const first = await harness.nextMessage('any out');
    assert.deepEqual(
      [first['payload'], getNestedMember(first['bridge'], 'occasion')],
      [false, 'start'],
    );
    await becomeGreen(harness, 'none', 'lamps');
    setLamp(attic, true);
    const any = await harness.nextMessage('any out');
    assert.deepEqual([any['payload'], any['previous']], [true, false]);
    assert.ok(Array.isArray(any['values']));
    assert.deepEqual(
      any['values'].map((one: unknown) =>
        ['bridge', 'rid', 'name'].map((member) => getNestedMember(one, member)),
      ),
      [
        [undefined, lamp, 'Floor lamp'],
        ['Attic', lamp, 'Floor lamp'],
      ],
    );
    assert.equal(getNestedMember(any['bridge'], 'bridgeName'), undefined);
    assert.equal((await harness.nextMessage('none out'))['payload'], false);
    await harness.nextStatus('any', ({ text }) => String(text).endsWith('status.yes'));
    await harness.nextMessage('lamps out');
    // One goes on while the other goes off: any is still on, so nothing is sent.
    for (const [simulator, on] of [
      [house, true],
      [attic, false],
      [house, false],
    ] as const) {
      setLamp(simulator, on);
      await harness.nextMessage('lamps out');
    }
    const off = await harness.nextMessage('any out');
    assert.deepEqual([off['payload'], off['previous']], [false, true]);
  });

  it('sends one value of all at every poll where that is set, not one for each bridge', async () => {
    const settings = { ...pickOnBoth(lamp), combine: 'count', emit: 'poll', interval: '1' };
    await start(listenTo({ ...poll, id: 'count', ...settings }));
    const first = await harness.nextMessage('count out');
    assert.equal(first['payload'], 0);
    const values = first['values'];
    assert.ok(Array.isArray(values));
    assert.equal(values.length, 2);
    setLamp(attic, true);
    const next = await harness.nextMessage('count out', ({ payload }) => payload === 1);
    assert.equal(getNestedMember(next['bridge'], 'occasion'), 'poll');
  });

  it('takes the name of one in its dialog, or all that is on one', async () => {
    await start(
      listenTo({ ...poll, id: 'named', target: 'attic: Floor lamp', targetType: 'str' }),
      listenTo({ ...poll, id: 'all', target: 'Attic:', targetType: 'str' }),
    );
    await becomeGreen(harness, 'named', 'all');
    setLamp(attic, true);
    for (const node of ['named out', 'all out'])
      assert.deepEqual(describeOrigin(await harness.nextMessage(node)), ['Attic', lamp]);
  });

  it('watches all of the type on each bridge of which all is picked', async () => {
    const picked = { target: '*,*', targetBridges: ['bridge', 'bridge Attic'] };
    await start(
      listenTo({
        ...poll,
        id: 'all',
        ...picked,
        targetType: 'resource',
        combine: 'any',
        emitAtStart: true,
      }),
      listenTo({ id: 'presses', type: 'bridge-button', ...picked, targetType: 'resource' }),
    );
    const { values } = await harness.nextMessage('all out');
    const count = [house, attic].reduce((sum, { home }) => sum + home.byType('light').length, 0);
    assert.ok(Array.isArray(values));
    assert.equal(values.length, count);
    await becomeGreen(harness, 'presses');
    press(attic, 'short_release');
    assert.deepEqual(describeOrigin(await harness.nextMessage('presses out')), [
      'Attic',
      firstButton,
    ]);
  });

  it('polls what a message names on any of them, in any form', async () => {
    setLamp(attic, true);
    await start([
      { ...poll, id: 'asked', emit: 'request', output: 'on.on' },
      { ...poll, id: 'counted', emit: 'request', combine: 'count' },
    ]);
    for (const target of [
      'Attic:Floor lamp',
      { bridge: 'Attic', room: 'Living room', name: 'Floor lamp' },
      { bridge: 'bridge Attic', rid: lamp },
      [{ bridge: 'attic', name: 'Floor lamp' }],
    ]) {
      const message = await harness.request('asked', { target });
      assert.equal(message['payload'], true, JSON.stringify(target));
      assert.deepEqual(describeOrigin(message), ['Attic', lamp]);
    }
    for (const [target, bridgeName] of [
      ['Floor lamp', undefined],
      ['House:Floor lamp', 'House'],
    ]) {
      const message = await harness.request('asked', { target });
      assert.equal(message['payload'], false);
      assert.deepEqual(describeOrigin(message), [bridgeName, lamp]);
    }
    const counted = await harness.request('counted', {
      target: ['Floor lamp', 'Attic:Floor lamp'],
    });
    assert.equal(counted['payload'], 1);
    const all = await harness.request('counted', { target: ['House:', 'Attic:'] });
    assert.ok(Array.isArray(all['values']));
    const [inHouse, inAttic] = [house, attic].map(({ home }) => home.byType('light').length);
    assert.equal(all['values'].length, Number(inHouse) + Number(inAttic));
  });

  it('sends one message for each that a message asks for', async () => {
    await start([{ ...poll, id: 'asked', emit: 'request' }]);
    harness.send('asked', { target: ['Floor lamp', 'Attic:Floor lamp'] });
    const messages = [await harness.nextMessage('out'), await harness.nextMessage('out')];
    assert.deepEqual(messages.map(describeOrigin), [
      [undefined, lamp],
      ['Attic', lamp],
    ]);
    await harness.nextStatus('asked', ({ text }) => String(text).endsWith('status.listed'));
  });

  it('says which bridge has no such resource, and that there is no bridge of a name', async () => {
    await start([
      { ...poll, id: 'counted', emit: 'request', combine: 'count' },
      { ...poll, id: 'gone lamp', ...pickOnBoth(lamp, gone) },
      { id: 'gone button', type: 'bridge-button', ...pickOnBoth(dimmer, gone) },
      { ...daylight, id: 'gone in daylight', ...pickOnBoth(lamp, gone) },
    ]);
    for (const [target, sentence] of [
      [
        ['Floor lamp', `Attic:${gone}`],
        /^Attic: target: expected the id of a light that the bridge holds/,
      ],
      [
        ['Floor lamp', { bridge: 'Cellar', name: 'Lamp' }],
        /^target\[1\]\.bridge: expected the name/,
      ],
      [['Floor lamp', 7], /^target\[1\]: expected an id/],
    ] as const) {
      harness.send('counted', { target });
      assert.match((await harness.nextFailure('counted')).message, sentence);
    }
    for (const node of ['gone lamp', 'gone button', 'gone in daylight']) {
      const { text } = await harness.nextStatus(node, ({ fill }) => fill === 'red');
      assert.match(
        String(text),
        /^Attic: .*status\.failed\.ERR_BRIDGE_(NOT_FOUND|UNKNOWN_TARGET)$/,
      );
    }
  });

  it('sends the presses of buttons on each', async () => {
    await start(
      listenTo({ id: 'presses', type: 'bridge-button', ...pickOnBoth(dimmer) }),
      listenTo({ id: 'named', type: 'bridge-button', target: 'Attic:Dimmer', targetType: 'str' }),
    );
    await becomeGreen(harness, 'presses', 'named');
    for (const [simulator, event, bridgeName] of [
      [attic, 'short_release', 'Attic'],
      [house, 'long_press', undefined],
    ] as const) {
      press(simulator, event);
      const message = await harness.nextMessage('presses out');
      assert.equal(getNestedMember(message['payload'], 'event'), event);
      assert.deepEqual(describeOrigin(message), [bridgeName, firstButton]);
    }
    assert.deepEqual(describeOrigin(await harness.nextMessage('named out')), [
      'Attic',
      firstButton,
    ]);
  });

  it('lets lamps of each follow the day, and answers for all of them', async () => {
    const wires = [['out'], ['values']];
    await start([
      { ...daylight, id: 'day', ...pickOnBoth(lamp), changes: true, wires },
      { id: 'values', type: 'helper', wires: [] },
      { ...daylight, id: 'named', target: 'Attic:Sofa left', targetType: 'str' },
    ]);
    const values = [await harness.nextMessage('values'), await harness.nextMessage('values')];
    assert.deepEqual(
      values.map(({ payload }) => getNestedMember(payload, 'kelvin')),
      [2500, 2500],
    );
    const readBrightness = ({ home }: Simulator): number =>
      Math.round(Number(getNestedMember(home.get(lamp), 'dimming', 'brightness')));
    for (const [simulator, status] of [
      [house, /^House: .*whiteAndBrightness$/],
      // Where all bridges show the same, no bridge is named.
      [attic, /^(?!House: ).*whiteAndBrightness$/],
    ] as const) {
      setLamp(simulator, true);
      await waitUntil('the light of the day', () => readBrightness(simulator) === 20);
      await harness.nextStatus(
        'day',
        ({ fill, text }) => fill === 'green' && status.test(String(text)),
      );
    }
    const readReports = async (): Promise<unknown[]> => {
      const { payload } = await harness.request('day', { payload: 'get' });
      assert.ok(Array.isArray(payload));
      return payload.map((report: unknown) =>
        ['bridge', 'enabled', 'kelvin', 'following'].map((name) => getNestedMember(report, name)),
      );
    };
    assert.deepEqual(await readReports(), [
      [undefined, true, 2500, 1],
      ['Attic', true, 2500, 1],
    ]);
    const { bridge } = await harness.request('day', { payload: 'toggle' });
    assert.equal(getNestedMember(bridge, 'operation'), 'disable');
    assert.deepEqual(await readReports(), [
      [undefined, false, 2500, 0],
      ['Attic', false, 2500, 0],
    ]);
    const named = await harness.request('named', { payload: 'get' });
    assert.equal(getNestedMember(named['payload'], 'bridge'), 'Attic');
    assert.equal(getNestedMember(named['bridge'], 'bridgeName'), 'Attic');
  });

  it('follows the sun of each bridge, where no place is set', async () => {
    const [location] = attic.home.byType('geolocation');
    assert.ok(location);
    const dayType = 'polar_night';
    attic.home.change(location.id, { sun_today: { sunset_time: '15:00:00', day_type: dayType } });
    const [own] = house.home.byType('geolocation');
    assert.ok(own);
    house.home.change(own.id, { sun_today: { sunset_time: '15:00:00', day_type: 'polar_day' } });
    await start([
      { type: 'bridge-daylight', id: 'day', ...pickOnBoth(lamp) },
      {
        type: 'bridge-daylight',
        id: 'placed',
        ...pickOnBoth(createFixtureId('light/sofa-left')),
        latitude: '52',
        longitude: '5',
      },
    ]);
    const readKelvin = async (node: string): Promise<unknown[]> => {
      const { payload } = await harness.request(node, { payload: 'get' });
      assert.ok(Array.isArray(payload));
      return payload.map((report: unknown) => getNestedMember(report, 'kelvin'));
    };
    const [ofHouse, ofAttic] = await readKelvin('day');
    assert.ok(Number(ofHouse) > Number(ofAttic), `${String(ofHouse)} ${String(ofAttic)}`);
    const [one, other] = await readKelvin('placed');
    assert.equal(one, other);
  });
});

describe('A node that watches what is on several bridges, of which one is away', () => {
  let harness: FlowHarness;
  let house: Simulator;
  let attic: Simulator;
  let endFault: () => void;
  beforeEach(async () => {
    [house, attic] = await Promise.all([startSimulator(), startSimulator()]);
    for (const simulator of [house, attic]) setLamp(simulator, false);
    endFault = attic.faults.inject({ cut: 'request' });
  });
  afterEach(async () => {
    await harness.stop();
    await attic.stop();
  });

  const start = async (...nodes: (readonly FlowNode[])[]): Promise<void> => {
    harness = await startOnTwoBridges(house, attic, nodes);
  };

  it('says which, and goes on with what is on the others', async () => {
    await start(
      listenTo({ ...poll, id: 'lamps', ...pickOnBoth(lamp), emitAtStart: true }),
      listenTo({ ...poll, id: 'connections', ...pickOnBoth(lamp), connectionMessages: true }),
      listenTo({ id: 'presses', type: 'bridge-button', ...pickOnBoth(dimmer) }),
      [{ ...daylight, id: 'day', ...pickOnBoth(lamp) }],
      [{ id: 'light', type: 'bridge-light', ...pickOnBoth(lamp), changes: 'value' }],
    );
    for (const node of ['lamps', 'connections', 'presses', 'day', 'light']) {
      const { text } = await harness.nextStatus(node, ({ fill }) => fill === 'yellow');
      assert.match(String(text), /^Attic: .*status\.(away|neverReached|waiting)/, node);
    }
    const state = await harness.nextMessage('lamps out');
    assert.deepEqual(describeOrigin(state), [undefined, lamp]);
    const lost = await harness.nextMessage('connections out');
    assert.equal(getNestedMember(lost['payload'], 'connected'), false);
    assert.equal(getNestedMember(lost['bridge'], 'bridgeName'), 'Attic');
    press(house, 'short_release');
    await harness.nextMessage('presses out');
    endFault();
    await becomeGreen(harness, 'lamps', 'connections', 'presses');
    const late = await harness.nextMessage('lamps out');
    assert.deepEqual(describeOrigin(late), ['Attic', lamp]);
    const returned = await harness.nextMessage('connections out');
    assert.equal(getNestedMember(returned['payload'], 'connected'), true);
  });

  it('answers with what the others have, and an error that names the one that is away', async () => {
    await start([
      { ...poll, id: 'asked', emit: 'request', output: 'on.on' },
      { ...poll, id: 'counted', emit: 'request', combine: 'count' },
      { ...daylight, id: 'day', ...pickOnBoth(lamp) },
    ]);
    const target = ['Floor lamp', 'Attic:Floor lamp'];
    harness.send('asked', { target });
    assert.equal((await harness.nextMessage('out'))['payload'], false);
    for (const [node, message] of [
      ['asked', undefined],
      ['counted', { target }],
      ['day', { payload: 'get' }],
    ] as const) {
      if (message !== undefined) harness.send(node, message);
      assert.match((await harness.nextFailure(node)).message, /^Attic: /);
    }
  });

  it('makes no value of all before each was read, and one when the last is back', async () => {
    const settings = { ...pickOnBoth(lamp), combine: 'none', emitAtStart: true };
    await start(listenTo({ ...poll, id: 'none', ...settings }));
    await harness.nextStatus('none', ({ fill }) => fill === 'yellow');
    endFault();
    const first = await harness.nextMessage('none out');
    assert.equal(getNestedMember(first['bridge'], 'occasion'), 'start');
    assert.ok(Array.isArray(first['values']));
    assert.equal(first['values'].length, 2);
    setLamp(attic, true);
    assert.equal((await harness.nextMessage('none out'))['payload'], false);
  });
});
