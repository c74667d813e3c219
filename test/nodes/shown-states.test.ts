import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { startSimulator, createFixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';
import type { NodeStatus } from '../support/node-red/flow-watcher';
import { waitUntil } from '../support/wait-until';

const floorLamp = createFixtureId('light/living-floor');
const floorLampRadio = createFixtureId('zigbee_connectivity/living-floor');
const kitchen = createFixtureId('grouped_light/kitchen');
const motion = createFixtureId('motion/hallway-motion');

/** Nodes that never get a message, unless a test sends one. */
const nodes = [
  { id: 'lamp', type: 'bridge-light', target: floorLamp, targetType: 'resource' },
  { id: 'named', type: 'bridge-light', target: 'Living room/Floor lamp', targetType: 'str' },
  { id: 'group', type: 'bridge-light', target: kitchen, targetType: 'resource' },
  { id: 'any', type: 'bridge-light' },
  { id: 'of the message', type: 'bridge-light', target: 'topic', targetType: 'msg' },
  { id: 'room', type: 'bridge-room', operation: 'get', target: 'Kitchen', targetType: 'str' },
  { id: 'sensor', type: 'bridge-sensor', target: motion, targetType: 'resource' },
  { id: 'unknown', type: 'bridge-light', target: 'No such lamp', targetType: 'str' },
].map((node) => ({ ...node, wires: [['out']] }));

/** Nodes that poll nothing. */
const sensorless = nodes.filter(({ type }) => type !== 'bridge-sensor');

/** Waits for a status of a node, such as `grey dot off`; a text is shown by its key. */
const waitForLook = (
  flow: Pick<FlowHarness, 'nextStatus'>,
  nodeId: string,
  look: string,
): Promise<NodeStatus> =>
  flow.nextStatus(nodeId, ({ fill, shape, text }) => {
    const key = String(text).replace(/^.*:status\./, '');
    return `${String(fill)} ${String(shape)} ${key}` === look;
  });

describe('The status of a node with a target', () => {
  let flow: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 20 } });
    simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness: 50 } });
    simulator.home.change(kitchen, { on: { on: false } });
    simulator.home.change(motion, { enabled: true, motion: { motion: false } });
    flow = await startFlowHarness(nodes, { simulator });
  });
  after(() => flow.stop());

  it('shows its state after the deploy, without a message', async () => {
    await Promise.all([
      waitForLook(flow, 'lamp', 'green dot brightness'),
      waitForLook(flow, 'named', 'green dot brightness'),
      waitForLook(flow, 'group', 'grey dot off'),
      waitForLook(flow, 'room', 'grey dot off'),
      waitForLook(flow, 'sensor', 'grey dot noMotion'),
      waitForLook(flow, 'unknown', 'red ring failed.ERR_BRIDGE_UNKNOWN_TARGET'),
      waitForLook(flow, 'any', 'grey ring idle'),
      waitForLook(flow, 'of the message', 'grey ring idle'),
    ]);
  });

  it('follows what others change', async () => {
    const { home } = flow.simulator;
    home.change(floorLamp, { on: { on: false } });
    await Promise.all(['lamp', 'named'].map((node) => waitForLook(flow, node, 'grey dot off')));
    home.change(motion, { motion: { motion: true, motion_report: { motion: true } } });
    await waitForLook(flow, 'sensor', 'green dot motion');
    home.change(motion, { enabled: false });
    await waitForLook(flow, 'sensor', 'grey ring disabled');
  });

  it('says that a lamp cannot be reached, and that it can be again', async () => {
    const { home } = flow.simulator;
    home.change(floorLampRadio, { status: 'connectivity_issue' });
    await waitForLook(flow, 'lamp', 'yellow dot unreachable');
    home.change(floorLampRadio, { status: 'connected' });
    await waitForLook(flow, 'lamp', 'grey dot off');
  });

  it('shows that it works, and the result', async () => {
    const endDelay = flow.simulator.faults.inject({ match: { method: 'PUT' }, delay: 60_000 });
    flow.send('group', { payload: { on: true, kelvin: 2700 } });
    await waitForLook(flow, 'group', 'blue dot working');
    endDelay();
    await waitForLook(flow, 'group', 'green dot on');
  });

  it('does not show a value that may have no effect, as while the lamp syncs with a screen', async () => {
    const description = `device (light) ${floorLamp} is streaming, command (.dimming.brightness) may not have effect`;
    flow.simulator.faults.inject({
      match: { method: 'PUT', path: `/clip/v2/resource/light/${floorLamp}` },
      status: 207,
      body: JSON.stringify({
        errors: [{ description }],
        data: [{ rid: floorLamp, rtype: 'light' }],
      }),
      times: 1,
    });
    flow.send('lamp', { payload: 41 });
    await waitForLook(flow, 'lamp', 'yellow dot mayBeIgnored');
  });

  it('shows the course of a long transition, until somebody else ends it', async () => {
    const { home } = flow.simulator;
    home.change(floorLamp, { on: { on: true }, dimming: { brightness: 20 } });
    await waitForLook(flow, 'lamp', 'green dot brightness');
    flow.send('lamp', { payload: { brightness: 80, transition: '5min' } });
    await waitForLook(flow, 'lamp', 'green dot fading.minutes');
    await waitForLook(flow, 'named', 'green dot fading.minutes');
    home.change(floorLamp, { dimming: { brightness: 10 } });
    await waitForLook(flow, 'named', 'green dot brightness');
    flow.send('lamp', { payload: { brightness: 90, transition: '3h' } });
    await waitForLook(flow, 'named', 'green dot fading.hours');
    flow.send('lamp', { payload: { on: false, transition: 0 } });
    await waitForLook(flow, 'named', 'grey dot off');
  });

  it('shows a lamp that was renamed away from its name as unknown', async () => {
    for (const rid of [floorLamp, createFixtureId('device/living-floor')])
      flow.simulator.home.change(rid, { metadata: { name: 'Reading lamp' } });
    await waitForLook(flow, 'named', 'red ring failed.ERR_BRIDGE_UNKNOWN_TARGET');
  });

  it('shows that a lamp is gone, and that it is there again', async () => {
    const { home } = flow.simulator;
    const lamp = home.get(floorLamp);
    assert.ok(lamp);
    home.remove(floorLamp);
    await waitForLook(flow, 'lamp', 'red ring gone');
    home.add(lamp);
    await waitForLook(flow, 'lamp', 'grey dot off');
  });
});

