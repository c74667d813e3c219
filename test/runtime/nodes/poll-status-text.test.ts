import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { measurementStatusText } from '../../../src/runtime/resource-status';
import { PollNodeStatus, stateStatusText } from '../../../src/runtime/nodes/poll';
import { createStateCache } from '../../bridge/support/stored-resources';

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

describe('The status of a poll node', () => {
  const lamp = { id: 'lamp', type: 'light', on: { on: true } };
  const radio = { id: 'radio', type: 'zigbee_connectivity', status: 'connected' };

  /** Shows each list, then a change of the lamp. Returns the keys of all statuses that were shown. */
  const showAll = (...lists: readonly (readonly Resource[])[]): readonly string[] => {
    const shown: string[] = [];
    const status = new PollNodeStatus(
      createStateCache([lamp, radio]),
      { rtype: 'light', unreachableIsOff: false },
      undefined,
      {
        succeed: (text) => shown.push((typeof text === 'function' ? text() : text).key),
        report: (error) => shown.push(error.message),
      },
    );
    for (const list of lists) status.show(list);
    status.showChange({ ...lamp, on: { on: false } });
    status.stop();
    status.show([lamp]);
    status.showLater(() => [lamp]);
    status.showChange(lamp);
    return shown;
  };

  it('follows the changes of one resource, and counts several', () => {
    assert.deepEqual(showAll([lamp]), ['on', 'off']);
    assert.deepEqual(showAll([lamp, radio]), ['listed']);
    assert.deepEqual(showAll([lamp], []), ['on', 'listed']);
    assert.deepEqual(showAll(), []);
  });

  it('shows no change of a resource while it is not known how many there are', () => {
    const shown: unknown[] = [];
    const status = new PollNodeStatus(
      createStateCache([lamp]),
      { rtype: 'light', unreachableIsOff: false },
      undefined,
      { succeed: (text) => shown.push(text), report: (error) => shown.push(error) },
    );
    status.show([lamp]);
    status.showLater(() => [lamp, radio]);
    status.showChange(lamp);
    assert.equal(shown.length, 2);
  });
});
