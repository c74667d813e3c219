import assert from 'node:assert/strict';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import { startStopwatch } from '../../faults/support/timing';
import type { ReportedError } from '../../support/node-red/observation-log';
import type { FlowHarness } from '../../support/node-red/flow-harness';

describe('A light node and 500 misspelt names', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([{ id: 'light', type: 'bridge-light' }]);
    await harness.request('light', {
      payload: true,
      target: createFixtureId('light/living-floor'),
    });
  });
  after(() => harness.stop());

  it('end at once in one error of bounded length, and nothing is sent', async () => {
    const target = Array.from({ length: 500 }, (_, number) => `Flor lamp of a long name ${number}`);
    const before = harness.writes().length;
    /** Time for which this process was scheduled, in ms, until the message has failed. */
    const measureFailure = async (names: readonly string[]): Promise<[number, ReportedError]> => {
      const stopwatch = startStopwatch();
      const outcome = harness.nextFailure('light');
      harness.send('light', { payload: true, target: names });
      const error = await outcome;
      stopwatch.stop();
      return [stopwatch.ms(), error];
    };
    // The first one reads the bridge anew.
    await measureFailure(target.slice(0, 1));
    const [took, { code, message }] = await measureFailure(target);
    assert.ok(took < 100, `it took ${took} ms`);
    assert.equal(code, 'ERR_BRIDGE_UNKNOWN_TARGET');
    assert.match(message, /^target\[0\]: expected .*, got "Flor lamp of a long name 0"\./);
    assert.ok(message.length < 1_000);
    assert.equal(harness.writes().length, before);
  });
});