describe('Nodes with targets that are no sensors', () => {
  it('ask the bridge for nothing but everything at once, however many there are', async () => {
    const flow = await startFlowHarness(sensorless);
    const { events, requests } = flow.simulator;
    try {
      await Promise.all([
        waitForLook(flow, 'named', 'green dot brightness'),
        waitForLook(flow, 'room', 'green dot brightness'),
        waitForLook(flow, 'unknown', 'red ring failed.ERR_BRIDGE_UNKNOWN_TARGET'),
        waitUntil('the event stream', () => events.connectionCount === 1),
      ]);
      const paths = requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
      assert.deepEqual([...new Set(paths)].toSorted(), [
        '/clip/v2/resource',
        '/eventstream/clip/v2',
      ]);
    } finally {
      await flow.stop();
    }
  });
});

describe('A node with a target whose bridge is not to show states', () => {
  it('shows the last result only, and keeps no event stream open', async () => {
    const flow = await startFlowHarness(sensorless, { bridge: { showStates: false } });
    try {
      await waitForLook(flow, 'lamp', 'grey ring idle');
      await flow.request('lamp', { payload: { on: true, brightness: 20 } });
      await waitForLook(flow, 'lamp', 'green dot brightness');
      const streams = flow.simulator.requests.filter(({ path }) => path.startsWith('/eventstream'));
      assert.deepEqual(streams, []);
    } finally {
      await flow.stop();
    }
  });
});

