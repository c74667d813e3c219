import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
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

  it('is taken where a node between has changed it, and where the dialog says what to do', async () => {
    const reading = await harness.request('thermometer', {});
    await harness.request('lamp', { ...reading, payload: 60 });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'dimming'), { brightness: 60 });
    await harness.request('fixed', reading);
    assert.deepEqual(harness.writes().at(-1)?.body, { on: { on: true } });
  });
});
