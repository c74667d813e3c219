import assert from 'node:assert/strict';
import type { Mirror } from '../../src/bridge';
import { KnownHome } from '../../src/runtime/known-home';

describe('The known home', () => {
  let reads: number;
  let readAt: Date | undefined;
  let home: KnownHome;
  beforeEach(() => {
    reads = 0;
    readAt = undefined;
    const mirror: Mirror = {
      get: () => undefined,
      byType: () => [],
      all: () => [],
      name: () => undefined,
      room: () => undefined,
      refresh: async () => {
        reads += 1;
        readAt = new Date();
      },
      get refreshedAt() {
        return readAt;
      },
    };
    home = new KnownHome(mirror);
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
});
