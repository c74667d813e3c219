import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const programs = 500;
const lamps = ['living-floor', 'sofa-left', 'sofa-right', 'tv-strip'].map((key) =>
  createFixtureId(`light/${key}`),
);

describe(`${programs.toLocaleString('en')} programs that are asked for at once`, () => {
  let harness: FlowHarness;
  beforeEach(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'lamp', type: 'bridge-light', target: createFixtureId('light/mirror') },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
    await harness.request('lamp', { payload: true });
  });
  afterEach(() => harness.stop());

  for (const [what, payload] of Object.entries({
    'what waits for its lamp': { turnOn: 'later', kelvin: 2700 },
    'long fades': { brightness: 20, transition: '2h' },
    'alerts that return': { alert: true, restore: true },
  }))
    it(`share reads and hold up no plain command: ${what}`, async () => {
      const { requests } = harness.simulator;
      const readsBefore = requests.length;
      for (let index = 0; index < programs; index += 1)
        harness.send('told', { payload, target: lamps[index % lamps.length], program: index });
      const sentAt = performance.now();
      await harness.request('lamp', { payload: { brightness: 33 } });
      const waited = performance.now() - sentAt;
      await harness.nextMessage('out', ({ program }) => program === programs - 1);
      const reads = requests
        .slice(readsBefore)
        .filter(({ method, path }) => method === 'GET' && path.endsWith('/light'));
      assert.ok(reads.length <= 20, `${reads.length} reads of the lamps`);
      assert.ok(waited < 1_000, `the plain command took ${waited} ms`);
      const { payload: listed } = await harness.request('status', { payload: 'programs' });
      assert.ok(Array.isArray(listed) && listed.length <= lamps.length);
    });
});
