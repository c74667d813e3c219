import assert from 'node:assert/strict';
import { LazyResourceFilter } from '../../../src/runtime/nodes/filter-resources';
import type { ResourceFilter } from '../../../src/runtime/nodes/filter-resources';
import { accept } from '../../../src/vocabulary/parse-result';
import type { ParseResult } from '../../../src/vocabulary/parse-result';
import { flushPromises } from '../../bridge/support/fake-clock';

describe('What a node watches, by a name', () => {
  const everything: ResourceFilter = () => true;

  it('is looked up again after a look-up that failed', async () => {
    const failures: string[] = [];
    const results: (() => Promise<ParseResult<ResourceFilter>>)[] = [
      () => Promise.reject(new Error('the bridge is away')),
      () =>
        Promise.resolve({
          ok: false,
          problem: { path: 'target', expected: 'a known name', received: 'Hall' },
        }),
      () => Promise.resolve(accept(everything)),
    ];
    let lookUps = 0;
    const filter = new LazyResourceFilter(
      () => {
        lookUps += 1;
        return results.shift()?.() ?? assert.fail('it was looked up too often');
      },
      ({ message }) => failures.push(message),
    );
    const calls: number[] = [];
    for (const call of [1, 2, 3, 4]) {
      filter.whenResolved(() => calls.push(call));
      await flushPromises();
    }
    assert.equal(failures.length, 2);
    assert.deepEqual(calls, [3, 4]);
    assert.equal(lookUps, 3);
  });

  it('is asked in the order of the changes, also of those that come while it is looked up', async () => {
    const filter = new LazyResourceFilter(
      () => Promise.resolve(accept(everything)),
      () => assert.fail('it was found'),
    );
    const calls: number[] = [];
    filter.whenResolved(() => {
      calls.push(1);
      filter.whenResolved(() => calls.push(3));
    });
    filter.whenResolved(() => {
      calls.push(2);
      filter.whenResolved(() => calls.push(4));
    });
    await flushPromises();
    filter.whenResolved(() => calls.push(5));
    assert.deepEqual(calls, [1, 2, 3, 4, 5]);
  });

  it('is not asked any more once the node is stopped', async () => {
    const filter = new LazyResourceFilter(
      () => Promise.resolve(accept(everything)),
      () => assert.fail('it was found'),
    );
    const calls: string[] = [];
    filter.whenResolved(() => calls.push('before'));
    await flushPromises();
    filter.stop();
    filter.whenResolved(() => calls.push('after'));
    await flushPromises();
    assert.deepEqual(calls, ['before']);
  });
});
