import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  getKnownBridgeCertificates,
  KnownBridgeCertificates,
  serializeKnownBridges,
} from '../../../../src/runtime/bridge/known-certificates';
import type { KnownBridgeCertificate } from '../../../../src/runtime/bridge/known-certificates';

const createCertificate = (fingerprint: string): { fingerprint: string; commonName: string } => ({
  fingerprint,
  commonName: 'ABCDEF',
});
const createKnownBridge = (fingerprint: string): KnownBridgeCertificate => ({
  ...createCertificate(fingerprint),
  firstSeen: '2026-11-20T12:00:00.000Z',
});

const formerFileName = 'lighting-bridge-known-bridges.json';

const [one, other] = ['AA', 'BB'].map((byte) => Array.from({ length: 32 }, () => byte).join(':'));
assert.ok(one !== undefined && other !== undefined);

describe('The store of known bridges', () => {
  it('is one for a user directory, and one for each that has no directory', () => {
    assert.equal(getKnownBridgeCertificates('/one'), getKnownBridgeCertificates('/one'));
    assert.notEqual(getKnownBridgeCertificates('/one'), getKnownBridgeCertificates('/other'));
    assert.notEqual(getKnownBridgeCertificates(undefined), getKnownBridgeCertificates(undefined));
  });
});

