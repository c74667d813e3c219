import assert from 'node:assert/strict';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { FlowMessage } from '../support/node-red/node-red';
import { findLatestStatus } from '../support/node-red/observation-log';
import { waitUntil } from '../support/wait-until';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const createStatusNode = (settings: object = {}): FlowNode => ({
  id: 'node',
  type: 'bridge-status',
  interval: '1',
  ...settings,
});

const getOccasion = ({ bridge }: FlowMessage): unknown => getNestedMember(bridge, 'occasion');

describe('The status node', () => {
  let harness: FlowHarness | undefined;
  const start = async (settings: object = {}, bridge: object = {}): Promise<FlowHarness> => {
    harness = await startFlowHarness([createStatusNode(settings)], {
      simulator: await startSimulator(),
      bridge,
    });
    return harness;
  };
  const waitForState = (flow: FlowHarness, state: string, mode?: string): Promise<FlowMessage> =>
    flow.nextMessage(
      'out',
      ({ status }) =>
        getNestedMember(status, 'state') === state &&
        (mode === undefined || getNestedMember(status, 'mode') === mode),
    );
  afterEach(async () => {
    await harness?.stop();
    harness = undefined;
  });

  it('reports everything about the bridge once after deploy', async () => {
    const flow = await start({}, { events: 'never' });
    const message = await flow.nextMessage('out');
    const { payload } = message;
    assert.equal(getOccasion(message), 'start');
    assert.equal(message['topic'], `bridge/${String(getNestedMember(payload, 'name'))}`);
    assert.equal(getNestedMember(payload, 'connected'), true);
    assert.equal(getNestedMember(payload, 'state'), 'connected');
    assert.equal(getNestedMember(payload, 'mode'), 'polling');
    assert.equal(getNestedMember(payload, 'queued'), 0);
    assert.equal(getNestedMember(payload, 'reason'), null);
    assert.equal(getNestedMember(payload, 'movedTo'), null);
    assert.equal(getNestedMember(payload, 'bridgeId'), flow.simulator.bridgeId.toLowerCase());
    assert.match(String(getNestedMember(payload, 'softwareVersion')), /^\d+\.\d+/);
    assert.ok(Number(getNestedMember(payload, 'requestsPerMinute')) > 0);
    const lastContact = Date.parse(String(getNestedMember(payload, 'lastContact')));
    assert.ok(Date.now() - lastContact < 10_000);
    const { text } = await flow.nextStatus('node', ({ fill }) => fill === 'green');
    assert.match(String(text), /status\.polling$/);
  });

  it('reports when changes begin to come as they happen', async () => {
    const flow = await start();
    const message = await waitForState(flow, 'connected', 'stream');
    assert.equal(getOccasion(message), 'changed');
    assert.equal(getNestedMember(message['previous'], 'mode'), 'polling');
    const { text } = await flow.nextStatus('node', ({ text: shown }) =>
      String(shown).endsWith('live'),
    );
    assert.match(String(text), /status\.live$/);
  });

  for (const events of ['auto', 'never']) {
    it(`says that the bridge is lost, why, and that it is back (events: ${events})`, async () => {
      const flow = await start({}, { events });
      await waitForState(flow, 'connected', events === 'auto' ? 'stream' : 'polling');
      const endFault = flow.simulator.faults.inject({ cut: 'request' });
      flow.simulator.events.disconnectAll();
      const lost = await waitForState(flow, 'away');
      assert.equal(getNestedMember(lost['payload'], 'connected'), false);
      assert.equal(getNestedMember(lost['payload'], 'reason', 'code'), 'ERR_BRIDGE_UNREACHABLE');
      assert.match(String(getNestedMember(lost['payload'], 'reason', 'message')), /\w+ .+\./);
      assert.notEqual(getNestedMember(lost['payload'], 'name'), null);
      const away = await flow.nextStatus('node', ({ fill }) => fill === 'yellow');
      assert.match(String(away['text']), /status\.away/);
      endFault();
      const returned = await flow.nextMessage(
        'out',
        ({ payload, previous }) =>
          getNestedMember(payload, 'connected') === true &&
          getNestedMember(previous, 'connected') === false,
      );
      assert.equal(getOccasion(returned), 'changed');
      assert.equal(getNestedMember(returned['payload'], 'reason'), null);
      await waitUntil(
        'the status of a bridge that is back',
        () => findLatestStatus(flow.observations, 'node')['fill'] === 'green',
      );
    });
  }

  it('answers a message with a fresh look, on the message itself, also while the bridge is away', async () => {
    const flow = await start({ emit: 'request' });
    const here = await flow.request('node', { keep: 'this' });
    assert.equal(here['keep'], 'this');
    assert.equal(getOccasion(here), 'request');
    assert.equal(getNestedMember(here['payload'], 'state'), 'connected');
    flow.simulator.faults.inject({ cut: 'request' });
    const away = await flow.request('node', {});
    assert.equal(getNestedMember(away['payload'], 'connected'), false);
    await flow.nextCompletion('node');
    const arrivals = flow.observations.filter(({ kind }) => kind === 'arrival');
    const unasked = arrivals.filter(
      (seen) =>
        seen.kind === 'arrival' && seen.node === 'out' && seen.message['ticket'] === undefined,
    );
    assert.equal(unasked.length, 0, 'messages that nobody asked for');
  });

  it('says what the sun did last and when it rises and sets, or that the bridge does not know', async () => {
    const flow = await start({ emit: 'sun', emitAtStart: false });
    const { payload, sun, bridge } = await flow.request('node', {});
    assert.equal(getNestedMember(bridge, 'occasion'), 'request');
    assert.equal(payload, getNestedMember(sun, 'up') === true ? 'sunrise' : 'sunset');
    const asked = await flow.request('node', { payload: 'programs' });
    assert.deepEqual(asked['payload'], []);
    assert.ok(
      Date.parse(String(getNestedMember(sun, 'rise'))) <
        Date.parse(String(getNestedMember(sun, 'set'))),
    );
    const { home } = flow.simulator;
    const [location] = home.byType('geolocation');
    assert.ok(location);
    home.change(location.id, { sun_today: null });
    flow.send('node', {});
    assert.equal((await flow.nextFailure('node')).code, 'ERR_BRIDGE_NOT_FOUND');
  });

  it('reports weak batteries, unreachable devices, sensors that are off and updates that wait', async () => {
    const flow = await start({ emit: 'request' });
    const { home } = flow.simulator;
    const list = (report: unknown, name: string, ...members: string[]): unknown[] => {
      const entries = getNestedMember(report, name);
      assert.ok(Array.isArray(entries), name);
      return entries.map((entry) => members.map((member) => getNestedMember(entry, member)));
    };
    home.change(createFixtureId('zigbee_connectivity/living-floor'), { status: 'disconnected' });
    home.change(createFixtureId('motion/kitchen-motion'), { enabled: false });
    const [waiting, ...done] = home.byType('device_software_update');
    assert.ok(waiting);
    home.change(waiting.id, { state: 'ready_to_install' });
    for (const { id } of done) home.change(id, { state: 'no_update' });
    const { payload } = await flow.request('node', { payload: 'report' });
    assert.deepEqual(getNestedMember(payload, 'weakBatteries'), [
      {
        rid: createFixtureId('device/hallway-motion'),
        name: 'Hallway sensor',
        room: 'Hallway',
        model: 'SIM-M1',
        battery: 14,
      },
    ]);
    assert.deepEqual(list(payload, 'unreachable', 'room', 'name'), [['Living room', 'Floor lamp']]);
    assert.deepEqual(list(payload, 'switchedOff', 'rtype', 'name'), [['motion', 'Kitchen sensor']]);
    assert.deepEqual(list(payload, 'updates', 'state'), [['ready_to_install']]);
    flow.simulator.faults.inject({ cut: 'request' });
    flow.send('node', { payload: 'report' });
    const { code } = await flow.nextFailure('node');
    assert.equal(code, 'ERR_BRIDGE_UNREACHABLE');
  });

  it('reports only loss and return when that is wanted, as one plain value', async () => {
    const flow = await start({ emit: 'connection', output: 'connected', emitAtStart: false });
    await flow.nextStatus('node', ({ text }) => String(text).endsWith('live'));
    const endFault = flow.simulator.faults.inject({ cut: 'request' });
    flow.simulator.events.disconnectAll();
    const lost = await flow.nextMessage('out');
    assert.equal(lost['payload'], false);
    assert.equal(getNestedMember(lost['status'], 'state'), 'away');
    endFault();
    assert.equal((await flow.nextMessage('out'))['payload'], true);
    await flow.nextStatus('node', ({ text }) => String(text).endsWith('live'));
    const arrivals = flow.observations.filter(
      (seen) => seen.kind === 'arrival' && seen.node === 'out',
    );
    assert.equal(arrivals.length, 2, 'messages that arrived');
  });

  for (const output of ['connected', 'report']) {
    it(`does not repeat ${output} while only the event stream breaks and comes back`, async () => {
      const flow = await start({ output });
      const isLive = ({ text }: { text?: unknown }): boolean => String(text).endsWith('live');
      const first = await flow.nextMessage('out');
      await flow.nextStatus('node', isLive);
      flow.simulator.events.disconnectAll();
      await flow.nextStatus('node', ({ text }) => String(text).endsWith('polling'));
      await flow.nextStatus('node', isLive);
      flow.simulator.faults.inject({ cut: 'request' });
      flow.simulator.events.disconnectAll();
      const lost = await flow.nextMessage('out');
      assert.equal(getOccasion(first), 'start');
      assert.deepEqual(lost['payload'], output === 'report' ? null : false);
    });
  }

  it('says that the key is refused', async () => {
    const flow = await start({ output: 'reason.code' });
    await flow.nextStatus('node', ({ text }) => String(text).endsWith('live'));
    flow.simulator.faults.inject({ status: 403 });
    flow.simulator.events.disconnectAll();
    const refused = await waitForState(flow, 'unauthorized');
    assert.equal(refused['payload'], 'ERR_BRIDGE_FORBIDDEN');
  });

  for (const output of [5, true, {}]) {
    it(`stays at work where the setting of what it reports is ${JSON.stringify(output)}`, async () => {
      const flow = await start({ output }, { events: 'never' });
      const message = await flow.nextMessage('out');
      assert.equal(getNestedMember(message['status'], 'connected'), true);
      const response = await flow.request('node', {});
      assert.equal(getOccasion(response), 'request');
    });
  }

  it('answers a message with an error when it has no bridge', async () => {
    const flow = await start({ bridge: '' });
    flow.send('node', {});
    assert.equal((await flow.nextFailure('node')).code, 'ERR_BRIDGE_NOT_CONFIGURED');
  });
});
