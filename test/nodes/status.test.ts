import assert from 'node:assert/strict';
import type { FlowNode } from '../../scripts/user-directory';
import { member } from '../../src/resources';
import { startSimulator } from '../../src/simulator';
import type { FlowMessage } from '../support/node-red';
import { shownStatus } from '../support/observations';
import { until } from '../support/until';
import { runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

const node = (settings: object = {}): FlowNode => ({
  id: 'node',
  type: 'bridge-status',
  interval: '1',
  ...settings,
});

const occasionOf = ({ bridge }: FlowMessage): unknown => member(bridge, 'occasion');

describe('The status node', () => {
  let home: HomeFlow | undefined;
  const start = async (settings: object = {}, bridge: object = {}): Promise<HomeFlow> => {
    home = await runHomeFlow([node(settings)], { simulator: await startSimulator(), bridge });
    return home;
  };
  const told = (flow: HomeFlow, state: string, mode?: string): Promise<FlowMessage> =>
    flow.arrival(
      'out',
      ({ status }) =>
        member(status, 'state') === state &&
        (mode === undefined || member(status, 'mode') === mode),
    );
  afterEach(async () => {
    await home?.end();
    home = undefined;
  });

  it('tells everything about the bridge once after deploy', async () => {
    const flow = await start({}, { events: 'never' });
    const message = await flow.arrival('out');
    const { payload } = message;
    assert.equal(occasionOf(message), 'start');
    assert.equal(message['topic'], `bridge/${String(member(payload, 'name'))}`);
    assert.equal(member(payload, 'connected'), true);
    assert.equal(member(payload, 'state'), 'connected');
    assert.equal(member(payload, 'mode'), 'polling');
    assert.equal(member(payload, 'queued'), 0);
    assert.equal(member(payload, 'reason'), null);
    assert.equal(member(payload, 'movedTo'), null);
    assert.equal(member(payload, 'bridgeId'), flow.simulator.bridgeId.toLowerCase());
    assert.match(String(member(payload, 'softwareVersion')), /^\d+\.\d+/);
    assert.ok(Number(member(payload, 'requestsPerMinute')) > 0);
    const lastContact = Date.parse(String(member(payload, 'lastContact')));
    assert.ok(Date.now() - lastContact < 10_000);
    const { text } = await flow.status('node', ({ fill }) => fill === 'green');
    assert.match(String(text), /status\.polling$/);
  });

  it('tells when changes begin to come as they happen', async () => {
    const flow = await start();
    const message = await told(flow, 'connected', 'stream');
    assert.equal(occasionOf(message), 'changed');
    assert.equal(member(message['previous'], 'mode'), 'polling');
    const { text } = await flow.status('node', ({ text: shown }) => String(shown).endsWith('live'));
    assert.match(String(text), /status\.live$/);
  });

  for (const events of ['auto', 'never']) {
    it(`tells that the bridge is lost, why, and that it is back (events: ${events})`, async () => {
      const flow = await start({}, { events });
      await told(flow, 'connected', events === 'auto' ? 'stream' : 'polling');
      const back = flow.simulator.faults.answer({ cut: 'request' });
      flow.simulator.events.cut();
      const lost = await told(flow, 'away');
      assert.equal(member(lost['payload'], 'connected'), false);
      assert.equal(member(lost['payload'], 'reason', 'code'), 'ERR_BRIDGE_UNREACHABLE');
      assert.match(String(member(lost['payload'], 'reason', 'message')), /\w+ .+\./);
      assert.notEqual(member(lost['payload'], 'name'), null);
      const away = await flow.status('node', ({ fill }) => fill === 'yellow');
      assert.match(String(away['text']), /status\.away/);
      back();
      const returned = await flow.arrival(
        'out',
        ({ payload, previous }) =>
          member(payload, 'connected') === true && member(previous, 'connected') === false,
      );
      assert.equal(occasionOf(returned), 'changed');
      assert.equal(member(returned['payload'], 'reason'), null);
      await until(
        'the status of a bridge that is back',
        () => shownStatus(flow.observations, 'node')['fill'] === 'green',
      );
    });
  }

  it('answers a message with a fresh look, on the message itself, also while the bridge is away', async () => {
    const flow = await start({ emit: 'request' });
    const here = await flow.ask('node', { keep: 'this' });
    assert.equal(here['keep'], 'this');
    assert.equal(occasionOf(here), 'request');
    assert.equal(member(here['payload'], 'state'), 'connected');
    flow.simulator.faults.answer({ cut: 'request' });
    const away = await flow.ask('node', {});
    assert.equal(member(away['payload'], 'connected'), false);
    await flow.completion('node');
    const arrivals = flow.observations.filter(({ kind }) => kind === 'arrival');
    const unasked = arrivals.filter(
      (seen) =>
        seen.kind === 'arrival' && seen.node === 'out' && seen.message['ticket'] === undefined,
    );
    assert.equal(unasked.length, 0);
  });

  it('tells only loss and return when that is wanted, as one plain value', async () => {
    const flow = await start({ emit: 'connection', output: 'connected', emitAtStart: false });
    await flow.status('node', ({ text }) => String(text).endsWith('live'));
    const back = flow.simulator.faults.answer({ cut: 'request' });
    flow.simulator.events.cut();
    const lost = await flow.arrival('out');
    assert.equal(lost['payload'], false);
    assert.equal(member(lost['status'], 'state'), 'away');
    back();
    assert.equal((await flow.arrival('out'))['payload'], true);
    await flow.status('node', ({ text }) => String(text).endsWith('live'));
    const arrivals = flow.observations.filter(
      (seen) => seen.kind === 'arrival' && seen.node === 'out',
    );
    assert.equal(arrivals.length, 2);
  });

  it('tells that the key is refused', async () => {
    const flow = await start({ output: 'reason.code' });
    await told(flow, 'connected', 'stream');
    flow.simulator.faults.answer({ status: 403 });
    flow.simulator.events.cut();
    const refused = await told(flow, 'unauthorized');
    assert.equal(refused['payload'], 'ERR_BRIDGE_FORBIDDEN');
  });

  for (const output of [5, true, {}]) {
    it(`stays at work where the setting of what it tells is ${JSON.stringify(output)}`, async () => {
      const flow = await start({ output }, { events: 'never' });
      const message = await flow.arrival('out');
      assert.equal(member(message['status'], 'connected'), true);
      const asked = await flow.ask('node', {});
      assert.equal(occasionOf(asked), 'request');
    });
  }

  it('answers a message with an error when it has no bridge', async () => {
    const flow = await start({ bridge: '' });
    flow.send('node', {});
    assert.equal((await flow.failure('node')).code, 'ERR_BRIDGE_NOT_CONFIGURED');
  });
});
