import assert from 'node:assert/strict';
import { WorkSlices, maxWorkSliceDuration } from '../../../src/bridge/slices';

describe('Long work in slices', () => {
  it('lets others run after each slice, and goes on at once before', async () => {
    let others = 0;
    setImmediate(() => (others += 1));
    const slices = new WorkSlices();
    assert.equal(slices.next(), undefined);
    const end = performance.now() + maxWorkSliceDuration;
    while (performance.now() < end);
    await slices.next();
    assert.equal(others, 1);
    assert.equal(slices.next(), undefined);
  });
});
