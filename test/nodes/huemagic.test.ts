import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { startFlowHarness, toResourcePath } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import { waitUntil } from '../support/wait-until';

const floorLamp = createFixtureId('light/living-floor');
const offLamp = createFixtureId('light/sofa-right');
const plug = createFixtureId('light/window-plug');
const kitchen = createFixtureId('grouped_light/kitchen');
const motion = createFixtureId('motion/hallway-motion');
const alarm = createFixtureId('behavior_instance/wake-up');
const chime = createFixtureId('speaker/chime');
const scene = createFixtureId('scene/kitchen/relax');
const contact = createFixtureId('contact/bedroom-window');

const picked = { targetType: 'resource', format: 'huemagic' };
const light = { ...picked, type: 'bridge-light' };

describe('A node that is written as HueMagic', () => {
  let flow: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 20 } });
    flow = await startFlowHarness(
      [
        {
          ...light,
          id: 'lamp',
          target: floorLamp,
          changes: 'format',
          wires: [['out'], ['states']],
        },
        { ...light, id: 'asked', target: floorLamp, wires: [['out']] },
        {
          ...light,
          id: 'off',
          target: offLamp,
          changes: 'format',
          colorNames: false,
          wires: [['out'], ['off-states']],
        },
        { ...light, id: 'plug', target: plug },
        { ...light, id: 'room', target: kitchen },
        { ...picked, id: 'sensor', type: 'bridge-sensor', target: motion, wires: [['out']] },
        {
          ...picked,
          id: 'door',
          type: 'bridge-poll',
          rtype: 'contact',
          target: contact,
          wires: [['doors']],
        },
        { ...picked, id: 'automation', type: 'bridge-automation', target: alarm },
        { ...picked, id: 'speaker', type: 'bridge-speaker', target: chime },
        { ...picked, id: 'scene', type: 'bridge-scene', target: scene, operation: 'recall' },
        { ...picked, id: 'buttons', type: 'bridge-button', target: '', wires: [['presses']] },
        ...['states', 'off-states', 'doors', 'presses'].map((id) => ({
          id,
          type: 'helper',
          wires: [],
        })),
      ],
      { simulator },
    );
  });
  after(() => flow.stop());

  const getState = (rid: string, ...path: string[]): unknown =>
    getNestedMember(flow.simulator.home.get(rid), ...path);
  const listBodies = (rtype: string, rid: string): unknown[] =>
    flow
      .writes()
      .filter(({ path }) => path === toResourcePath(rtype, rid))
      .map(({ body }) => body);

  it('sets a lamp, and sends its state as HueMagic does, with the message that led to it', async () => {
    const payload = { brightness: 20, hex: 'ff0000', source: 'dashboard' };
    await flow.request('lamp', { payload, topic: 'x' });
    const { payload: state, ...message } = await flow.nextMessage(
      'states',
      ({ payload: sent }) => getNestedMember(sent, 'brightness') === 20.16,
    );
    assert.deepEqual(listBodies('light', floorLamp), [
      { dimming: { brightness: 20 }, color: { xy: { x: 0.6915, y: 0.3083 } } },
    ]);
    assert.equal(getNestedMember(state, 'on'), true);
    assert.equal(getNestedMember(state, 'brightnessLevel'), 51);
    assert.deepEqual(getNestedMember(state, 'xyColor'), { x: 0.6915, y: 0.3083 });
    assert.equal(getNestedMember(state, 'connectionStatus'), 'connected');
    assert.equal(
      getNestedMember(message, 'info', 'deviceId'),
      createFixtureId('device/living-floor'),
    );
    assert.equal(getNestedMember(message, 'info', 'idV1'), '/lights/2');
    assert.deepEqual(getNestedMember(message, 'command', 'payload'), payload);
    assert.equal(getNestedMember(message, 'lastState', 'payload', 'brightness'), 40.32);
    assert.equal(getNestedMember(message, 'updated', 'payload', 'brightness'), 20.16);
  });

  it('says what is different from the state before', async () => {
    flow.simulator.home.change(floorLamp, { dimming: { brightness: 60.08 } });
    const message = await flow.nextMessage(
      'states',
      ({ payload }) => getNestedMember(payload, 'brightness') === 60.08,
    );
    assert.equal(getNestedMember(message, 'updated', 'payload', 'brightness'), 60.08);
    assert.equal(getNestedMember(message, 'updated', 'payload', 'on'), undefined);
    assert.equal(getNestedMember(message, 'lastState', 'payload', 'brightness'), 20.16);
    assert.equal(getNestedMember(message, 'command'), undefined);
    assert.ok(!('topic' in message));
    assert.equal(typeof getNestedMember(message, 'payload', 'color'), 'string');
  });

  it('says that a lamp cannot be reached', async () => {
    const radio = createFixtureId('zigbee_connectivity/living-floor');
    flow.simulator.home.change(radio, { status: 'connectivity_issue' });
    const { payload } = await flow.nextMessage(
      'states',
      ({ payload: state }) => getNestedMember(state, 'reachable') === false,
    );
    assert.equal(getNestedMember(payload, 'connectionStatus'), 'connectivity_issue');
    flow.simulator.home.change(radio, { status: 'connected' });
    await flow.nextMessage(
      'states',
      ({ payload: state }) => getNestedMember(state, 'reachable') === true,
    );
  });

  for (const payload of [{ status: true }, {}, 'on', 50]) {
    it(`answers ${JSON.stringify(payload)} with the state`, async () => {
      const message = await flow.request('asked', { payload });
      assert.equal(getNestedMember(message['payload'], 'brightness'), 60.08);
      assert.equal(getNestedMember(message, 'info', 'type'), 'light');
      assert.deepEqual(getNestedMember(message, 'command', 'payload'), payload);
    });
  }

  it('answers where it sends its states, as a node of HueMagic has one output for both', async () => {
    flow.send('lamp', { payload: { status: 'asked' } });
    const message = await flow.nextMessage(
      'states',
      ({ command }) => getNestedMember(command, 'payload', 'status') === 'asked',
    );
    assert.equal(getNestedMember(message['payload'], 'brightness'), 60.08);
  });

  it('says that a lamp that is off cannot be reached', async () => {
    await flow.nextStatus('off', ({ text }) => String(text).endsWith('status.off'));
    const radio = createFixtureId('zigbee_connectivity/sofa-right');
    flow.simulator.home.change(radio, { status: 'connectivity_issue' });
    const { payload } = await flow.nextMessage(
      'off-states',
      ({ payload: state }) => getNestedMember(state, 'reachable') === false,
    );
    assert.equal(getNestedMember(payload, 'on'), false);
    assert.equal(typeof getNestedMember(payload, 'hex'), 'string');
    assert.equal(getNestedMember(payload, 'color'), undefined);
    flow.simulator.home.change(radio, { status: 'connected' });
    await flow.nextMessage(
      'off-states',
      ({ payload: state }) => getNestedMember(state, 'reachable') === true,
    );
  });

  it('answers with the state where the lamp can do nothing of what is asked', async () => {
    const message = await flow.request('plug', { payload: { brightness: 20 } });
    assert.equal(getNestedMember(message['payload'], 'on'), false);
    assert.equal(getNestedMember(message['payload'], 'brightness'), false);
    assert.deepEqual(listBodies('light', plug), []);
  });

  it('leaves a lamp off, and sends what waited when the lamp comes on', async () => {
    await flow.request('off', { payload: { color: 'red', incrementBrightness: 20 } });
    await flow.request('off', { payload: { transitionTime: 1, colorTemp: 'warm' } });
    assert.equal(getState(offLamp, 'on', 'on'), false);
    assert.deepEqual(listBodies('light', offLamp), []);
    flow.simulator.home.change(offLamp, { on: { on: true } });
    await waitUntil(
      'the white that waited',
      () => getState(offLamp, 'color_temperature', 'mirek') === 400,
    );
    assert.equal(getState(offLamp, 'dimming', 'brightness'), 69.96);
  });

  it('saves what a lamp shows before an animation, and restores it', async () => {
    const showing = getState(floorLamp, 'color', 'xy');
    await flow.request('lamp', { animation: { status: true, restore: true } });
    // Each node has its own: an animation begins on all lamps behind it.
    await flow.request('off', { animation: { status: true, restore: true } });
    await flow.request('lamp', { payload: { on: true, hex: '#0000ff', brightness: 100 } });
    await flow.request('lamp', { animation: { status: false, restore: true } });
    await waitUntil(
      'the state before the animation',
      () => getState(floorLamp, 'dimming', 'brightness') === 60.08,
    );
    assert.deepEqual(getState(floorLamp, 'color', 'xy'), showing);
  });

  it('plays the steps of an animation until it is stopped', async () => {
    const isOn = (): unknown => getState(floorLamp, 'dimming', 'brightness');
    const steps = [
      { delay: 0, animation: { brightness: 90, transitionTime: 0.2 } },
      { delay: 100, animation: { brightness: 10, transitionTime: 0.2 } },
    ];
    const { bridge } = await flow.request('lamp', { payload: { steps } });
    assert.equal(getNestedMember(bridge, 'program', 'kind'), 'sequence');
    await waitUntil('the second step', () => isOn() === 9.88);
    await waitUntil('the first step once more', () => isOn() === 90.12);
    await flow.request('lamp', { payload: { animate: false } });
  });

  it('sets a group', async () => {
    await flow.request('room', { payload: { decrementBrightness: 30, transitionTime: 0.5 } });
    assert.deepEqual(listBodies('grouped_light', kitchen), [
      {
        dimming_delta: { action: 'down', brightness_delta: 30 },
        dynamics: { duration: 500 },
      },
    ]);
  });

  it('refuses a picture', async () => {
    flow.send('lamp', { payload: { image: 'a.png' } });
    assert.match(
      (await flow.nextFailure('lamp')).message,
      /payload\.image: .*pictures are not read/,
    );
  });

  it('switches a sensor, and says its reading', async () => {
    flow.send('sensor', { payload: false });
    await waitUntil('the sensor to be off', () => getState(motion, 'enabled') === false);
    const { payload, info } = await flow.request('sensor', { payload: { status: true } });
    assert.equal(getNestedMember(payload, 'active'), false);
    assert.equal(getNestedMember(payload, 'motion'), false);
    assert.equal(getNestedMember(info, 'battery'), 14);
  });

  it('watches a contact', async () => {
    flow.simulator.home.change(contact, { contact_report: { state: 'contact', changed: 'now' } });
    const { payload, info } = await flow.nextMessage('doors');
    assert.equal(getNestedMember(payload, 'contact'), 'contact');
    assert.equal(getNestedMember(payload, 'tampered'), false);
    assert.equal(getNestedMember(info, 'name'), 'Bedroom window');
  });

  it('sends from a poll node the message that asked for the state beside it', async () => {
    flow.send('door', { payload: { status: true }, topic: 'asked' });
    const { command } = await flow.nextMessage(
      'doors',
      (message) => getNestedMember(message, 'command', 'topic') === 'asked',
    );
    assert.deepEqual(getNestedMember(command, 'payload'), { status: true });
  });

  it('tells a press, and how a dial is turned', async () => {
    flow.simulator.home.change(createFixtureId('button/living-dimmer/1'), {
      button: { button_report: { updated: new Date().toISOString(), event: 'initial_press' } },
    });
    const { payload, info } = await flow.nextMessage('presses');
    assert.equal(getNestedMember(payload, 'button'), 2);
    assert.equal(getNestedMember(payload, 'action'), 'initial_press');
    assert.equal(getNestedMember(payload, 'rotation'), false);
    assert.equal(getNestedMember(info, 'name'), 'Dimmer');
    const turn = {
      action: 'start',
      rotation: { direction: 'clock_wise', steps: 60, duration: 400 },
    };
    flow.simulator.home.change(createFixtureId('relative_rotary/bedroom-dial'), {
      relative_rotary: { rotary_report: { updated: new Date().toISOString(), ...turn } },
    });
    const turned = await flow.nextMessage('presses');
    assert.deepEqual(getNestedMember(turned['payload'], 'rotation'), {
      action: 'start',
      direction: 'clock_wise',
      clockwise: true,
      steps: 60,
      degrees: 22,
      duration: 400,
    });
  });

  it('toggles an automation, and says how it is', async () => {
    await flow.request('automation', { payload: { toggle: 'x' } });
    assert.equal(getState(alarm, 'enabled'), false);
    const message = await flow.request('automation', { payload: {} });
    assert.equal(getNestedMember(message['payload'], 'enabled'), false);
    assert.equal(getNestedMember(message, 'configuration', 'fade_in_duration', 'seconds'), 1800);
  });

  it('plays a sound for so many seconds', async () => {
    await flow.request('speaker', { payload: { alarm: { sound: 'bleep', duration: 2 } } });
    assert.deepEqual(listBodies('speaker', chime), [{ alarm: { sound: 'bleep', duration: 2000 } }]);
    const { payload } = await flow.request('speaker', { payload: {} });
    assert.equal(getNestedMember(payload, 'alarm'), 'bleep');
  });

  it('recalls a scene with any message', async () => {
    await flow.request('scene', { payload: false });
    await flow.request('scene', { payload: { transitionTime: 2, brightness: 30 } });
    assert.deepEqual(listBodies('scene', scene), [
      { recall: { action: 'active' } },
      { recall: { action: 'active', duration: 2000, dimming: { brightness: 30 } } },
    ]);
  });
});
