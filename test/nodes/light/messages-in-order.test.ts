import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

const lamps = ['living-floor', 'sofa-left', 'sofa-right'].map((key) =>
  createFixtureId(`light/${key}`),
);
const [floor = '', sofa = ''] = lamps;
const groups = ['Living room', 'Downstairs', 'Home'];
const delays = fc.constantFrom(0, 0, 5, 30, 120);

const kinds = ['plain', 'later', 'sequence', 'twice', 'stop'] as const;

const messages = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds, 'plain', 'plain', 'plain'),
    target: fc.constantFrom<string | readonly string[]>(floor, floor, sofa, lamps, ...groups),
    gap: fc.constantFrom(0, 0, 0, 4, 20, 60),
    delayOfReads: delays,
    delayOfWrites: delays,
    fault: fc.constantFrom(...Array<undefined>(6), 'lost', 'lost after', 'refused'),
  }),
  { minLength: 3, maxLength: 12 },
);

/** The brightness tells which message has set it: one more in the second step of a sequence. */
const toBrightness = (message: number): number => 4 + 4 * message;
const toMessage = (brightness: number): number => Math.round((brightness - 4.5) / 4);

function toPayload(kind: (typeof kinds)[number], message: number): unknown {
  const brightness = toBrightness(message);
  if (kind === 'plain') return { brightness, transition: 0 };
  if (kind === 'later') return { turnOn: 'later', brightness, transition: 0 };
  if (kind === 'stop') return 'stop';
  const play = [brightness, brightness + 1].map((level) => ({
    brightness: level,
    transition: 0,
    for: '50ms',
  }));
  return { play, repeat: kind === 'sequence' ? true : 2 };
}

describe('Random messages for lamps, their room, a zone and the home, whose answers are slow, lost or refused,', () => {
  let harness: FlowHarness;
  const shown = new Map<string, number[]>(lamps.map((rid) => [rid, []]));
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'random', type: 'bridge-light', target: '', wires: [[]] },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      {
        simulator: await startSimulator({ events: { batch: 0 } }),
        // No sequence is refused for its rate.
        bridge: { lampsPerSecond: '1000', groupsPerSecond: '1000' },
      },
    );
    harness.simulator.home.on('change', ({ resource }) => {
      const brightness = getNestedMember(resource, 'dimming', 'brightness');
      const values = shown.get(resource.id);
      if (values?.at(-1) !== brightness) values?.push(Number(brightness));
    });
  });
  after(() => harness.stop());

  let run = 0;
  it('set each lamp in their order, at every moment', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (row) => {
        run += 1;
        await harness.request('told', { target: 'Home', payload: 'stop' });
        await harness.request('told', {
          target: lamps,
          payload: { on: true, brightness: 1, transition: 0 },
        });
        for (const values of shown.values()) values.splice(0);
        const { faults } = harness.simulator;
        for (const [index, one] of row.entries()) {
          const { kind, target, gap, delayOfReads, delayOfWrites, fault } = one;
          faults.inject({ match: { method: 'GET' }, delay: delayOfReads, times: 1 });
          faults.inject({
            match: { method: 'PUT' },
            delay: delayOfWrites,
            times: 1,
            ...(fault === 'lost' ? { cut: 'request' as const } : {}),
            ...(fault === 'lost after' ? { cut: 'after' as const } : {}),
            ...(fault === 'refused' ? { status: 429 } : {}),
          });
          harness.send('random', { target, payload: toPayload(kind, index + 1) });
          if (gap > 0) await pause(gap);
        }
        for (const _one of row) await harness.nextOutcome('random');
        faults.clear();
        await harness.request('told', { target: 'Home', payload: 'stop' });
        const what = `run ${run}: ${JSON.stringify(row)}`;
        for (const [rid, values] of shown) {
          const order = values.map(toMessage);
          const sorted = order.toSorted((one, other) => one - other);
          assert.deepEqual(order, sorted, `${rid} showed ${values.join()}: ${what}`);
        }
        await waitUntil('the end of all programs', async () => {
          const { payload } = await harness.request('status', { payload: 'programs' });
          return Array.isArray(payload) && payload.length === 0;
        });
      }),
      { numRuns: 50, seed: 20_261_128, endOnFailure: true },
    );
  });
});
