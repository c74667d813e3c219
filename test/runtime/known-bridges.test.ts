import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KnownBridges } from '../../src/runtime/known-bridges';
import type { KnownBridge } from '../../src/runtime/known-bridges-text';

const certificate = (fingerprint: string): { fingerprint: string; commonName: string } => ({
  fingerprint,
  commonName: 'ABCDEF',
});
const bridge = (fingerprint: string): KnownBridge => ({
  ...certificate(fingerprint),
  firstSeen: '2026-11-20T12:00:00.000Z',
});

const [one, other] = ['AA', 'BB'].map((byte) => Array.from({ length: 32 }, () => byte).join(':'));
assert.ok(one !== undefined && other !== undefined);

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
      known.meet('192.0.2.7:443', certificate(one)),
      known.meet('192.0.2.8:443', certificate(other)),
    ]);
    const later = new KnownBridges(folder);
    assert.equal((await later.find('192.0.2.7:443'))?.fingerprint, one);
    assert.equal((await later.find('192.0.2.8:443'))?.fingerprint, other);
    assert.equal((await stat(file)).mode & 0o077, 0);
  });

  it('means no new bridge when it cannot be read', async () => {
    await writeFile(file, '{"192.0.2.7:443": {"fing');
    await assert.rejects(new KnownBridges(folder).find('192.0.2.7:443'), SyntaxError);
    assert.match(await readFile(file, 'utf8'), /fing/);
  });

  const place = '192.0.2.7:443';
  const { fingerprint: _fingerprint, ...unpinned } = bridge(one);
  const damaged: readonly unknown[] = [
    null,
    [],
    [{ [place]: bridge(one) }],
    'x',
    0,
    { [place]: one },
    { [place]: null },
    { [place]: unpinned },
    { [place]: { ...bridge(one), fingerprint: null } },
    { [place]: { ...bridge(one), fingerprint: 5 } },
    { [place]: bridge('') },
    { [place]: bridge('AA:BB') },
    { [place]: bridge(one.toLowerCase()) },
    { [place]: { fingerprint: one } },
    { [place]: { ...bridge(one), firstSeen: 'once' } },
    { [place]: { ...bridge(one), more: true } },
    { [place]: { ...bridge(one), foundAt: { host: {}, port: [] } } },
    { [place]: { ...bridge(one), foundAt: { host: '169.254.169.254', port: 443 } } },
    { '192.0.2.7': bridge(one) },
    { '192.0.2.7:0': bridge(one) },
    { 'BRIDGE.lan:443': bridge(one) },
    { '192.0.2.8:443': bridge(one), '': bridge(other) },
  ];
  for (const held of damaged) {
    const text = JSON.stringify(held);
    it(`means no new bridge when it holds ${text.slice(0, 60)}`, async () => {
      await writeFile(file, text);
      const known = new KnownBridges(folder);
      await assert.rejects(known.find(place), /it holds no object|is damaged/);
      await assert.rejects(known.meet(place, certificate(other)));
      assert.equal(await readFile(file, 'utf8'), text);
    });
  }

  it('holds addresses of every kind, and where a bridge was found', async () => {
    const known = new KnownBridges(folder);
    const foundAt = { host: 'fe80::8', port: 8443 };
    const moved = await known.meet('fe80::7:443', certificate(one));
    await known.noteMove('fe80::7:443', certificate(one), foundAt);
    const stayed = await known.meet('bridge.lan.:8443', certificate(other));
    const later = new KnownBridges(folder);
    assert.deepEqual(await later.find('fe80::7:443'), { ...moved, foundAt });
    assert.deepEqual(await later.find('bridge.lan.:8443'), stayed);
  });

  it('holds the certificate that was met first, however many are met at once', async () => {
    const known = new KnownBridges(folder);
    const meetings = [one, other, one].map((met) => known.meet(place, certificate(met)));
    const met = await Promise.all(meetings);
    assert.deepEqual(
      met.map(({ fingerprint }) => fingerprint),
      [one, one, one],
    );
  });

  it('holds a certificate before anybody is told that it was met', async () => {
    const known = new KnownBridges(folder);
    await Promise.race([known.meet(place, certificate(one)), known.meet(place, certificate(one))]);
    assert.match(await readFile(file, 'utf8'), new RegExp(one));
  });

  it('knows no bridge that it could not keep', async () => {
    const known = new KnownBridges(join(folder, 'gone'));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await assert.rejects(known.meet('192.0.2.7:443', certificate(one)), { code: 'ENOENT' });
      assert.equal(await known.find('192.0.2.7:443'), undefined);
    }
  });

  it('is not needed where Node-RED has no directory of its own', async () => {
    const known = new KnownBridges(undefined);
    await known.meet('192.0.2.7:443', certificate(one));
    assert.equal((await known.find('192.0.2.7:443'))?.fingerprint, one);
  });
});
