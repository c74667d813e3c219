import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const lamp = createFixtureId('light/living-floor');
const fountain = createFixtureId('light/fountain');
const unknownLamp = '00000000-0000-4000-8000-000000000001';
const kitchenLamp = createFixtureId('light/kitchen-spot-1');

const createReport = (celsius: number): Record<string, unknown> => ({
  temperature: {
    temperature: celsius,
    temperature_valid: true,
    temperature_report: { changed: new Date().toISOString(), temperature: celsius },
  },
});

/** A text below a node: the harness shows its key. */
const statusText = (key: string): string => `@lighting-bridge/node-red/bridge-config:status.${key}`;

/** Name of the room that holds the device of a lamp. */
function findRoomName({ simulator: { home } }: FlowHarness, rid: string): unknown {
  const owner = getNestedMember(home.get(rid), 'owner', 'rid');
  const room = home
    .byType('room')
    .find(({ children }) => JSON.stringify(children).includes(String(owner)));
  return getNestedMember(room, 'metadata', 'name');
}

describe('The poll node with one value for several resources', () => {
  let flow: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 20 } });
    flow = await startFlowHarness(
      [
        {
          id: 'room',
          type: 'bridge-poll',
          rtype: 'light',
          room: 'Living room',
          combine: 'none',
          split: 'yes-no',
          wires: [['off'], ['lit']],
        },
        { id: 'off', type: 'helper' },
        { id: 'lit', type: 'helper' },
        {
          id: 'coldest',
          type: 'bridge-poll',
          rtype: 'temperature',
          combine: 'lowest',
          emit: 'request',
        },
        {
          id: 'warmth',
          type: 'bridge-poll',
          rtype: 'temperature',
          combine: 'highest',
          smallestChange: '2',
          wires: [['warmer']],
        },
        { id: 'warmer', type: 'helper' },
        {
          id: 'mean',
          type: 'bridge-poll',
          rtype: 'temperature',
          combine: 'mean',
          emit: 'poll',
          interval: '24h',
          wires: [['polled']],
        },
        { id: 'polled', type: 'helper' },
        { id: 'celsius', type: 'bridge-poll', rtype: 'temperature', wires: [['each']] },
        { id: 'each', type: 'helper' },
        {
          id: 'homekit',
          type: 'bridge-poll',
          rtype: 'light',
          target: kitchenLamp,
          format: 'homekit',
          split: 'yes-no',
          wires: [['homekit-on'], ['homekit-off']],
        },
        { id: 'homekit-on', type: 'helper' },
        { id: 'homekit-off', type: 'helper' },
        {
          id: 'homekit-any',
          type: 'bridge-poll',
          rtype: 'light',
          format: 'homekit',
          combine: 'any',
          emit: 'request',
        },
        {
          id: 'whole',
          type: 'bridge-poll',
          rtype: 'contact',
          target: 'Bedroom window',
          targetType: 'str',
          output: 'resource',
          split: 'yes-no',
          emit: 'request',
        },
        {
          id: 'radio',
          type: 'bridge-poll',
          rtype: 'zigbee_connectivity',
          target: createFixtureId('zigbee_connectivity/kitchen-spot-1'),
          split: 'yes-no',
          yesWhen: 'notEquals',
          yesValue: 'connected',
          wires: [['radio-lost'], ['radio-back']],
        },
        { id: 'radio-lost', type: 'helper' },
        { id: 'radio-back', type: 'helper' },
        {
          id: 'names',
          type: 'bridge-poll',
          rtype: 'device',
          split: 'yes-no',
          emit: 'request',
        },
        {
          id: 'spots',
          type: 'bridge-poll',
          rtype: 'light',
          room: 'Garden',
          combine: 'count',
          unreachableIsOff: true,
          wires: [['lit-spots']],
        },
        { id: 'lit-spots', type: 'helper' },
        {
          id: 'pair',
          type: 'bridge-poll',
          rtype: 'light',
          target: `${kitchenLamp},${fountain}`,
          combine: 'all',
          wires: [['both']],
        },
        { id: 'both', type: 'helper' },
        {
          id: 'gap',
          type: 'bridge-poll',
          rtype: 'light',
          target: `${kitchenLamp},${unknownLamp}`,
          emit: 'request',
        },
        {
          id: 'fountain',
          type: 'bridge-poll',
          rtype: 'light',
          target: fountain,
          properties: 'on.on',
          unreachableIsOff: true,
          wires: [['fountain-changes']],
        },
        { id: 'fountain-changes', type: 'helper' },
      ],
      { simulator },
    );
    for (const id of ['room', 'warmth', 'celsius', 'homekit', 'spots', 'fountain', 'pair'])
      await flow.nextStatus(id, ({ fill }) => fill === 'green');
  });
  after(() => flow.stop());

  it('says whether all lamps of a room are off, to yes or no, as soon as the last one is', async () => {
    const { home } = flow.simulator;
    const lamps = home.byType('light').filter(({ id }) => findRoomName(flow, id) === 'Living room');
    assert.ok(lamps.length > 1);
    for (const { id } of lamps) home.change(id, { on: { on: false } });
    const message = await flow.nextMessage('off');
    assert.equal(message['payload'], true);
    assert.ok(Array.isArray(message['values']));
    assert.equal(message['values'].length, lamps.length);
    await flow.nextStatus('room', ({ text }) => text === statusText('yes'));
    home.change(lamp, { on: { on: true } });
    const lit = await flow.nextMessage('lit');
    assert.equal(lit['payload'], false);
    assert.equal(lit['previous'], true);
  });

  it('makes one number of all sensors, and sends it only when asked where that is wanted', async () => {
    const garden = createFixtureId('temperature/garden-motion');
    flow.simulator.home.change(garden, { id_v1: '/sensors/1' });
    const answer = await flow.request('coldest', {});
    assert.equal(answer['payload'], 6.21);
    assert.equal(getNestedMember(answer['bridge'], 'occasion'), 'request');
    await flow.nextStatus('coldest', ({ text }) => text === statusText('measurement'));
    const unasked = flow.observations.filter(
      (seen) => seen.kind === 'arrival' && seen.node === 'out' && !('ticket' in seen.message),
    );
    assert.deepEqual(unasked, []);
  });

  it('sends each poll once, and one message to each that asks', async () => {
    const readOccasion = async (): Promise<unknown> =>
      getNestedMember((await flow.nextMessage('polled'))['bridge'], 'occasion');
    const occasions = [await readOccasion()];
    for (let count = 0; count < 2; count += 1) {
      flow.send('mean', { payload: 'now' });
      occasions.push(await readOccasion());
    }
    assert.deepEqual(occasions, ['poll', 'request', 'request']);
  });

  it('decides on the state of a lamp, in whichever format that is sent', async () => {
    const { home } = flow.simulator;
    home.change(kitchenLamp, { on: { on: false } });
    const off = await flow.nextMessage('homekit-off');
    assert.equal(getNestedMember(off['payload'], 'On'), false);
    home.change(kitchenLamp, { on: { on: true } });
    const on = await flow.nextMessage('homekit-on');
    assert.equal(getNestedMember(on['payload'], 'On'), true);
    const any = await flow.request('homekit-any', {});
    assert.equal(any['payload'], true);
    const window = await flow.request('whole', {});
    assert.equal(getNestedMember(window['payload'], 'type'), 'contact');
  });

  it('counts a lamp as off while it cannot be reached, where that is wanted', async () => {
    const { home } = flow.simulator;
    const radio = createFixtureId('zigbee_connectivity/fountain');
    home.change(fountain, { on: { on: true } });
    await flow.nextMessage(
      'fountain-changes',
      ({ payload }) => getNestedMember(payload, 'on') === true,
    );
    await flow.nextStatus('fountain', ({ text }) => text === statusText('on'));
    const { payload: lit } = await flow.nextMessage('lit-spots');
    home.change(radio, { status: 'connectivity_issue' });
    const lost = await flow.nextMessage('fountain-changes');
    assert.equal(getNestedMember(lost['payload'], 'on'), false);
    assert.equal(getNestedMember(lost['device'], 'reachable'), false);
    assert.equal(getNestedMember(lost['resource'], 'on', 'on'), true);
    assert.deepEqual(lost['changed'], ['reachable']);
    const fewer = await flow.nextMessage('lit-spots');
    assert.equal(fewer['payload'], Number(lit) - 1);
    await flow.nextStatus('fountain', ({ text }) => text === statusText('off'));
    home.change(radio, { status: 'connected' });
    const found = await flow.nextMessage('fountain-changes');
    assert.equal(getNestedMember(found['payload'], 'on'), true);
  });

  it('watches several that were ticked, and says which of them is not there', async () => {
    const { home } = flow.simulator;
    home.change(fountain, { on: { on: true } });
    home.change(kitchenLamp, { on: { on: true } });
    const both = await flow.nextMessage('both', ({ payload }) => payload === true);
    assert.ok(Array.isArray(both['values']) && both['values'].length === 2);
    home.change(kitchenLamp, { on: { on: false } });
    await flow.nextMessage('both', ({ payload }) => payload === false);
    flow.send('gap', {});
    const error = await flow.nextOutcome('gap');
    assert.equal(error?.code, 'ERR_BRIDGE_NOT_FOUND');
    assert.match(
      error.message,
      new RegExp(`the id of a light that the bridge holds, got "${unknownLamp}"`),
    );
    home.change(kitchenLamp, { on: { on: true } });
    await flow.nextMessage('both', ({ payload }) => payload === true);
  });

  it('takes from the message which are asked for, where its dialog names none', async () => {
    const { home } = flow.simulator;
    home.change(fountain, { on: { on: true } });
    await flow.nextStatus('fountain', ({ text }) => text === statusText('on'));
    const target = ['Garden wall', 'Fountain'];
    const { payload, values } = await flow.request('homekit-any', { target });
    assert.equal(payload, true);
    assert.ok(Array.isArray(values));
    assert.deepEqual(
      values.map((value) => getNestedMember(value, 'name')),
      target,
    );
    for (const [wrong, code] of [
      [['Garden wall', 5], 'ERR_BRIDGE_INVALID_COMMAND'],
      [[], 'ERR_BRIDGE_INVALID_COMMAND'],
      ['Fountane', 'ERR_BRIDGE_UNKNOWN_TARGET'],
      [[unknownLamp], 'ERR_BRIDGE_NOT_FOUND'],
    ] as const) {
      flow.send('homekit-any', { target: wrong });
      assert.equal((await flow.nextFailure('homekit-any')).code, code);
    }
  });

  it('answers a message that asked for a yes or no which there is not', async () => {
    flow.send('names', {});
    const error = await flow.nextOutcome('names');
    assert.equal(error?.code, 'ERR_BRIDGE_NOT_FOUND');
    assert.match(error.message, /^device has no value at present that says yes or no/);
  });

  it('says yes while a value is not equal to a word', async () => {
    const { home } = flow.simulator;
    const radio = createFixtureId('zigbee_connectivity/kitchen-spot-1');
    for (const [status, output] of [
      ['connectivity_issue', 'radio-lost'],
      ['connected', 'radio-back'],
    ] as const) {
      home.change(radio, { status });
      assert.equal((await flow.nextMessage(output))['payload'], status);
    }
  });

  it('leaves out what changes a number by less than the smallest change, until that adds up', async () => {
    const [sensor] = flow.simulator.home.byType('temperature');
    assert.ok(sensor);
    for (const celsius of [50, 51, 52.1]) {
      flow.simulator.home.change(sensor.id, createReport(celsius));
      await flow.nextMessage('each', ({ payload }) => payload === celsius);
    }
    const first = await flow.nextMessage('warmer');
    assert.equal(first['payload'], 50);
    const second = await flow.nextMessage('warmer');
    assert.equal(second['payload'], 52.1);
    assert.equal(second['previous'], 50);
  });
});
