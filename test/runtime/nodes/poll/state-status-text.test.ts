import assert from 'node:assert/strict';
import { stateStatusText } from '../../../../src/runtime/nodes/poll/poll-node-status';

describe('The word for a state', () => {
  const stateText = (status: string): unknown =>
    stateStatusText([{ id: 'a', type: 'zigbee_connectivity', status }]).values?.['value'];

  it('is what the bridge says, short, and without what would turn a line around', () => {
    assert.equal(stateText('connected'), 'connected');
    assert.equal(stateText('\u202Edetcennocsid\n'), 'detcennocsid');
    assert.equal(String(stateText('x'.repeat(1e6))).length, 18);
  });
});
