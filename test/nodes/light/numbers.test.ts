import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';

describe('A number alone, to a light node', () => {
  const target = createFixtureId('light/stairs');

  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'percent', type: 'bridge-light', target },
      { id: 'on-off', type: 'bridge-light', target, numbers: 'onOff' },
      { id: 'level', type: 'bridge-light', target, numbers: 'level' },
      {
        id: 'fixed',
        type: 'bridge-light',
        target,
        numbers: 'level',
        command: '51',
        commandType: 'num',
      },
      { id: 'wrong', type: 'bridge-light', target, numbers: 'lumen' },
      { id: 'other', type: 'bridge-light', target, numbers: 'level', format: 'homekit' },
    ]);
  });
  after(() => harness.stop());

  const set = async (
    node: string,
    payload: unknown,
  ): Promise<[body: unknown, warnings: string]> => {
    const { bridge } = await harness.request(node, { payload });
    return [harness.writes().at(-1)?.body, String(getNestedMember(bridge, 'warnings'))];
  };
  const at = (brightness: number): object => ({ on: { on: true }, dimming: { brightness } });

  it('is a percentage; 1 is warned of in the message and, once, in the debug sidebar', async () => {
    const logged = harness.nextLog('percent');
    for (const payload of [1, '1']) {
      const [body, warnings] = await set('percent', payload);
      assert.deepEqual(body, at(1));
      assert.match(
        warnings,
        /^payload: 1 means 1 %\. If 1 means on, choose "percent, but 1 is on"/,
      );
    }
    assert.match(await logged, /^payload: 1 means 1 %/);
    const lines = harness.observations.filter(
      (one) => one.kind === 'log' && one.node === 'percent',
    );
    assert.equal(lines.length, 1);
    assert.deepEqual(await set('percent', '1%'), [at(1), '']);
  });

  it('is on if it is 1, and off if it is 0, for timers and switches', async () => {
    assert.deepEqual(await set('on-off', 1), [{ on: { on: true } }, '']);
    assert.deepEqual(await set('on-off', 0), [{ on: { on: false } }, '']);
    assert.deepEqual(await set('on-off', '1'), [{ on: { on: true } }, '']);
    assert.deepEqual(await set('on-off', 40), [at(40), '']);
  });

  it('is a level from 0 to 255, also where the dialog has it', async () => {
    assert.deepEqual(await set('level', 1), [at(0.39), '']);
    assert.deepEqual(await set('level', '255'), [at(100), '']);
    assert.deepEqual(await set('level', 0), [{ on: { on: false } }, '']);
    assert.deepEqual(await set('level', { brightness: 50 }), [at(50), '']);
    assert.deepEqual(await set('fixed', true), [at(20), '']);
    harness.send('level', { payload: 300 });
    const { message } = await harness.nextFailure('level');
    assert.match(message, /^payload: expected a number from 0 to 255, got 300/);
  });

  it('is not read so in another message format, and an unknown choice is an error', async () => {
    const [body] = await set('other', { Brightness: 50 });
    assert.deepEqual(body, at(50));
    harness.send('wrong', { payload: 1 });
    const { message } = await harness.nextFailure('wrong');
    assert.match(message, /^setting numbers: expected one of percent, onOff, level, got "lumen"/);
  });
});

const floorLamp = createFixtureId('light/living-floor');

const temperature = createFixtureId('temperature/hallway-motion');

describe('A number that probably means something else', () => {
  const target = { target: floorLamp, targetType: 'resource' };

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
