import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KnownBridges } from '../../src/runtime/known-bridges';

const bridge = (
  fingerprint: string,
): { fingerprint: string; commonName: string; firstSeen: string } => ({
  fingerprint,
  commonName: 'ABCDEF',
  firstSeen: '2026-11-20T12:00:00.000Z',
});

describe('The file of known bridges', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'known-bridges-'));
    file = join(folder, 'lighting-bridge-known-bridges.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps bridges from one start of Node-RED to the next', async () => {
    const known = new KnownBridges(folder);
    assert.equal(await known.find('192.0.2.7:443'), undefined);
    await Promise.all([
      known.remember('192.0.2.7:443', bridge('AA')),
      known.remember('192.0.2.8:443', bridge('BB')),
    ]);
    const later = new KnownBridges(folder);
    assert.equal((await later.find('192.0.2.7:443'))?.fingerprint, 'AA');
    assert.equal((await later.find('192.0.2.8:443'))?.fingerprint, 'BB');
    assert.equal((await stat(file)).mode & 0o077, 0);
  });

  it('means no new bridge when it cannot be read', async () => {
    await writeFile(file, '{"192.0.2.7:443": {"fing');
    await assert.rejects(new KnownBridges(folder).find('192.0.2.7:443'), SyntaxError);
    assert.match(await readFile(file, 'utf8'), /fing/);
  });

  it('knows no bridge that it could not keep', async () => {
    const known = new KnownBridges(join(folder, 'gone'));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await assert.rejects(known.remember('192.0.2.7:443', bridge('AA')), { code: 'ENOENT' });
      assert.equal(await known.find('192.0.2.7:443'), undefined);
    }
  });

  it('is not needed where Node-RED has no directory of its own', async () => {
    const known = new KnownBridges(undefined);
    await known.remember('192.0.2.7:443', bridge('AA'));
    assert.equal((await known.find('192.0.2.7:443'))?.fingerprint, 'AA');
  });
});
