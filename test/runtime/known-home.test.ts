import assert from 'node:assert/strict';
import type { Mirror } from '../../src/bridge';
import { KnownHome } from '../../src/runtime/known-home';
import { accept, refuse } from '../../src/vocabulary';
import type { Result } from '../../src/vocabulary';

describe('The known home', () => {
  let reads: number;
  let readAt: Date | undefined;
  let home: KnownHome;
  let isLive: boolean;
  beforeEach(() => {
    reads = 0;
    readAt = undefined;
    isLive = false;
    const refresh = async (): Promise<void> => {
      reads += 1;
      readAt = new Date();
    };
    const mirror: Mirror = {
      get: () => undefined,
      byType: () => [],
      all: () => [],
      name: () => undefined,
      room: () => undefined,
      refresh,
      refreshAnew: refresh,
      get refreshedAt() {
        return readAt;
      },
    };
    home = new KnownHome(mirror, () => isLive);
  });

  it('is read when nobody has read it yet, whatever age would do', async () => {
    await home.read();
    await home.read();
    assert.equal(reads, 1);
  });

  it('is read again when it is older than it may be', async () => {
    await home.read();
    readAt = new Date(Date.now() - 10_000);
    await home.read(20_000);
    assert.equal(reads, 1);
    await home.read(5_000);
    assert.equal(reads, 2);
  });

  it('is read again once after something in it was changed', async () => {
    await home.read();
    home.noteChange();
    await home.read();
    await home.read();
    assert.equal(reads, 2);
  });

  it('is read before a name is looked up in it, which may fit twice in the whole', async () => {
    const found = await home.find(() => accept(reads), 60_000, true);
    assert.deepEqual(found, accept(1));
  });

  it('is read before a name is looked up in it after something in it was changed', async () => {
    await home.read();
    home.noteChange();
    const found = await home.find(() => accept(reads), 60_000, true);
    assert.deepEqual(found, accept(2));
  });

  it('is read behind a name that is known when that was long ago, unless the bridge tells changes', async () => {
    await home.read();
    readAt = new Date(Date.now() - 120_000);
    isLive = true;
    assert.deepEqual(await home.find(() => accept(reads), 5_000, true), accept(1));
    assert.equal(reads, 1);
    isLive = false;
    assert.deepEqual(await home.find(() => accept(reads), 5_000, true), accept(1));
    assert.equal(reads, 2);
  });

  it('lets no name overtake another that waits for the same look', async () => {
    await home.read();
    home.noteChange();
    const found = [1, 2, 3].map(() => home.find(() => accept(reads), 60_000, true));
    assert.deepEqual(await Promise.all(found), [accept(2), accept(2), accept(2)]);
  });

  it('is not read for an id that is known', async () => {
    const found = await home.find(() => accept('known'), 60_000, false);
    assert.deepEqual(found, accept('known'));
    assert.equal(reads, 0);
  });

  it('is read anew for what is not found, unless it was read a moment ago', async () => {
    const find = (): Result<string> =>
      reads === 2 ? accept('found') : refuse('target', 'a lamp', 'x');
    await home.read();
    assert.equal((await home.find(find, 5_000, true)).ok, false);
    assert.equal(reads, 1);
    readAt = new Date(Date.now() - 10_000);
    assert.deepEqual(await home.find(find, 5_000, true), accept('found'));
  });

  it('is read anew for a body that is built on it', async () => {
    await home.read();
    await home.readAnew();
    assert.equal(reads, 2);
  });
});
