import assert from 'node:assert/strict';
import { wordForState } from '../../src/runtime/poll/state-word';

describe('The word for a state', () => {
  const shown = (status: string): unknown =>
    wordForState([{ id: 'a', type: 'zigbee_connectivity', status }]).values?.['value'];

  it('is what the bridge says, short, and without what would turn a line around', () => {
    assert.equal(shown('connected'), 'connected');
    assert.equal(shown('\u202Edetcennocsid\n'), 'detcennocsid');
    assert.equal(String(shown('x'.repeat(1e6))).length, 18);
  });
});
