import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { SignificantChangeFilter, parsePollSettings } from '../../../src/runtime/nodes/poll';
import { makeRid } from '../../bridge/support/fake-bridge';

const createSensor = (temperature: number): Resource => ({
  type: 'temperature',
  id: makeRid(1),
  temperature: { temperature },
});

/** Which of the readings are worth a message, each against the one before; the first is known. */
function findSignificant(smallestChange: string, readings: readonly number[]): number[] {
  const def = { id: 'node', type: 'bridge-poll', name: '', z: 'tab' };
  const settings = parsePollSettings({ ...def, rtype: 'temperature', smallestChange });
  const filter = SignificantChangeFilter.create(settings);
  assert.ok(filter);
  const changed = ['temperature.temperature'];
  return readings.slice(1).filter((reading, index) => {
    const previous = createSensor(readings[index] ?? NaN);
    const isSignificant = filter.isSignificant(createSensor(reading), previous, changed);
    if (isSignificant) filter.recordEmitted(createSensor(reading));
    return isSignificant;
  });
}

describe('The smallest change that is worth a message', () => {
  it('is worth one itself, and what is smaller is not', () => {
    assert.deepEqual(findSignificant('0.5', [20, 20.5, 20.25, 20, 20.375]), [20.5, 20]);
  });

  it('is added up from small steps in one direction, up or down', () => {
    assert.deepEqual(findSignificant('1', [20, 20.25, 20.5, 20.75, 21, 21.25]), [21]);
    assert.deepEqual(findSignificant('1', [20, 19.75, 19.25, 19, 18.5]), [19]);
  });

  it('is not reached by readings that go to and fro, however often', () => {
    assert.deepEqual(findSignificant('1', [20, 20.75, 20, 20.75, 20, 20.75, 19.5]), []);
  });
});
