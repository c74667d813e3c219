import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { member } from '../../src/resources';
import { idOf } from '../../src/simulator';
import { runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

const motion = idOf('motion/kitchen-motion');

describe('The sensor node', () => {
  let home: HomeFlow;
  before(async () => {
    home = await runHomeFlow([
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
  after(() => home.end());

  const enabled = (rid: string): unknown => home.simulator.home.get(rid)?.['enabled'];

  it('disables a sensor, and enables it again with a toggle', async () => {
    const { bridge } = await home.ask('off', {});
    assert.equal(enabled(motion), false);
    assert.equal(member(bridge, 'name'), 'Kitchen sensor');
    await home.ask('switch', {});
    assert.equal(enabled(motion), true);
  });

  it('does what comes right after a toggle after it', async () => {
    home.simulator.home.change(motion, { enabled: true });
    const quick = home.simulator.faults.answer({ match: { method: 'GET' }, delay: 50 });
    const toggled = home.ask('switch', {});
    await setImmediate();
    await Promise.all([toggled, home.ask('other', { target: motion, payload: true })]);
    quick();
    assert.equal(enabled(motion), true);
  });

  it('sets how sensitive a sensor is and leaves the rest alone', async () => {
    await home.ask('fine', {});
    assert.deepEqual(home.writes().at(-1)?.body, { sensitivity: { sensitivity: 1 } });
  });

  it('does what the message says', async () => {
    await home.ask('told', { target: 'Bathroom sensor', payload: 'off' });
    assert.equal(enabled(idOf('temperature/bathroom-motion')), false);
    assert.equal(enabled(idOf('motion/bathroom-motion')), true);
  });
});
