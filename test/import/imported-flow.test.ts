import assert from 'node:assert/strict';
import { createReportMembers } from '../../src/resources/sensor-report';
import { getNestedMember } from '../../src/resources/members';
import { getResourceDefinition } from '../../src/resources/table';
import type { Resource } from '../../src/resources/resource';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';
import { waitUntil } from '../support/wait-until';
import { code, importWithBridge, oldNode } from './import-harness';

describe('An imported flow of HueMagic takes and sends its messages', () => {
  let simulator: Simulator;
  let harness: FlowHarness;
  let lamp: Resource;
  let motion: Resource;
  const getOwner = (resource: Resource): unknown => getNestedMember(resource, 'owner', 'rid');
  before(async () => {
    simulator = await startSimulator({ events: { batch: 20 } });
    const { home } = simulator;
    const [foundLamp, foundMotion] = [
      home.findByName('light', 'TV strip'),
      home.byType('motion')[0],
    ];
    assert.ok(foundLamp && foundMotion);
    [lamp, motion] = [foundLamp, foundMotion];
    home.change(lamp.id, { on: { on: false }, dimming: { brightness: 10 } });
    const wires = [['out']];
    const { nodes } = importWithBridge([
      oldNode('hue-light', { lightid: getOwner(lamp), wires }),
      oldNode('hue-light', {
        id: 'watched',
        lightid: getOwner(lamp),
        initevents: true,
        wires: [['watched-out']],
      }),
      oldNode('hue-motion', { id: 'motion', sensorid: getOwner(motion), wires }),
      { ...code, wires: [['old', 'motion']] },
    ]);
    const ours = nodes.filter(({ type }) => type.startsWith('bridge-') && type !== 'bridge-config');
    const watchedOut = { id: 'watched-out', type: 'helper', wires: [] };
    harness = await startFlowHarness([...ours, watchedOut], { simulator });
  });
  after(() => harness.stop());

  /** The next message whose state fits. */
  const nextState = (fits: (message: FlowMessage) => boolean): Promise<FlowMessage> =>
    harness.nextMessage('out', fits);

  it('a lamp named by its device does what its words say, and its state follows with the command', async () => {
    // HueMagic sends no state at the start: until the lamp was read, nothing has changed.
    await harness.nextStatus('old', ({ text }) => String(text).endsWith('status.off'));
    harness.send('old', { payload: { on: true, brightnessLevel: 127 } });
    const state = await nextState(
      ({ payload, command }) =>
        command !== undefined && Math.round(Number(getNestedMember(payload, 'brightness'))) === 50,
    );
    assert.equal(getNestedMember(state, 'payload', 'on'), true);
    assert.equal(getNestedMember(state, 'info', 'deviceId'), getOwner(lamp));
    const watched = await harness.nextMessage(
      'watched-out',
      ({ payload }) => getNestedMember(payload, 'on') === true,
    );
    assert.equal(getNestedMember(watched, 'info', 'deviceId'), getOwner(lamp));
    await waitUntil(
      'the lamp is on',
      () => getNestedMember(simulator.home.get(lamp.id), 'on', 'on') === true,
    );
  });

  it('a sensor named by its device tells what it sees, and answers when it is asked', async () => {
    const report = getResourceDefinition('motion').report;
    assert.ok(report);
    const now = new Date().toISOString();
    simulator.home.change(motion.id, createReportMembers(report, true, now));
    const seen = await nextState(({ payload }) => getNestedMember(payload, 'motion') === true);
    assert.equal(getNestedMember(seen, 'info', 'type'), 'motion');
    harness.send('motion', { payload: { status: true } });
    const asked = await nextState(({ command }) => command !== undefined);
    assert.equal(typeof getNestedMember(asked, 'payload', 'sensitivity'), 'number');
  });
});
