import assert from 'node:assert/strict';
import { on } from 'node:events';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { waitUntil } from '../support/wait-until';
import { startFlowHarness, toResourcePath } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';

const lamp = createFixtureId('light/living-floor');
const button = createFixtureId('button/living-dimmer');
const automation = createFixtureId('behavior_instance/coming-home');

const press = (flow: FlowHarness, event: string): void => {
  flow.simulator.home.change(button, {
    button: {
      last_event: event,
      button_report: { updated: new Date().toISOString(), event },
    },
  });
};

const fire = (flow: FlowHarness, source: string): void => {
  flow.simulator.home.change(automation, { state: { source } });
};

/** What sends momentary events, each with every box ticked that offers to send at the start, and a lamp, which has a state. */
const sources: readonly FlowNode[] = [
  { id: 'button', type: 'bridge-button', target: button },
  { id: 'polled button', type: 'bridge-poll', rtype: 'button', target: button, emitAtStart: true },
  {
    id: 'combined buttons',
    type: 'bridge-poll',
    rtype: 'button',
    target: button,
    combine: 'any',
    yesWhen: 'equals',
    yesValue: 'long_release',
    emitAtStart: true,
  },
  { id: 'sun', type: 'bridge-status', emit: 'sun', emitAtStart: true },
  { id: 'lamp', type: 'bridge-poll', rtype: 'light', target: lamp, emitAtStart: true },
];

const helperOf = (id: string): string => `after ${id}`;

for (const events of ['auto', 'never']) {
  describe(`A momentary event, such as a press or a sunset, with events: ${events}`, () => {
    let harness: FlowHarness;

    beforeEach(async () => {
      const simulator = await startSimulator({ events: { batch: 0 } });
      simulator.home.change(button, {
        button: {
          last_event: 'long_release',
          button_report: { updated: '2026-11-20T10:00:00.000Z', event: 'long_release' },
        },
      });
      const nodes: FlowNode[] = [
        ...sources.map((node) => ({ interval: '1', ...node, wires: [[helperOf(node.id)]] })),
        {
          id: 'automation',
          type: 'bridge-automation',
          changes: true,
          wires: [[], [helperOf('automation')]],
        },
        ...[...sources.map(({ id }) => id), 'automation'].map((id) => ({
          id: helperOf(id),
          type: 'helper',
          wires: [],
        })),
        { id: 'mode', type: 'bridge-status', output: 'mode', wires: [['modes']] },
        { id: 'modes', type: 'helper', wires: [] },
      ];
      harness = await startFlowHarness(nodes, { simulator, bridge: { events } });
      await harness.nextMessage(helperOf('lamp'));
      for (const id of ['button', 'polled button', 'sun', 'automation'])
        await harness.nextStatus(id, ({ fill }) => fill === 'green' || fill === 'grey');
      if (events === 'auto') await waitForStream();
    });
    afterEach(() => harness.stop());

    const waitForStream = (): Promise<FlowMessage> =>
      harness.nextMessage('modes', ({ payload }) => payload === 'stream');

    /** Resolves when the next poll of a type is answered. */
    const waitForPoll = async (rtype: string): Promise<void> => {
      const path = toResourcePath(rtype, '').slice(0, -1);
      for await (const [seen] of on(harness.simulator.log, 'answered')) {
        if (getNestedMember(seen, 'path') === path && getNestedMember(seen, 'status') !== 0) return;
      }
    };

    const listArrivals = (id: string): unknown[] =>
      harness.observations.flatMap((seen) =>
        seen.kind === 'arrival' && seen.node === helperOf(id) ? [seen.message['payload']] : [],
      );

    it('is not sent after a deploy, whatever is ticked; a state is', async () => {
      harness.send('sun', {});
      const { bridge } = await harness.nextMessage(helperOf('sun'));
      assert.equal(getNestedMember(bridge, 'occasion'), 'request');
      press(harness, 'short_release');
      await harness.nextMessage(helperOf('button'));
      await waitUntil('the press', () => listArrivals('polled button').length > 0);
      assert.deepEqual(listArrivals('polled button'), ['short_release']);
      assert.deepEqual(listArrivals('combined buttons'), [false]);
      assert.equal(listArrivals('lamp').length, 1);
    });

    it('is not sent when the bridge is back; a state is', async () => {
      const { simulator } = harness;
      const endFault = simulator.faults.inject({ cut: 'request' });
      simulator.events.disconnectAll();
      await harness.nextStatus('button', ({ fill }) => fill === 'yellow');
      press(harness, 'long_press');
      fire(harness, 'while the bridge was away');
      simulator.home.change(lamp, { on: { on: false } });
      const ready =
        events === 'auto'
          ? waitForStream()
          : Promise.all(['button', 'behavior_instance'].map(waitForPoll));
      endFault();
      const state = await harness.nextMessage(helperOf('lamp'));
      assert.equal(getNestedMember(state['payload'], 'on'), false);
      await ready;
      press(harness, 'short_release');
      fire(harness, 'now');
      const fired = await harness.nextMessage(helperOf('automation'));
      assert.equal(getNestedMember(fired, 'resource', 'state', 'source'), 'now');
      await waitUntil('the press', () => listArrivals('polled button').includes('short_release'));
      assert.deepEqual(listArrivals('polled button'), ['short_release']);
      assert.equal(getNestedMember(listArrivals('button')[0], 'event'), 'short_release');
    });
  });
}