describe('A node with a target whose bridge pushes no events', () => {
  it('shows the state that was read, and what a command has set, without further reads', async () => {
    const flow = await startFlowHarness(nodes, { bridge: { events: 'never' } });
    const { home, requests } = flow.simulator;
    try {
      home.change(kitchen, { on: { on: false } });
      await waitForLook(flow, 'group', 'grey dot off');
      await flow.request('group', { payload: { on: true, brightness: 20 } });
      await waitForLook(flow, 'group', 'green dot brightness');
      const reads = requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
      assert.ok(reads.filter((path) => path === '/clip/v2/resource').length === 1, String(reads));
    } finally {
      await flow.stop();
    }
  });
});

describe('A light node that also sends the changes of its lamp', () => {
  const lamp = { type: 'bridge-light', target: floorLamp, targetType: 'resource' };
  let flow: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 20 } });
    simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness: 50 } });
    flow = await startFlowHarness(
      [
        { ...lamp, id: 'dimmed', changes: 'brightness', wires: [['answers'], ['levels']] },
        { ...lamp, id: 'slider', changes: 'wholeBrightness', wires: [[], ['whole']] },
        { ...lamp, id: 'any', changes: 'value', foreignChanges: true, wires: [[], ['states']] },
        {
          ...lamp,
          id: 'written',
          changes: 'format',
          format: 'home-assistant',
          wires: [[], ['words']],
        },
        {
          ...lamp,
          id: 'lost',
          changes: 'on',
          unreachableIsOff: true,
          output: 'state',
          wires: [['answers'], ['lit']],
        },
        {
          ...lamp,
          id: 'room',
          target: kitchen,
          changes: 'on',
          wires: [[], ['rooms']],
        },
        { ...lamp, id: 'wrong', changes: 'brigthness', wires: [[], []] },
        { ...lamp, id: 'aimless', target: '', changes: 'value', wires: [[], []] },
        ...['answers', 'levels', 'whole', 'states', 'words', 'lit', 'rooms'].map((id) => ({
          id,
          type: 'helper',
          wires: [],
        })),
      ],
      { simulator },
    );
  });
  after(() => flow.stop());

  it('sends the changes of a room that is picked', async () => {
    assert.equal((await flow.nextMessage('rooms'))['payload'], true);
    for (const lit of flow.simulator.home.byType('light'))
      flow.simulator.home.change(lit.id, { on: { on: lit.id === floorLamp } });
    assert.equal((await flow.nextMessage('rooms'))['payload'], false);
  });

  it('sends the present state at the start', async () => {
    const message = await flow.nextMessage('levels');
    assert.equal(message['payload'], 50);
    assert.equal(message['topic'], 'light/Floor lamp');
    assert.equal(getNestedMember(message['device'], 'name'), 'Floor lamp');
    assert.equal(getNestedMember(message['device'], 'room'), 'Living room');
    assert.equal(getNestedMember(message['bridge'], 'occasion'), 'start');
    const { payload } = await flow.nextMessage('states');
    assert.equal(getNestedMember(payload, 'brightness'), 50);
    const written = await flow.nextMessage('words');
    assert.equal(getNestedMember(written['payload'], 'state'), 'ON');
  });

  it('sends what others change of what it sends, with what it was before, and nothing else', async () => {
    const { home } = flow.simulator;
    home.change(floorLamp, { on: { on: false } });
    assert.equal(getNestedMember((await flow.nextMessage('states'))['payload'], 'on'), false);
    assert.equal((await flow.nextMessage('levels'))['payload'], 0);
    home.change(floorLamp, { on: { on: true }, dimming: { brightness: 70 } });
    const message = await flow.nextMessage('levels');
    assert.equal(message['payload'], 70);
    assert.equal(getNestedMember(message['previous'], 'dimming', 'brightness'), 50);
    assert.equal(getNestedMember(message['bridge'], 'own'), false);
    assert.equal(getNestedMember((await flow.nextMessage('states'))['payload'], 'brightness'), 70);
  });

  it('says of what its flows changed that they did', async () => {
    flow.send('dimmed', { payload: { on: true, brightness: 20 } });
    await flow.nextMessage('answers');
    const message = await flow.nextMessage('levels');
    // Lamps dim in steps.
    assert.equal(Math.round(Number(message['payload'])), 20);
    assert.equal(getNestedMember(message['bridge'], 'own'), true);
  });

  it('leaves out what it has set itself where that is not wanted, and sends what other nodes and apps set', async () => {
    const isBrightness =
      (brightness: number) =>
      ({ payload }: FlowMessage): boolean =>
        Math.round(Number(getNestedMember(payload, 'brightness') ?? payload)) === brightness;
    flow.send('dimmed', { payload: 25 });
    await flow.nextMessage('answers');
    await flow.nextMessage('states', isBrightness(25));
    flow.send('any', { payload: 35 });
    await flow.nextMessage('levels', isBrightness(35));
    flow.simulator.home.change(floorLamp, { dimming: { brightness: 80 } });
    await flow.nextMessage('states', isBrightness(80));
    const sent = flow.observations.filter(
      (each) => each.kind === 'arrival' && each.node === 'states',
    );
    const own = sent.filter((each) => each.kind === 'arrival' && isBrightness(35)(each.message));
    assert.deepEqual(own, []);
  });

  it('takes the steps of its own sequences for its own, and what others set meanwhile not', async () => {
    const isOneOf =
      (values: readonly number[]) =>
      ({ payload }: FlowMessage): boolean =>
        values.includes(Math.round(Number(getNestedMember(payload, 'brightness'))));
    const steps = [41, 44].map((brightness) => ({ brightness, for: '200ms' }));
    flow.send('any', { payload: { play: steps } });
    await flow.nextMessage('levels', ({ payload }) => Math.round(Number(payload)) === 44);
    flow.simulator.home.change(floorLamp, { dimming: { brightness: 90 } });
    await flow.nextMessage('states', isOneOf([90]));
    const sent = flow.observations.filter(
      (each) => each.kind === 'arrival' && each.node === 'states',
    );
    assert.deepEqual(
      sent.filter((each) => each.kind === 'arrival' && isOneOf([41, 44])(each.message)),
      [],
    );
  });

  it('says that a lamp is off while it cannot be reached, where that is wanted', async () => {
    const { home } = flow.simulator;
    home.change(floorLampRadio, { status: 'disconnected' });
    const { payload, changed } = await flow.nextMessage(
      'lit',
      (message) => getNestedMember(message['device'], 'reachable') === false,
    );
    assert.deepEqual([payload, changed], [false, ['reachable']]);
    flow.send('lost', { payload: 30 });
    const answer = await flow.nextMessage('answers');
    assert.equal(getNestedMember(answer['payload'], 'on'), false);
    home.change(floorLampRadio, { status: 'connected' });
    await flow.nextMessage('lit', (message) => message['payload'] === true);
  });

  it('sends whole percent to a slider, and at least 1 while the lamp is on', async () => {
    const { home } = flow.simulator;
    for (const [brightness, whole] of [
      [69.6, 70],
      [0.39, 1],
      [33.3, 33],
    ] as const) {
      home.change(floorLamp, { on: { on: true }, dimming: { brightness } });
      await flow.nextMessage('whole', ({ payload }) => payload === whole);
    }
    flow.observations.forEach((seen) => {
      if (seen.kind === 'arrival' && seen.node === 'whole')
        assert.ok(Number.isInteger(seen.message['payload']));
    });
  });

  it('shows a setting that it cannot follow', async () => {
    const isWrong = ({ fill }: NodeStatus): boolean => fill === 'red';
    await flow.nextStatus('wrong', isWrong);
    await flow.nextStatus('aimless', isWrong);
  });
});
