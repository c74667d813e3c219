import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const floorLamp = createFixtureId('light/living-floor');
const temperature = createFixtureId('temperature/hallway-motion');
const target = { target: floorLamp, targetType: 'resource' };

describe('A number that probably means something else', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', ...target },
      { id: 'fixed', type: 'bridge-light', ...target, command: 'true', commandType: 'bool' },
      {
        id: 'thermometer',
        type: 'bridge-poll',
        rtype: 'temperature',
        target: temperature,
        output: 'value',
        emit: 'request',
      },
      {
        id: 'illuminance',
        type: 'bridge-poll',
        rtype: 'light_level',
        target: createFixtureId('light_level/hallway-motion'),
        output: 'light.light_level',
        emit: 'request',
      },
      ...[
        { id: 'mean', combine: 'mean', rtype: 'temperature', output: 'value' },
        { id: 'count', combine: 'count', rtype: 'light', output: 'value' },
        { id: 'brightness', combine: 'highest', rtype: 'light', output: 'dimming.brightness' },
      ].map((settings) => ({ type: 'bridge-poll', target: '', emit: 'request', ...settings })),
      {
        id: 'state',
        type: 'bridge-poll',
        rtype: 'light',
        target: floorLamp,
        output: 'value',
        emit: 'request',
      },
    ]);
  });
  after(() => harness.stop());

  it('is carried out as it says, with a warning in the message and, once, in the debug sidebar', async () => {
    const logged = harness.nextLog('lamp');
    for (const payload of [0.5, { brightness: 0.8 }]) {
      const { bridge } = await harness.request('lamp', { payload });
      assert.match(String(getNestedMember(bridge, 'warnings')), /For [58]0 % write [58]0/);
    }
    assert.match(await logged, /^payload: 0\.5 means 0\.5 %/);
    const lines = harness.observations.filter((one) => one.kind === 'log' && one.node === 'lamp');
    assert.equal(lines.length, 1);
  });

  it('is logged once for each node, however often 1 comes', async () => {
    const isOne = (text: unknown): boolean => String(text).startsWith('payload: 1 means 1 %');
    for (const payload of [1, '1', 1]) await harness.request('lamp', { payload });
    const lines = harness.observations.filter((one) => one.kind === 'log' && isOne(one.text));
    assert.equal(lines.length, 1);
  });

  it('is not warned of where a node has sent it', async () => {
    harness.simulator.home.change(floorLamp, {
      on: { on: true },
      dimming: { brightness: 0.4 },
    });
    const state = await harness.request('state', {});
    const { bridge } = await harness.request('lamp', state);
    assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), {
      brightness: 0.4,
    });
  });

  it('is refused where it is the reading of a sensor, as it came', async () => {
    const reading = await harness.request('thermometer', {});
    assert.equal(typeof reading['payload'], 'number');
    const before = harness.writes().length;
    harness.send('lamp', reading);
    const { message, code } = await harness.nextFailure('lamp');
    assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.match(
      message,
      /^payload: expected a command, got [\d.]+\. This is the temperature of "temperature\/Hallway .+", in °C: let a change or function node/,
    );
    assert.equal(harness.writes().length, before);
  });

  const getRefusal = async (sent: FlowMessage): Promise<string> => {
    const before = harness.writes().length;
    harness.send('lamp', sent);
    const { message, code } = await harness.nextFailure('lamp');
    assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.equal(harness.writes().length, before);
    return message;
  };

  it('is refused where it is what a sensor reports on a scale of its own', async () => {
    const sent = await harness.request('illuminance', {});
    assert.match(await getRefusal(sent), /This is the illuminance of "light_level\/Hallway [^,]+:/);
  });

  it('is refused where it is one value of several sensors, or a count', async () => {
    const mean = await harness.request('mean', {});
    assert.match(
      await getRefusal(mean),
      /This is the mean temperature of several temperature resources, in °C: .* As a brightness it is written \{ "brightness": [\d.]+ \}\.$/,
    );
    const count = await harness.request('count', {});
    assert.equal(typeof count['payload'], 'number');
    assert.match(
      await getRefusal(count),
      /This is how many light resources a poll node has counted:/,
    );
  });

  it('is taken where it is a brightness of several lamps, or a node between has changed it', async () => {
    harness.simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness: 100 } });
    const highest = await harness.request('brightness', {});
    await harness.request('lamp', highest);
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), {
      brightness: highest['payload'],
    });
    const mean = await harness.request('mean', {});
    await harness.request('lamp', { ...mean, payload: 41 });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), { brightness: 41 });
  });

  it('is taken where it equals another number of the sensor than its reading', async () => {
    const reading = await harness.request('thermometer', {});
    const { resource } = reading;
    assert.ok(isObject(resource));
    const more = { ...resource, battery_limit: 60 };
    await harness.request('lamp', { ...reading, resource: more, payload: 60 });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), { brightness: 60 });
  });

  it('is taken where a node between has changed it, and where the dialog says what to do', async () => {
    const reading = await harness.request('thermometer', {});
    await harness.request('lamp', { ...reading, payload: 60 });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), { brightness: 60 });
    await harness.request('fixed', reading);
    assert.deepEqual(harness.writes().at(-1)?.body, { on: { on: true } });
  });

  it('is no mistake where a slider sends back the brightness that a node of this package has sent', async () => {
    harness.simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness: 0.39 } });
    const { resource } = await harness.request('state', {});
    assert.equal(getNestedMember(resource, 'dimming', 'brightness'), 0.39);
    const back = await harness.request('lamp', { resource, payload: 0.39 });
    assert.deepEqual(getNestedMember(back['bridge'], 'warnings'), []);
    const other = await harness.request('lamp', { resource, payload: 0.5 });
    assert.match(String(getNestedMember(other['bridge'], 'warnings')), /For 50 % write 50/);
  });
});
