import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const floorLamp = createFixtureId('light/living-floor');
const kitchen = createFixtureId('grouped_light/kitchen');
const motion = createFixtureId('motion/kitchen-motion');

describe('What a node leaves in the payload after a command', () => {
  let harness: FlowHarness;
  before(async () => {
    const state = { output: 'state' };
    const answer = { output: 'answer' };
    const simulator = await startSimulator({ events: { batch: 20 } });
    harness = await startFlowHarness(
      [
        { id: 'first', type: 'bridge-light', target: floorLamp, wires: [['second']] },
        { id: 'second', type: 'bridge-light', target: kitchen },
        { id: 'lamp', type: 'bridge-light', target: floorLamp, ...state },
        { id: 'lamp answer', type: 'bridge-light', target: floorLamp, ...answer },
        { id: 'room', type: 'bridge-light', target: kitchen, ...state },
        { id: 'sensor', type: 'bridge-sensor', target: motion, ...state },
        { id: 'sensor answer', type: 'bridge-sensor', target: motion, ...answer },
        {
          id: 'scene',
          type: 'bridge-smart-scene',
          target: 'Kitchen day',
          targetType: 'str',
          recall: '',
          ...state,
        },
        { id: 'resource', type: 'bridge-resource', operation: '', rtype: 'light', ...state },
        { id: 'zone', type: 'bridge-resource', operation: '', rtype: 'zone', ...state },
        { id: 'odd', type: 'bridge-light', target: floorLamp, output: 'reference' },
        { id: 'watch', type: 'bridge-poll', rtype: 'light', wires: [[]] },
        { id: 'status', type: 'bridge-status', output: 'mode', wires: [['mode']] },
        { id: 'mode', type: 'helper', wires: [] },
      ],
      { simulator },
    );
  });
  after(() => harness.stop());

  const isOn = (rid: string): unknown =>
    getNestedMember(harness.simulator.home.get(rid), 'on', 'on');
  const getBrightness = (payload: unknown): number =>
    Math.round(Number(getNestedMember(payload, 'brightness')));
  const countReads = (rid: string): number =>
    harness.simulator.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(rid))
      .length;

  it('is what came in, so that one lamp can be wired behind another', async () => {
    for (const on of [true, false]) {
      const { payload, bridge } = await harness.request('first', { payload: on });
      assert.equal(payload, on);
      assert.equal(getNestedMember(bridge, 'rid'), kitchen);
      assert.deepEqual([isOn(floorLamp), isOn(kitchen)], [on, on]);
    }
  });

  it('is the plain value that the bridge reports, where the state afterwards is chosen', async () => {
    const { payload } = await harness.request('lamp', { payload: { brightness: 40 } });
    assert.deepEqual([getNestedMember(payload, 'on'), getBrightness(payload)], [true, 40]);
    const { payload: stepped } = await harness.request('lamp', { payload: '+10' });
    assert.equal(getBrightness(stepped), 50);
    const { payload: toggled } = await harness.request('room', { payload: 'toggle' });
    assert.equal(getNestedMember(toggled, 'on'), isOn(kitchen));
  });

  it('costs no read where the bridge pushes its changes', async () => {
    await harness.nextMessage('mode', ({ payload }) => payload === 'stream');
    await harness.request('lamp', { payload: { on: true, brightness: 20 } });
    const before = countReads(floorLamp);
    const { payload, bridge } = await harness.request('lamp', { payload: { brightness: 60 } });
    assert.equal(getBrightness(payload), 60);
    assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
    assert.equal(countReads(floorLamp), before);
  });

  it('is never what was merely asked for', async () => {
    const endFault = harness.simulator.faults.inject({
      match: { method: 'PUT' },
      status: 200,
      body: { errors: [], data: [{ rid: floorLamp, rtype: 'light' }] },
    });
    const { payload, bridge } = await harness.request('lamp', { payload: { brightness: 99 } });
    endFault();
    assert.equal(getBrightness(payload), 60);
    assert.match(String(getNestedMember(bridge, 'warnings')), /another state/);
  });

  it('is the state of a sensor, a scene and any other resource, too', async () => {
    const sensed = await harness.request('sensor', { payload: true });
    assert.equal(typeof sensed['payload'], 'boolean');
    assert.equal((await harness.request('scene', { payload: true }))['payload'], 'active');
    assert.equal((await harness.request('scene', { payload: false }))['payload'], 'inactive');
    const update = { operation: 'update', target: floorLamp, payload: { on: { on: false } } };
    const { payload } = await harness.request('resource', update);
    assert.equal(getNestedMember(payload, 'on'), false);
  });

  it('is the reference, where the answer of the bridge is chosen', async () => {
    const lamp = await harness.request('lamp answer', { payload: true });
    assert.deepEqual(lamp['payload'], { rid: floorLamp, rtype: 'light' });
    const sensor = await harness.request('sensor answer', { payload: true });
    assert.deepEqual(sensor['payload'], { rid: motion, rtype: 'motion' });
  });

  it('is the result of what reads or creates, and nothing of what is deleted', async () => {
    const read = await harness.request('resource', { operation: 'get', target: floorLamp });
    assert.equal(getNestedMember(read['payload'], 'id'), floorLamp);
    const created = await harness.request('zone', {
      operation: 'create',
      payload: { metadata: { name: 'Desk', archetype: 'office' }, children: [] },
    });
    const target = String(getNestedMember(created['payload'], 'rid'));
    const deleted = await harness.request('zone', { operation: 'delete', target });
    assert.equal(deleted['payload'], null);
  });

  it('is refused before anything is sent, where the setting is none of these', async () => {
    const before = harness.writes().length;
    harness.send('odd', { payload: true });
    const { message } = await harness.nextFailure('odd');
    assert.match(
      message,
      /^setting output: expected one of message, state, answer, got "reference"/,
    );
    assert.equal(harness.writes().length, before);
  });
});

describe('The colour of a group that nothing watches', () => {
  it('is the one that its lamps show, whoever set them: asked for, and after a command', async () => {
    const simulator = await startSimulator();
    const harness = await startFlowHarness(
      [{ id: 'room', type: 'bridge-light', target: kitchen, output: 'state' }],
      { simulator, bridge: { events: 'never' } },
    );
    try {
      await harness.request('room', { payload: { on: true, kelvin: 3_000 } });
      const setWhite = (mirek: number): void => {
        for (const lamp of ['counter-strip', 'kitchen-spot-1', 'kitchen-spot-2', 'kitchen-spot-3'])
          simulator.home.change(createFixtureId(`light/${lamp}`), {
            on: { on: true },
            color_temperature: { mirek, mirek_valid: true },
          });
      };
      const read = async (payload: unknown): Promise<unknown> =>
        getNestedMember((await harness.request('room', { payload })).payload, 'kelvin');
      setWhite(400);
      assert.equal(await read('get'), 2_500);
      setWhite(250);
      assert.equal(await read({ brightness: 40 }), 4_000);
    } finally {
      await harness.stop();
    }
  });
});
