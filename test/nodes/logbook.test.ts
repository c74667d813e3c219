import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { getListMember, getNestedMember } from '../../src/resources/members';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';
import type { ReportedError } from '../support/node-red/observation-log';
import { waitUntil } from '../support/wait-until';

const kitchen = createFixtureId('room/kitchen');

const kitchenSensor = 'Kitchen sensor';

describe('The logbook of a bridge', () => {
  let flow: FlowHarness;
  const start = async (bridge: object = { logbook: 'session' }): Promise<void> => {
    flow = await startFlowHarness(
      [
        { id: 'status', type: 'bridge-status', emit: 'request' },
        { id: 'light', type: 'bridge-light' },
        { id: 'sensor', type: 'bridge-sensor', rtype: 'temperature', target: kitchenSensor },
        { id: 'poll', type: 'bridge-poll', rtype: 'temperature', emit: 'request' },
        { id: 'lamps', type: 'bridge-poll', rtype: 'light', emit: 'request', room: kitchen },
      ],
      { simulator: await startSimulator(), bridge },
    );
  };
  const ask = (payload: object): Promise<FlowMessage> => flow.request('status', { payload });
  const askFor = async (payload: object): Promise<readonly unknown[]> => {
    const { payload: answer } = await ask(payload);
    assert.ok(Array.isArray(answer));
    return answer.map((record: unknown) => record);
  };
  const waitForStream = (): Promise<void> =>
    waitUntil('the event stream', async () => {
      const { payload } = await flow.request('status', { payload: '' });
      return getNestedMember(payload, 'mode') === 'stream';
    });
  const waitForRecords = async (question: object): Promise<readonly unknown[]> => {
    let records: readonly unknown[] = [];
    await waitUntil('the change in the logbook', async () => {
      records = await askFor(question);
      return records.length > 0;
    });
    return records;
  };
  const lookUp = async (rid: unknown): Promise<{ readonly name: unknown }> => {
    const [record] = await askFor({ logbook: '2h', of: rid });
    return { name: getNestedMember(record, 'name') };
  };
  const fail = (payload: object): Promise<ReportedError> => {
    const failure = flow.nextFailure('status');
    flow.send('status', { payload });
    return failure;
  };
  const getFacts = (record: unknown): unknown[] =>
    ['name', 'room', 'member', 'from', 'to', 'origin'].map((name) => getNestedMember(record, name));
  afterEach(() => flow.stop());

  it('answers what changed in a room, and whether a flow did it', async () => {
    await start();
    await waitForStream();
    const lamp = flow.simulator.home.byType('light')[0];
    assert.ok(lamp !== undefined);
    const isOn = getNestedMember(lamp, 'on', 'on') === true;
    flow.simulator.home.change(lamp.id, { on: { on: !isOn } });
    const [foreign] = await waitForRecords({ logbook: '2h', of: lamp.id });
    const [name, room] = getFacts(foreign);
    assert.deepEqual(getFacts(foreign), [name, room, 'on.on', isOn, !isOn, 'foreign']);
    assert.ok(Date.now() - Date.parse(String(getNestedMember(foreign, 'time'))) < 60_000);
    await flow.request('light', { target: lamp.id, payload: isOn });
    await waitForRecords({ logbook: '2h', of: lamp.id, origin: 'own' });
    const own = await askFor({ logbook: '2h', of: room, origin: 'own' });
    const fact = JSON.stringify([name, room, 'on.on', !isOn, isOn, 'own']);
    assert.ok(own.some((record) => JSON.stringify(getFacts(record)) === fact));
    const byLightNode = { kind: 'node', id: 'light', flow: 'tab', how: 'command' };
    const causes = new Set(own.map((record) => JSON.stringify(getNestedMember(record, 'cause'))));
    assert.deepEqual([...causes], [JSON.stringify(byLightNode)]);
    const question = { logbook: '2h', of: lamp.id };
    const count = (records: readonly unknown[]): number => records.length;
    const all = count(await askFor(question));
    const byNode = count(await askFor({ ...question, cause: 'node' }));
    assert.equal(count(await askFor({ ...question, cause: byLightNode })), byNode);
    assert.equal(count(await askFor({ ...question, cause: 'other' })), all - byNode);
    assert.ok(byNode > 0 && byNode < all);
    const ofDevice = (await askFor({ logbook: '2h', of: name })).map(getFacts);
    assert.deepEqual(
      ofDevice.filter(([, , member]) => member === 'on.on').map((facts) => facts.at(-1)),
      ['own', 'foreign'],
    );
  });

  it('answers the history of a lamp as the points of a chart', async () => {
    await start();
    await waitForStream();
    const lamp = flow.simulator.home.byType('light')[0];
    assert.ok(lamp !== undefined);
    flow.simulator.home.change(lamp.id, { on: { on: true }, dimming: { brightness: 40 } });
    await waitForRecords({ logbook: '2h', of: lamp.id });
    flow.simulator.home.change(lamp.id, { on: { on: false } });
    await waitUntil('both changes in the logbook', async () => {
      const records = await askFor({ logbook: '2h', of: lamp.id });
      return records.some((record) => getNestedMember(record, 'to') === false);
    });
    const question = { history: '24h', of: lamp.id, every: '24h' };
    const { payload, topic, action } = await ask(question);
    assert.equal(action, 'replace');
    assert.ok(Array.isArray(payload));
    const point: unknown = payload.at(-1);
    assert.equal(getNestedMember(point, 'series'), topic);
    assert.equal(getNestedMember(point, 'least'), 0);
    assert.equal(getNestedMember(point, 'most'), 40);
    const mean = Number(getNestedMember(point, 'y'));
    assert.ok(mean >= 0 && mean <= 40);
    const [chart] = await askFor({ ...question, chart: 'node-red-dashboard' });
    assert.deepEqual(getNestedMember(chart, 'series'), [topic]);
    assert.deepEqual(getNestedMember(chart, 'labels'), ['']);
    const data: unknown = getNestedMember(chart, 'data');
    assert.ok(Array.isArray(data) && Array.isArray(data[0]));
    assert.equal(getNestedMember(data[0].at(-1), 'most'), 40);
  });

  it('answers the history of a sensor that has not changed with what it shows', async () => {
    await start();
    const [point, ...others] = await askFor({ history: '24h', of: 'Kitchen sensor/temperature' });
    assert.deepEqual(others, []);
    assert.ok(Number.isFinite(getNestedMember(point, 'y')));
  });

  it('finds the sensor of a room by its type', async () => {
    await start();
    const { topic } = await ask({ history: '24h', of: 'Kitchen/temperature' });
    assert.equal(topic, kitchenSensor);
  });

  describe('of which the nodes tell', () => {
    const lamps = [
      createFixtureId('light/kitchen-spot-1'),
      createFixtureId('light/kitchen-spot-2'),
    ];
    const listSeries = (payload: unknown): readonly unknown[] => [
      ...new Set(getListMember(payload).map((point) => getNestedMember(point, 'series'))),
    ];
    beforeEach(async () => {
      await start();
      await waitForStream();
      for (const lamp of lamps) {
        flow.simulator.home.change(lamp, { on: { on: true }, dimming: { brightness: 40 } });
        await waitForRecords({ logbook: '2h', of: lamp });
      }
    });

    it('a light node answers with the history of its lamp, as the points of a chart', async () => {
      const [target] = lamps;
      const payload = { history: '1h', every: '5 min' };
      const answer = await flow.request('light', { target, payload });
      const { name } = await lookUp(target);
      assert.deepEqual(listSeries(answer.payload), [name]);
      assert.equal(answer.topic, name);
      assert.equal(answer['action'], 'replace');
      assert.equal(getNestedMember(getListMember(answer.payload).at(-1), 'most'), 40);
    });

    it('a light node answers for each of several lamps with a line of one chart', async () => {
      const answer = await flow.request('light', { target: lamps, payload: 'history' });
      const names = await Promise.all(lamps.map(async (lamp) => (await lookUp(lamp)).name));
      assert.deepEqual(listSeries(answer.payload), names);
      const classic = { history: '24h', chart: 'node-red-dashboard' };
      const { payload } = await flow.request('light', { target: lamps, payload: classic });
      const [chart, ...others] = getListMember(payload);
      assert.deepEqual(others, []);
      assert.deepEqual(getNestedMember(chart, 'series'), names);
      assert.equal(getListMember(chart, 'data').length, 2);
    });

    it('a light node writes nothing to the bridge for this', async () => {
      await flow.request('light', { target: lamps[0], payload: 'history' });
      assert.deepEqual(flow.writes(), []);
    });

    it('a sensor node answers with the history of its reading', async () => {
      const { payload, topic } = await flow.request('sensor', { payload: 'history' });
      assert.equal(topic, kitchenSensor);
      assert.ok(Number.isFinite(getNestedMember(getListMember(payload)[0], 'y')));
    });

    it('a poll node answers with one message about all that it watches', async () => {
      const all = await flow.request('poll', { payload: 'history' });
      assert.ok(listSeries(all.payload).includes(kitchenSensor));
      assert.ok(listSeries(all.payload).length > 1);
      const one = await flow.request('poll', { target: kitchenSensor, payload: 'history' });
      assert.deepEqual(listSeries(one.payload), [kitchenSensor]);
      const spots = await flow.request('lamps', { payload: { history: '2h', every: '1h' } });
      const names = await Promise.all(lamps.map(async (lamp) => (await lookUp(lamp)).name));
      for (const name of names) assert.ok(listSeries(spots.payload).includes(name));
    });

    for (const node of ['light', 'sensor', 'poll'] as const)
      for (const [payload, message] of [
        [{ history: 'long' }, /payload\.history: expected a time up to 30 days/],
        [{ history: '2h', every: '3h' }, /payload\.every: expected a time that is in/],
        [{ history: '2h', of: 'Hall' }, /payload\.of: expected one of history, every, chart/],
      ] as const)
        it(`a ${node} node refuses ${JSON.stringify(payload)} with a sentence`, async () => {
          const failure = flow.nextFailure(node);
          flow.send(node, { target: node === 'light' ? lamps[0] : undefined, payload });
          assert.match((await failure).message, message);
        });
  });

  it('is off, which each node says that is asked for a history', async () => {
    await start({});
    for (const node of ['light', 'sensor', 'poll']) {
      const failure = flow.nextFailure(node);
      const target = node === 'light' ? { target: createFixtureId('light/kitchen-spot-1') } : {};
      flow.send(node, { ...target, payload: 'history' });
      assert.match((await failure).message, /logbook of the bridge is off/, node);
    }
  });

  it('says that it is off, and where to turn it on', async () => {
    await start({});
    const error = await fail({ logbook: '2h' });
    assert.equal(error.code, 'ERR_BRIDGE_NOT_CONFIGURED');
    assert.match(error.message, /logbook of the bridge is off/);
  });

  for (const [payload, message] of [
    [{ logbook: 'soon' }, /payload\.logbook: expected a time up to 30 days/],
    [{ logbook: 2 }, /payload\.logbook: expected a time/],
    [{ logbook: '31 days' }, /up to 30 days/],
    [{ logbook: '0s' }, /payload\.logbook/],
    [{ logbook: '2h', origin: 'mine' }, /payload\.origin: expected any, own or foreign/],
    [
      { logbook: '2h', form: 'Kitchen' },
      /payload\.form: expected one of logbook, of, origin, cause/,
    ],
    [{ logbook: '2h', cause: 'nodes' }, /payload\.cause: expected one of node, tab, mqtt, bridge/],
    [{ logbook: '2h', cause: { who: 'me' } }, /payload\.cause\.who: expected one of kind, how/],
    [{ logbook: '2h', cause: { how: 'off' } }, /payload\.cause\.how: expected one of command, pro/],
    [{ logbook: '2h', cause: { name: 7 } }, /payload\.cause\.name: expected text/],
    [{ logbook: '2h', of: 'Nowhere at all' }, /payload\.of: .*Nowhere at all/],
    [{ history: 'long' }, /payload\.history: expected a time up to 30 days/],
    [{ history: '2h' }, /payload\.of/],
    [{ history: '2h', of: 'Hall', every: '3h' }, /payload\.every: expected a time that is in/],
    [{ history: '30 days', of: 'Hall', every: '1s' }, /at most 2000 times/],
    [{ history: '2h', of: 'Hall', chart: 'pie' }, /payload\.chart: expected @flowfuse/],
    [{ history: '2h', off: 'Hall' }, /payload\.off: expected one of history, of, every, chart/],
  ] as const)
    it(`refuses ${JSON.stringify(payload)} with a sentence`, async () => {
      await start();
      assert.match((await fail(payload)).message, message);
    });

  it('knows no lamp that nobody has', async () => {
    await start();
    const id = createFixtureId('no such lamp');
    assert.match((await fail({ logbook: '2h', of: id })).message, /payload\.of/);
  });
});
