import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseBridgeSettings, resolveTrust } from '../../../src/runtime/bridge/open-bridge';
import { KnownBridgeCertificates } from '../../../src/runtime/bridge/known-certificates';

const settings = parseBridgeSettings(
  { id: 'a', type: 'bridge-config', name: '', z: '', host: '192.0.2.7' },
  { key: 'a-key' },
);
const createCertificate = (fingerprint: string): { fingerprint: string; commonName: string } => ({
  fingerprint,
  commonName: '001788FFFE0A0B0C',
});

describe('Two nodes that meet a bridge for the first time', () => {
  it('trust one certificate between them: the one that was met first', async () => {
    const known = new KnownBridgeCertificates(undefined);
    const [one, other] = [await resolveTrust(settings, known), await resolveTrust(settings, known)];
    await one.onFirstUse?.(createCertificate('AA'));
    await other.onFirstUse?.(createCertificate('AA'));
    await assert.rejects(
      async () => other.onFirstUse?.(createCertificate('BB')),
      /another one was met/,
    );
    assert.equal((await known.find('192.0.2.7:443'))?.fingerprint, 'AA');
  });
});

describe('A bridge that was met before', () => {
  it('is no new one when the file of known bridges is damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'first-meeting-'));
    await writeFile(join(folder, 'lighting-bridge-known-bridges.json'), '[]');
    try {
      await assert.rejects(resolveTrust(settings, new KnownBridgeCertificates(folder)), {
        code: 'ERR_BRIDGE_UNTRUSTED',
        message:
          /^The certificate of the bridge cannot be checked, .*it holds no object.* Repair this file/,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
