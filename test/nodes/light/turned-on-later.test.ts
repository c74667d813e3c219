import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

const floorLamp = createFixtureId('light/living-floor');

describe('What waits until its lamp comes on', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
  });
  after(() => harness.stop());

  const noProgramRuns = (): Promise<void> =>
    waitUntil('the end of all programs', async () => {
      const { payload } = await harness.request('status', { payload: 'programs' });
      return Array.isArray(payload) && payload.length === 0;
    });

  for (const [what, target, payload, xy] of [
    ['a toggle of the lamp', floorLamp, 'toggle', { x: 0.6915, y: 0.3083 }],
    ['on for the lamp', floorLamp, true, { x: 0.6915, y: 0.3083 }],
    ['a toggle of its room', 'Dining room', 'toggle', { x: 0.704, y: 0.296 }],
    ['on for its room', 'Dining room', true, { x: 0.704, y: 0.296 }],
  ] as const)
    it(`is sent in one request with ${what}, as far as each lamp can show it: nobody sees the light before`, async () => {
      await harness.request('told', { target, payload: false });
      for (const light of [{ color: 'red' }, { brightness: 35 }])
        await harness.request('told', { target, payload: { turnOn: 'later', ...light } });
      const writesBefore = harness.writes().length;
      await harness.request('told', { target, payload });
      await noProgramRuns();
      const bodies = harness
        .writes()
        .slice(writesBefore)
        .map(({ body }) => body);
      assert.deepEqual(bodies, [{ color: { xy }, dimming: { brightness: 35 }, on: { on: true } }]);
    });

  it('is sent after on for the room, if another lamp of the room does not wait for the same', async () => {
    const [room, sideboard] = ['Dining room', createFixtureId('light/sideboard')];
    await harness.request('told', { target: room, payload: false });
    const payload = { turnOn: 'later', brightness: 35 };
    await harness.request('told', { target: sideboard, payload });
    const writesBefore = harness.writes().length;
    await harness.request('told', { target: room, payload: true });
    await noProgramRuns();
    const group = createFixtureId('grouped_light/dining-room');
    assert.deepEqual(
      harness
        .writes()
        .slice(writesBefore)
        .map(({ path, body }) => [path, body]),
      [
        [toResourcePath('grouped_light', group), { on: { on: true } }],
        [toResourcePath('light', sideboard), { dimming: { brightness: 35 } }],
      ],
    );
  });
});
