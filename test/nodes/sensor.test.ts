import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { getMember } from '../../src/resources';
import { fixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const motion = fixtureId('motion/kitchen-motion');

describe('The sensor node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'off', type: 'bridge-sensor', target: motion, action: 'disable' },
      {
        id: 'switch',
        type: 'bridge-sensor',
        rtype: 'motion',
        target: 'Kitchen sensor',
        targetType: 'str',
        action: 'toggle',
      },
      {
        id: 'fine',
        type: 'bridge-sensor',
        target: motion,
        action: 'keep',
        sensitivity: '1',
        sensitivityType: 'num',
      },
      { id: 'told', type: 'bridge-sensor', rtype: 'temperature' },
      { id: 'other', type: 'bridge-sensor' },
    ]);
  });
  after(() => harness.stop());

  const isEnabled = (rid: string): unknown => harness.simulator.home.get(rid)?.['enabled'];

  it('disables a sensor, and enables it again with a toggle', async () => {
    const { bridge } = await harness.request('off', {});
    assert.equal(isEnabled(motion), false);
    assert.equal(getMember(bridge, 'name'), 'Kitchen sensor');
    await harness.request('switch', {});
    assert.equal(isEnabled(motion), true);
  });

  it('does what comes right after a toggle after it', async () => {
    harness.simulator.home.change(motion, { enabled: true });
    const endDelay = harness.simulator.faults.inject({ match: { method: 'GET' }, delay: 50 });
    const toggled = harness.request('switch', {});
    await setImmediate();
    await Promise.all([toggled, harness.request('other', { target: motion, payload: true })]);
    endDelay();
    assert.equal(isEnabled(motion), true);
  });

  it('sets how sensitive a sensor is and leaves the rest alone', async () => {
    await harness.request('fine', {});
    assert.deepEqual(harness.writes().at(-1)?.body, { sensitivity: { sensitivity: 1 } });
  });

  it('does what the message says', async () => {
    await harness.request('told', { target: 'Bathroom sensor', payload: 'off' });
    assert.equal(isEnabled(fixtureId('temperature/bathroom-motion')), false);
    assert.equal(isEnabled(fixtureId('motion/bathroom-motion')), true);
  });
});