describe('The file of known bridges', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'known-bridges-'));
    file = join(folder, 'lighting-bridge', 'addresses.json');
    await mkdir(join(folder, 'lighting-bridge'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps bridges from one start of Node-RED to the next, for the user of Node-RED only', async () => {
    await rm(dirname(file), { recursive: true });
    const known = new KnownBridgeCertificates(folder);
    assert.equal(await known.find('192.0.2.7:443'), undefined);
    await Promise.all([
      known.addIfAbsent('192.0.2.7:443', createCertificate(one)),
      known.addIfAbsent('192.0.2.8:443', createCertificate(other)),
    ]);
    const later = new KnownBridgeCertificates(folder);
    assert.equal((await later.find('192.0.2.7:443'))?.fingerprint, one);
    assert.equal((await later.find('192.0.2.8:443'))?.fingerprint, other);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(file))).mode & 0o777, 0o700);
  });

  it('means no new bridge when it cannot be read', async () => {
    await writeFile(file, '{"192.0.2.7:443": {"fing');
    await assert.rejects(new KnownBridgeCertificates(folder).find('192.0.2.7:443'), /is not JSON/);
    assert.match(await readFile(file, 'utf8'), /fing/);
  });

  const address = '192.0.2.7:443';
  const { fingerprint: _fingerprint, ...unpinned } = createKnownBridge(one);
  const damaged: readonly unknown[] = [
    null,
    [],
    [{ [address]: createKnownBridge(one) }],
    'x',
    0,
    { [address]: one },
    { [address]: null },
    { [address]: unpinned },
    { [address]: { ...createKnownBridge(one), fingerprint: null } },
    { [address]: { ...createKnownBridge(one), fingerprint: 5 } },
    { [address]: createKnownBridge('') },
    { [address]: createKnownBridge('AA:BB') },
    { [address]: createKnownBridge(one.toLowerCase()) },
    { [address]: { fingerprint: one } },
    { [address]: { ...createKnownBridge(one), firstSeen: 'once' } },
    { [address]: { ...createKnownBridge(one), more: true } },
    { [address]: { ...createKnownBridge(one), foundAt: { host: {}, port: [] } } },
    { [address]: { ...createKnownBridge(one), foundAt: { host: '169.254.169.254', port: 443 } } },
    { '192.0.2.7': createKnownBridge(one) },
    { '192.0.2.7:0': createKnownBridge(one) },
    { 'BRIDGE.lan:443': createKnownBridge(one) },
    { '192.0.2.8:443': createKnownBridge(one), '': createKnownBridge(other) },
  ];
  for (const content of damaged) {
    const text = JSON.stringify(content);
    for (const [where, damagedFile, damagedText] of [
      ['it', () => file, JSON.stringify({ version: 1, addresses: content })],
      ['the file before it', () => join(folder, formerFileName), text],
    ] as const)
      it(`means no new bridge when ${where} holds ${text.slice(0, 60)}`, async () => {
        await writeFile(damagedFile(), damagedText);
        const known = new KnownBridgeCertificates(folder);
        await assert.rejects(known.find(address), /it holds no object|is damaged/);
        await assert.rejects(known.addIfAbsent(address, createCertificate(other)));
        assert.equal(await readFile(damagedFile(), 'utf8'), damagedText);
      });
  }

  for (const [what, text, problem] of [
    ['names no version', '{}', /it names no version/],
    ['is of a later version', '{"version":2,"pins":[]}', /a later version of this package has/],
    ['holds more', '{"version":1,"addresses":{},"x":1}', /it holds more than addresses/],
  ] as const)
    it(`means no new bridge when it ${what}`, async () => {
      await writeFile(file, text);
      const known = new KnownBridgeCertificates(folder);
      await assert.rejects(known.addIfAbsent(address, createCertificate(one)), problem);
      assert.equal(await readFile(file, 'utf8'), text);
    });

  it('takes over once what an earlier version kept', async () => {
    const former = join(folder, formerFileName);
    const entry = { ...createKnownBridge(one), foundAt: { host: '192.0.2.9', port: 443 } };
    await writeFile(former, JSON.stringify({ [address]: entry }));
    const known = new KnownBridgeCertificates(folder);
    assert.deepEqual(await known.find(address), entry);
    const text = await readFile(file, 'utf8');
    assert.deepEqual(JSON.parse(text), { version: 1, addresses: { [address]: entry } });
    await assert.rejects(stat(former), { code: 'ENOENT' });
    const met = await known.addIfAbsent(address, createCertificate(other));
    assert.equal(met.fingerprint, one);
  });

  it('holds addresses of every kind, and where a bridge was found', async () => {
    const known = new KnownBridgeCertificates(folder);
    const foundAt = { host: 'fd12::8', port: 8443 };
    const moved = await known.addIfAbsent('fd12::7:443', createCertificate(one));
    await known.recordMovedAddress('fd12::7:443', createCertificate(one), foundAt);
    const stayed = await known.addIfAbsent('bridge.lan.:8443', createCertificate(other));
    const later = new KnownBridgeCertificates(folder);
    assert.deepEqual(await later.find('fd12::7:443'), { ...moved, foundAt });
    assert.deepEqual(await later.find('bridge.lan.:8443'), stayed);
  });

  it('holds the certificate that was met first, however many are met at once', async () => {
    const known = new KnownBridgeCertificates(folder);
    const pending = [one, other, one].map((met) =>
      known.addIfAbsent(address, createCertificate(met)),
    );
    const met = await Promise.all(pending);
    assert.deepEqual(
      met.map(({ fingerprint }) => fingerprint),
      [one, one, one],
    );
  });

  it('holds a certificate before a listener is notified that it was met', async () => {
    const known = new KnownBridgeCertificates(folder);
    await Promise.race([
      known.addIfAbsent(address, createCertificate(one)),
      known.addIfAbsent(address, createCertificate(one)),
    ]);
    assert.match(await readFile(file, 'utf8'), new RegExp(one));
  });

  it('knows no bridge that it could not keep', async () => {
    const known = new KnownBridgeCertificates(join(folder, 'gone'));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await assert.rejects(known.addIfAbsent('192.0.2.7:443', createCertificate(one)), {
        reason: /^ENOENT/,
      });
      assert.equal(await known.find('192.0.2.7:443'), undefined);
    }
  });

  const startProcess = async (
    fingerprint: string,
    addresses: readonly string[],
  ): Promise<ChildProcess> => {
    const child = fork(join(__dirname, 'support', 'first-meetings-child.js'), [
      folder,
      fingerprint,
      ...addresses,
    ]);
    await once(child, 'message');
    return child;
  };

  it('holds all that two processes meet at once, and both trust the same where both meet another', async () => {
    const addressesOf = (network: number): string[] =>
      Array.from({ length: 30 }, (_, index) => `192.0.${network}.${index + 1}:443`);
    const [shared, ofOne, ofOther] = [addressesOf(2), addressesOf(3), addressesOf(4)];
    const processes = await Promise.all([
      startProcess(one, [...ofOne, ...shared]),
      startProcess(other, [...ofOther, ...shared.toReversed()]),
    ]);
    for (const child of processes) child.send('begin');
    const reports = await Promise.all(
      processes.map(
        (child) =>
          new Promise<[string, string][]>((resolve) => {
            child.once('message', (report: [string, string][]) => resolve(report));
          }),
      ),
    );
    const [trustedByOne, trustedByOther] = reports.map((report) => new Map(report));
    assert.equal(trustedByOne?.size, 60);
    assert.equal(trustedByOther?.size, 60);
    const known = new KnownBridgeCertificates(folder);
    for (const hostPort of [...shared, ...ofOne, ...ofOther]) {
      const stored = (await known.find(hostPort))?.fingerprint;
      assert.ok(stored !== undefined, `${hostPort} was lost`);
      assert.equal(trustedByOne.get(hostPort) ?? stored, stored, hostPort);
      assert.equal(trustedByOther.get(hostPort) ?? stored, stored, hostPort);
    }
    for (const hostPort of ofOne) assert.equal(trustedByOne.get(hostPort), one);
    for (const hostPort of ofOther) assert.equal(trustedByOther.get(hostPort), other);
  });

  it('is written where a symbolic link leads', async () => {
    await mkdir(join(folder, 'volume'));
    await symlink('../volume/pins.json', file);
    await new KnownBridgeCertificates(folder).addIfAbsent(address, createCertificate(one));
    assert.match(await readFile(join(folder, 'volume', 'pins.json'), 'utf8'), new RegExp(one));
    assert.ok((await lstat(file)).isSymbolicLink());
  });

  it('means no new bridge where a pipe or a folder is in its place', async () => {
    await mkdir(file);
    const known = new KnownBridgeCertificates(folder);
    await assert.rejects(known.find(address), /it is a folder, not a file/);
    await rm(file, { recursive: true });
    execFileSync('mkfifo', [file]);
    await assert.rejects(known.find(address), /it is a pipe, not a file/);
    await assert.rejects(known.addIfAbsent(address, createCertificate(one)), /it is a pipe/);
  });

  it('is read, but takes in no bridge, where the folder is read-only', async () => {
    const text = serializeKnownBridges(new Map([[address, createKnownBridge(one)]]));
    await writeFile(file, text);
    await chmod(folder, 0o755);
    await chmod(join(folder, 'lighting-bridge'), 0o555);
    const known = new KnownBridgeCertificates(folder);
    // Permissions do not bind root.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      const stored = await known.addIfAbsent(address, createCertificate(other));
      assert.equal(stored.fingerprint, one);
      await assert.rejects(
        known.addIfAbsent('192.0.2.8:443', createCertificate(one)),
        /Cannot lock .*: EACCES/,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(join(folder, 'lighting-bridge'), 0o755);
    }
    assert.equal(await readFile(file, 'utf8'), text);
  });

  it('takes in no bridge while another process keeps its lock, and does once that was killed', async () => {
    const holder = fork(join(__dirname, '../../../files/support/locking-child.js'), [file, '0']);
    await once(holder, 'message');
    const known = new KnownBridgeCertificates(folder);
    await assert.rejects(
      known.addIfAbsent(address, createCertificate(one)),
      new RegExp(`process ${holder.pid} did not release .*\\.lock within 3 s`),
    );
    assert.equal(await known.find(address), undefined);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await known.addIfAbsent(address, createCertificate(one));
    assert.equal((await known.find(address))?.fingerprint, one);
  });

  it('is not needed where Node-RED has no directory of its own', async () => {
    const known = new KnownBridgeCertificates(undefined);
    await known.addIfAbsent('192.0.2.7:443', createCertificate(one));
    assert.equal((await known.find('192.0.2.7:443'))?.fingerprint, one);
  });
});
