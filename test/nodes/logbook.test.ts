import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { getNestedMember } from '../../src/resources/members';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';
import type { ReportedError } from '../support/node-red/observation-log';
import { waitUntil } from '../support/wait-until';

describe('The logbook of a bridge', () => {
  let flow: FlowHarness;
  const start = async (bridge: object = { logbook: 'session' }): Promise<void> => {
    flow = await startFlowHarness(
      [
        { id: 'status', type: 'bridge-status', emit: 'request' },
        { id: 'light', type: 'bridge-light' },
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
