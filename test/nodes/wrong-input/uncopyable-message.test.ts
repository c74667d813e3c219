import assert from 'node:assert/strict';
import { startFlowHarness } from '../../support/node-red/flow-harness';

describe('A poll node', () => {
  it('refuses a message that cannot be copied, and says why', async () => {
    const harness = await startFlowHarness([
      { id: 'poll', type: 'bridge-poll', rtype: 'light', emit: 'request' },
    ]);
    try {
      const payload = {
        get on(): never {
          throw new Error('This value is locked');
        },
      };
      harness.send('poll', { payload });
      const { code, message } = await harness.nextFailure('poll');
      assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
      assert.match(
        message,
        /this message cannot be copied: This value is locked\. Nothing was sent\.$/,
      );
    } finally {
      await harness.stop();
    }
  });
});
