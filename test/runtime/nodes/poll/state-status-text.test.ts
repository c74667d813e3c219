import assert from 'node:assert/strict';
import { stateStatusText } from '../../../../src/runtime/nodes/poll/poll-node-status';
import { measurementStatusText } from '../../../../src/runtime/status/resource-status-text';

describe('The word for a state', () => {
  const stateText = (status: string): unknown =>
    stateStatusText([{ id: 'a', type: 'zigbee_connectivity', status }]).values?.['value'];

  it('is what the bridge says, short, and without what would turn a line around', () => {
    assert.equal(stateText('connected'), 'connected');
    assert.equal(stateText('\u202Edetcennocsid\n'), 'detcennocsid');
    assert.equal(String(stateText('x'.repeat(1e6))).length, 18);
  });

  it('is a whole number, of degrees one with a digit behind the point', () => {
    assert.equal(measurementStatusText(21.46, 'temperature').values?.['value'], '21.5');
    assert.equal(measurementStatusText(21.46, 'device_power').values?.['value'], '21');
  });
});
