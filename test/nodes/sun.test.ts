import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { getNestedMember } from '../../src/resources/members';
import { registerBridgeNode } from '../../src/runtime/bridge/bridge-node';
import { registerNode } from '../../src/runtime/node';
import { createSunNode } from '../../src/runtime/nodes/sun';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { moveWallClock } from '../support/accelerate-clock';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';

/** Nodes that share the clock with this test; those of the bundle do not. */
const nodeFiles = [
  (RED: NodeAPI): void => registerBridgeNode(RED, 'bridge-config'),
  (RED: NodeAPI): void =>
    registerNode(RED, {
      type: 'bridge-sun',
      whenReplaced: 'repeat',
      showsMessages: false,
      load: async () => createSunNode,
    }),
];

const evening = { fromType: 'beforeSunset', from: '30min', toType: 'time', to: '23:30' };

/** Half an hour before this sunset is 18:12. */
const normalDay = { sunset_time: '18:42:00', day_type: 'normal_day' };

const toIso = (localTime: string): string => new Date(localTime).toISOString();

describe('The sun node', () => {
  const setClock = moveWallClock();
  let harness: FlowHarness | undefined;
  afterEach(async () => {
    await harness?.stop();
    harness = undefined;
  });

  const reportSun = ({ home }: Simulator, sun: object | null): void => {
    const [location] = home.byType('geolocation');
    assert.ok(location);
    home.change(location.id, { sun_today: sun, is_configured: sun !== null });
  };
  const start = async (
    settings: object = {},
    sun: object | null = normalDay,
    further: readonly FlowNode[] = [],
  ): Promise<FlowHarness> => {
    const simulator = await startSimulator({ events: { batch: 0 } });
    reportSun(simulator, sun);
    const nodes = [{ id: 'node', type: 'bridge-sun', ...settings }, ...further];
    harness = await startFlowHarness(nodes, { simulator, nodeFiles });
    return harness;
  };
  const occasionOf = ({ bridge }: FlowMessage): unknown => getNestedMember(bridge, 'occasion');
  const countUnasked = (flow: FlowHarness): number =>
    flow.observations.filter(
      (seen) =>
        seen.kind === 'arrival' && seen.node === 'out' && seen.message['ticket'] === undefined,
    ).length;
  const waitForStatus = async (flow: FlowHarness, key: string): Promise<void> => {
    await flow.nextStatus('node', ({ text }) => String(text).includes(key));
  };

  it('sends false before a period, true when it begins, and false when it ends', async () => {
    setClock('2026-11-20 12:00');
    const flow = await start(evening);
    const first = await flow.nextMessage('out');
    assert.deepEqual([first.payload, occasionOf(first)], [false, 'start']);
    assert.equal(first['topic'], 'sun');
    assert.deepEqual(getNestedMember(first['sun'], 'up'), true);
    assert.equal(getNestedMember(first['sun'], 'next'), toIso('2026-11-20 18:12'));
    assert.equal(getNestedMember(first['sun'], 'set'), toIso('2026-11-20 18:42'));
    assert.equal(getNestedMember(first['sun'], 'rise'), toIso('2026-11-20 05:18'));
    await waitForStatus(flow, 'sun.noUntil');
    setClock('2026-11-20 18:12:01');
    const begun = await flow.nextMessage('out');
    assert.deepEqual([begun.payload, occasionOf(begun)], [true, 'changed']);
    await waitForStatus(flow, 'sun.yesUntil');
    setClock('2026-11-20 23:30:01');
    assert.equal((await flow.nextMessage('out')).payload, false);
  });

  it('sends true after a restart within the period, also at night', async () => {
    setClock('2026-11-21 02:00');
    const flow = await start({ fromType: 'sunset', toType: 'sunrise' });
    const { payload, bridge } = await flow.nextMessage('out');
    assert.deepEqual([payload, bridge], [true, { occasion: 'start' }]);
  });

  it('is silent after a restart where the box is not ticked, and sends the next change', async () => {
    setClock('2026-11-20 20:00');
    const flow = await start({ ...evening, emitAtStart: false });
    await waitForStatus(flow, 'sun.yesUntil');
    assert.equal(countUnasked(flow), 0);
    setClock('2026-11-20 23:31');
    const { payload, bridge } = await flow.nextMessage('out');
    assert.deepEqual([payload, bridge], [false, { occasion: 'changed' }]);
  });

  it('answers a message at any time, on the message itself', async () => {
    setClock('2026-11-20 20:00');
    const flow = await start(evening);
    const { payload, keep, bridge } = await flow.request('node', { keep: 'this' });
    assert.deepEqual([payload, keep], [true, 'this']);
    assert.equal(getNestedMember(bridge, 'occasion'), 'request');
    setClock('2026-11-20 23:45');
    assert.equal((await flow.request('node', {})).payload, false);
  });

  it('sends a sunset before its time, once', async () => {
    setClock('2026-11-20 18:11:50');
    const flow = await start({ emit: 'events', momentType: 'beforeSunset', moment: '30min' });
    await waitForStatus(flow, 'sun.next');
    assert.equal(countUnasked(flow), 0);
    setClock('2026-11-20 18:12:01');
    const message = await flow.nextMessage('out');
    assert.deepEqual([message.payload, occasionOf(message)], ['sunset', 'changed']);
    assert.equal((await flow.request('node', {})).payload, 'sunrise', 'the sun is still up');
    assert.equal(countUnasked(flow), 1);
  });

  it('names the next sunrise in its status after a sunset', async () => {
    setClock('2026-11-20 18:41:50');
    const flow = await start({ emit: 'events' });
    await waitForStatus(flow, 'sun.next');
    setClock('2026-11-20 18:42:01');
    assert.equal((await flow.nextMessage('out')).payload, 'sunset');
    await waitForStatus(flow, 'sun.next');
  });

  it('does not send a sunset afterwards that passed before the start', async () => {
    setClock('2026-11-20 18:42:30');
    const flow = await start({ emit: 'events' });
    await waitForStatus(flow, 'sun.next');
    const { payload } = await flow.request('node', {});
    assert.equal(payload, 'sunset');
    assert.equal(countUnasked(flow), 0);
  });

  for (const [dayType, isDark] of [
    ['polar_day', false],
    ['polar_night', true],
  ] as const) {
    it(`says what it does on a day without sunset: ${dayType}`, async () => {
      setClock('2026-11-20 20:00');
      const flow = await start(
        { fromType: 'sunset', toType: 'sunrise' },
        { sunset_time: '00:00:00', day_type: dayType },
        [{ id: 'events', type: 'bridge-sun', emit: 'events', wires: [[]] }],
      );
      const { payload, sun } = await flow.nextMessage('out');
      assert.equal(payload, isDark);
      const expected = { up: !isDark, rise: null, set: null, day: dayType, next: null };
      assert.deepEqual(sun, expected);
      const key = dayType === 'polar_day' ? 'sun.polarDay' : 'sun.polarNight';
      await waitForStatus(flow, key);
      await flow.nextStatus('events', ({ text }) => String(text).includes(key));
    });
  }

  it('says that the bridge does not know its place, and works with a place of its own', async () => {
    setClock('2026-11-20 20:00');
    const place = { latitude: '52.5', longitude: '13.4' };
    const berlin = { ...place, id: 'berlin', type: 'bridge-sun', fromType: 'sunset', wires: [[]] };
    const flow = await start({ fromType: 'sunset' }, null, [berlin]);
    const { text } = await flow.nextStatus('node', ({ fill }) => fill === 'red');
    assert.match(String(text), /ERR_BRIDGE_NOT_FOUND$/);
    flow.send('node', {});
    assert.match((await flow.nextFailure('node')).message, /^The bridge does not know where it is/);
    await flow.nextStatus('berlin', ({ text: shown }) => String(shown).includes('sun.'));
    reportSun(flow.simulator, normalDay);
    assert.equal((await flow.nextMessage('out')).payload, true);
  });

  it('asks for latitude and longitude if the bridge knows its place and reports no sun', async () => {
    setClock('2026-11-20 20:00');
    const flow = await start({ fromType: 'sunset' }, null);
    const [location] = flow.simulator.home.byType('geolocation');
    assert.ok(location);
    flow.simulator.home.change(location.id, { is_configured: true });
    flow.send('node', {});
    const { message } = await flow.nextFailure('node');
    assert.match(message, /^The bridge knows where it is.+Enter the latitude and longitude/);
  });

  it('needs no answer of the bridge for a place of its own, and for times of day', async () => {
    setClock('2026-11-20 20:00');
    const simulator = await startSimulator();
    simulator.faults.inject({ cut: 'request' });
    const times = { fromType: 'time', from: '19:00', toType: 'time', to: '21:00' };
    const place = { latitude: 52.5, longitude: 13.4, fromType: 'sunset', toType: 'sunrise' };
    for (const settings of [times, place]) {
      const nodes = [{ id: 'node', type: 'bridge-sun', ...settings }];
      const flow = await startFlowHarness(nodes, { simulator, nodeFiles });
      assert.ok((await flow.nextMessage('out')).payload !== undefined);
      await flow.unload();
    }
    await simulator.stop();
  });

  for (const [settings, pattern] of [
    [{ fromType: 'noon' }, /^setting fromType: expected one of .+, got "noon"/],
    [{ fromType: 'time', from: '25:00' }, /^setting from: expected a time such as 23:30, got/],
    [
      { ...evening, from: '9h' },
      /^setting from: expected a time up to 6h, such as 30min, got "9h"/,
    ],
    [{ fromType: 'sunset', toType: 'sunset' }, /^setting to: expected another moment than/],
    [{ emit: 'events', momentType: 'time' }, /^setting momentType: expected one of both, sunset/],
    [{ latitude: '52' }, /^setting longitude: expected a number from -180 to 180/],
    [{ emit: 'moon' }, /^setting emit: expected one of period, events/],
  ] as const) {
    it(`is not started with a wrong setting: ${JSON.stringify(settings)}`, async () => {
      const flow = await start(settings);
      const { text } = await flow.nextStatus('node', ({ fill }) => fill === 'red');
      assert.match(String(text), /WRONG_SETTING$/);
      flow.send('node', {});
      assert.match((await flow.nextFailure('node')).message, pattern);
    });
  }
});
