import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { StateCache } from '../../../src/bridge';
import { StateReader } from '../../../src/bridge/read-state';
import { accept, refuse } from '../../../src/vocabulary/parse-result';
import type { ParseResult } from '../../../src/vocabulary/parse-result';

describe('The known home', () => {
  let reads: number;
  let refetches: number;
  let answers: number;
  let readAt: Date | undefined;
  let cache: StateReader;
  let isLive: boolean;
  beforeEach(() => {
    reads = 0;
    refetches = 0;
    answers = 0;
    readAt = undefined;
    isLive = false;
    const refresh = async (): Promise<void> => {
      reads += 1;
      readAt = new Date();
      await setImmediate();
      answers += 1;
    };
    const stateCache: StateCache = {
      get: () => undefined,
      byType: () => [],
      types: () => [],
      refreshType: () => Promise.resolve(),
      ownerRid: () => undefined,
      all: () => [],
      name: () => undefined,
      room: () => undefined,
      displayNames: () => ({}),
      refresh,
      refetch() {
        refetches += 1;
        return refresh();
      },
      get refreshedAt() {
        return readAt;
      },
    };
    cache = new StateReader(stateCache, () => isLive);
  });

  it('is read when nobody has read it yet, whatever age would do', async () => {
    await cache.read();
    await cache.read();
    assert.equal(reads, 1);
  });

  it('is not read when the client has read it', async () => {
    readAt = new Date();
    await cache.read();
    assert.equal(reads, 0);
  });

  it('is read again when it is older than it may be', async () => {
    await cache.read();
    readAt = new Date(Date.now() - 10_000);
    await cache.read(20_000);
    assert.equal(reads, 1);
    await cache.read(5_000);
    assert.equal(reads, 2);
  });

  it('is read again once after something in it was changed', async () => {
    await cache.read();
    cache.invalidate();
    await cache.read();
    await cache.read();
    assert.equal(reads, 2);
  });

  it('is read before a name is looked up in it, which may fit twice in the whole', async () => {
    const found = await cache.find(() => accept(answers), 60_000, true);
    assert.deepEqual(found, accept(1));
  });

  it('is read before a name is looked up in it after something in it was changed', async () => {
    await cache.read();
    cache.invalidate();
    const found = await cache.find(() => accept(answers), 60_000, true);
    assert.deepEqual(found, accept(2));
  });

  it('is read behind a name that is known when that was long ago, unless the bridge pushes changes', async () => {
    await cache.read();
    readAt = new Date(Date.now() - 120_000);
    isLive = true;
    assert.deepEqual(await cache.find(() => accept(reads), 5_000, true), accept(1));
    assert.equal(reads, 1);
    isLive = false;
    assert.deepEqual(await cache.find(() => accept(reads), 5_000, true), accept(1));
    assert.equal(reads, 2);
  });

  it('lets no name overtake another that waits for the same look', async () => {
    await cache.read();
    cache.invalidate();
    const found = [1, 2, 3].map(async () => cache.find(() => accept(answers), 60_000, true));
    assert.deepEqual(await Promise.all(found), [accept(2), accept(2), accept(2)]);
  });

  it('is not read for an id that is known', async () => {
    const found = await cache.find(() => accept('known'), 60_000, false);
    assert.deepEqual(found, accept('known'));
    assert.equal(reads, 0);
  });

  it('is read anew for what is not found, unless it was read a moment ago', async () => {
    const find = (): ParseResult<string> =>
      reads === 2 ? accept('found') : refuse('target', 'a lamp', 'x');
    await cache.read();
    assert.equal((await cache.find(find, 5_000, true)).ok, false);
    assert.equal(reads, 1);
    readAt = new Date(Date.now() - 10_000);
    assert.deepEqual(await cache.find(find, 5_000, true), accept('found'));
  });

  it('is read before a look-up that takes no older state, even if it finds something', async () => {
    await cache.read();
    readAt = new Date(Date.now() - 10_000);
    const find = (maxAge: number): ReturnType<typeof cache.find> =>
      cache.find(() => accept(answers), 60_000, false, maxAge);
    assert.deepEqual(await find(20_000), accept(1));
    assert.deepEqual(await find(5_000), accept(2));
  });

  it('is read by a request of its own for what is not found, if no age will do', async () => {
    await cache.read();
    await cache.find(() => refuse('target', 'a lamp', 'x'), 0, false);
    assert.deepEqual({ reads, refetches }, { reads: 2, refetches: 1 });
  });

  it('is read anew for a body that is built on it', async () => {
    await cache.read();
    await cache.refetch();
    assert.equal(reads, 2);
  });
});
