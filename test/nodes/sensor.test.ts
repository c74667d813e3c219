import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { getMember, sensorTypes } from '../../src/resources';
import { fixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const motion = fixtureId('motion/kitchen-motion');

/** Id of a second sensor of the device with a contact. */
const besideContact = fixtureId('temperature/beside-contact');

/** Id of the device with a contact. */
const getOwner = ({ home }: Simulator): string =>
  String(getMember(home.byType('contact')[0], 'owner', 'rid'));

describe('The sensor node', () => {
  let harness: FlowHarness;
  before(async () => {
    const simulator = await startSimulator();
    simulator.home.add({
      id: besideContact,
      type: 'temperature',
      enabled: true,
      owner: { rid: getOwner(simulator), rtype: 'device' },
    });
    const nodes = [
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
    ];
    harness = await startFlowHarness(nodes, { simulator });
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
    const { text } = await harness.nextStatus('fine', ({ fill }) => fill === 'green');
    assert.doesNotMatch(String(text), /abled/);
  });

  it('switches every sensor that can be switched, whatever its type', async () => {
    for (const rtype of sensorTypes) {
      const [sensor] = harness.simulator.home.byType(rtype);
      assert.ok(sensor, rtype);
      await harness.request('other', { target: sensor.id, payload: false });
      assert.equal(isEnabled(sensor.id), false, rtype);
      await harness.request('other', { target: sensor.id, payload: true });
      assert.equal(isEnabled(sensor.id), true, rtype);
    }
  });

  it('asks which sensor of a device is meant, and takes one that is named with its type', async () => {
    const [contact] = harness.simulator.home.byType('contact');
    const device = getOwner(harness.simulator);
    const name = String(getMember(harness.simulator.home.get(device), 'metadata', 'name'));
    assert.ok(contact);
    for (const target of [device, name]) {
      harness.send('other', { target, payload: false });
      const { message } = await harness.nextFailure('other');
      assert.match(message, /fits 2: .*\/contact, .*\/temperature/);
    }
    assert.equal(isEnabled(contact.id), true);
    await harness.request('other', { target: `${name}/temperature`, payload: false });
    assert.equal(isEnabled(besideContact), false);
    assert.equal(isEnabled(contact.id), true);
  });

  it('does what the message says', async () => {
    await harness.request('told', { target: 'Bathroom sensor', payload: 'off' });
    assert.equal(isEnabled(fixtureId('temperature/bathroom-motion')), false);
    assert.equal(isEnabled(fixtureId('motion/bathroom-motion')), true);
  });
});
