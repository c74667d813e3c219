import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

const lamp = createFixtureId('light/living-floor');
/** Well before a request that is not answered is given up. */
const soon = { timeout: 8_000 };

describe('A toggle of lamps of two bridges, of which one answers nothing', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  before(async () => {
    attic = await startSimulator();
    const nodes = [{ id: 'light', type: 'bridge-light' }];
    harness = await startFlowHarness(nodes, { furtherBridges: { Attic: attic } });
    await harness.request('light', { payload: false, target: [lamp, 'Attic:Floor lamp'] });
  });
  after(async () => {
    await harness.stop();
    await attic.stop();
  });

  it('turns the lamp of the other on and off without waiting for that', async () => {
    attic.faults.inject({ stall: 'before' });
    for (const on of [true, false]) {
      harness.send('light', { payload: 'toggle', target: [lamp, 'Attic:Floor lamp'] });
      const isSet = (): boolean =>
        getNestedMember(harness.simulator.home.get(lamp), 'on', 'on') === on;
      await waitUntil('the lamp that answers', isSet, soon);
    }
  });
});
