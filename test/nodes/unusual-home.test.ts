import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, createUnusualHome, startSimulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const rid = (name: string): string => createFixtureId(name);

describe('A bridge that sends no mirek_valid', () => {
  it('is followed from white to colour and back by what it sent last, and an own change stays one', async () => {
    const simulator = await startSimulator({ events: { batch: 0, mirekValid: false } });
    const flow = await startFlowHarness(
      [
        { id: 'light', type: 'bridge-light', target: rid('light/living-floor') },
        { id: 'poll', type: 'bridge-poll', rtype: 'light', wires: [['changes']] },
        { id: 'changes', type: 'helper' },
      ],
      { simulator },
    );
    try {
      await flow.nextStatus('poll', ({ fill }) => fill === 'green');
      for (const [payload, shown, other] of [
        [{ color: 'blue' }, 'color', 'kelvin'],
        [{ kelvin: 4000 }, 'kelvin', 'color'],
        [{ color: 'red' }, 'color', 'kelvin'],
      ] as const) {
        flow.send('light', { payload });
        const change = await flow.nextMessage('changes', (message) =>
          String(getNestedMember(message, 'bridge', 'rid')).startsWith(rid('light/living-floor')),
        );
        assert.ok(getNestedMember(change.payload, shown), JSON.stringify(change.payload));
        assert.equal(getNestedMember(change.payload, other), undefined);
        assert.equal(getNestedMember(change, 'bridge', 'own'), true);
      }
    } finally {
      await flow.stop();
    }
  });
});

describe('A home with unusual bridges and devices', () => {
  let flow: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ home: createUnusualHome(), events: { batch: 0 } });
    flow = await startFlowHarness(
      [
        { id: 'light', type: 'bridge-light' },
        { id: 'sensor', type: 'bridge-sensor' },
        { id: 'dial', type: 'bridge-poll', rtype: 'relative_rotary', emit: 'request' },
        { id: 'sun', type: 'bridge-sun', emit: 'events' },
        { id: 'own', type: 'bridge-poll', rtype: 'light', wires: [['changes']] },
        { id: 'changes', type: 'helper' },
        { id: 'mqtt', type: 'bridge-mqtt', wires: [['broker']] },
        { id: 'broker', type: 'helper' },
      ],
      { simulator },
    );
    await flow.nextStatus('mqtt', ({ text }) => String(text).endsWith('published'));
  });
  after(() => flow.stop());

  const nextPublished = (rtype: string, key: string): string | undefined => {
    const seen = flow.observations.findLast(
      (one) =>
        one.kind === 'arrival' &&
        one.node === 'broker' &&
        String(one.message['topic']).endsWith(`${rtype}/${rid(`${rtype}/${key}`)}/state`),
    );
    return seen?.kind === 'arrival' ? String(seen.message['payload']) : undefined;
  };

  it('has the readings that its sensors mean', async () => {
    for (const [target, payload, readings] of [
      ['temperature/landing', 19.55, { motion: false, celsius: 19.55 }],
      ['motion/landing', false, { motion: false, celsius: 19.55 }],
      ['tamper/gate', false, { tampered: false }],
      ['tamper/shed', false, { tampered: false }],
      ['convenience_area_motion/stairs', true, { motion: true }],
      ['security_area_motion/stairs', true, { motion: true }],
      ['convenience_area_motion/attic', null, { motion: null }],
    ] as const) {
      const answer = await flow.request('sensor', { target: rid(target), payload: 'get' });
      assert.deepEqual([answer.payload, answer['readings']], [payload, readings], target);
    }
    const named = await flow.request('sensor', { target: 'Landing sensor/motion', payload: 'get' });
    assert.equal(getNestedMember(named['bridge'], 'rid'), rid('motion/landing'));
    flow.send('sensor', { target: rid('relative_rotary/old-dial'), payload: 'get' });
    assert.match(
      (await flow.nextFailure('sensor')).message,
      /expected the id of a camera motion, .*temperature.*, got "dial Old dial"/,
    );
    const dial = await flow.request('dial', {});
    assert.deepEqual(dial.payload, { direction: 'clock_wise', steps: 30, duration: 400 });
  });

  it('is published with these readings, and a zone once', () => {
    assert.equal(nextPublished('temperature', 'landing'), '19.55');
    assert.equal(nextPublished('motion', 'landing'), 'OFF');
    assert.equal(nextPublished('tamper', 'gate'), 'OFF');
    assert.equal(nextPublished('tamper', 'shed'), 'OFF');
    assert.equal(nextPublished('convenience_area_motion', 'stairs'), 'ON');
    assert.equal(nextPublished('security_area_motion', 'stairs'), undefined);
    assert.equal(nextPublished('convenience_area_motion', 'attic'), 'None');
    assert.equal(nextPublished('light', 'pump'), '{"state":"ON","color_mode":"onoff"}');
  });

  it('takes a white of a lamp that reports it as a colour for the own change of the flow', async () => {
    await flow.request('light', { target: 'Shelf lamp', payload: { kelvin: 4000 } });
    const isColor = ({ payload }: { payload?: unknown }): boolean =>
      getNestedMember(payload, 'color') !== undefined;
    const change = await flow.nextMessage('changes', isColor);
    assert.equal(getNestedMember(change['bridge'], 'own'), true);
  });

  it('refuses what a plug with null members cannot do', async () => {
    flow.send('light', { target: 'Pump', payload: { brightness: 30 } });
    assert.match((await flow.nextFailure('light')).message, /a lamp that can be dimmed/);
    const off = await flow.request('light', { target: 'Pump', payload: false });
    assert.equal(off.payload, false);
  });

  it('asks for latitude and longitude, since the bridge knows its place and reports no sun', async () => {
    flow.send('sun', {});
    assert.match((await flow.nextFailure('sun')).message, /latitude and longitude/);
  });
});
