import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { mock } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { BridgeConfigNodeDef } from '../../../src/runtime/bridge/open-bridge';
import { BridgeSession, digestSettings } from '../../../src/runtime/bridge/session';
import { waitUntil } from '../../support/wait-until';

describe('The session of a deployed bridge', () => {
  let simulator: Simulator;
  let session: BridgeSession;
  let warnings: string[];
  const start = (overrides: Partial<BridgeConfigNodeDef> = {}): BridgeSession => {
    const { host, port, fingerprint, key } = simulator;
    const def = { id: 'bridge', type: 'bridge-config', name: '', z: '', host, fingerprint };
    return new BridgeSession(
      { settings: {} },
      { warn: (warning: unknown) => warnings.push(String(warning)) },
      { ...def, port: String(port), ...overrides },
      { key },
    );
  };
  beforeEach(async () => {
    warnings = [];
    simulator = await startSimulator();
    session = start();
  });
  afterEach(async () => {
    await session.close();
    await simulator.stop();
  });

  it('opens one client, however many nodes ask for it', async () => {
    const [first, second] = await Promise.all([session.open(), session.open()]);
    assert.equal(first, second);
    assert.equal(await session.open(), first);
  });

  it('leaves no client behind when a deploy closes it while it opens', async () => {
    const opening = session.open();
    const closing = session.close();
    await assert.rejects(opening, { code: 'ERR_BRIDGE_CLOSED' });
    await closing;
    await waitUntil('the end of every connection', () => simulator.connectionCount() === 0);
    const sent = simulator.requests.length;
    await assert.rejects(session.open(), { code: 'ERR_BRIDGE_CLOSED' });
    assert.equal(simulator.requests.length, sent, 'requests after the close');
  });

  it('ends the client and its connections when it is closed', async () => {
    const { client } = await session.open();
    await client.stateCache.refresh();
    assert.ok(simulator.connectionCount() > 0, 'no connection before the close');
    await session.close();
    assert.equal(client.connectionState.kind, 'closed');
    await waitUntil('the end of every connection', () => simulator.connectionCount() === 0);
    await assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_CLOSED' });
    assert.deepEqual(warnings, []);
  });

  it('ends the programs before the client, and warns of an error of them', async () => {
    const ended: string[] = [];
    const { client, programs } = await session.open();
    mock.method(programs, 'close', () => {
      ended.push(`closed while ${client.connectionState.kind}`);
      throw new Error('A timer is missing.');
    });
    await client.stateCache.refresh();
    await session.close();
    assert.deepEqual(ended, ['closed while connected']);
    assert.equal(client.connectionState.kind, 'closed');
    assert.deepEqual(warnings, ['A timer is missing.']);
  });

  it('has equal settings whatever its name is, others with another value or another CA file', async () => {
    const { settingsDigest } = start({ name: 'Before' });
    assert.equal(start({ name: 'After' }).settingsDigest, settingsDigest);
    assert.doesNotMatch(settingsDigest, new RegExp(simulator.key));
    const others: readonly Partial<BridgeConfigNodeDef>[] = [
      { host: 'other' },
      { port: '444' },
      { keyHeader: 'other' },
      { bridgeId: 'other' },
      { fingerprint: '' },
      { events: 'never' },
      { lampsPerSecond: '9' },
      { groupsPerSecond: '9' },
      { othersPerSecond: '9' },
      { caFile: __filename },
      { caFile: `${__filename}.map` },
      { caFile: 'other' },
    ];
    const digests = others.map((settings) => start(settings).settingsDigest);
    const { host, port, fingerprint } = simulator;
    const def = { id: 'bridge', type: 'bridge-config', name: '', z: '', host, fingerprint };
    const otherKey = digestSettings({ ...def, port: String(port) }, { key: 'of a pairing' });
    assert.equal(new Set([settingsDigest, otherKey, ...digests]).size, others.length + 2);
    assert.equal(
      digestSettings({ ...def, port: String(port) }, { key: simulator.key }),
      settingsDigest,
    );

    const folder = await mkdtemp(join(tmpdir(), 'bridge-session-test-'));
    try {
      const caFile = join(folder, 'bridge.pem');
      await writeFile(caFile, 'one');
      const before = start({ caFile }).settingsDigest;
      await writeFile(caFile, 'other');
      assert.notEqual(start({ caFile }).settingsDigest, before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('tries again at once for the node that a deploy puts in place, where the bridge could not be used', async () => {
    const { client } = await session.open();
    await client.stateCache.refresh();
    const sent = simulator.requests.length;
    session.resume({ warn: () => undefined });
    assert.equal(simulator.requests.length, sent, 'requests while the bridge is connected');

    simulator.faults.inject({ status: 403 });
    await assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_FORBIDDEN' });
    assert.equal(client.connectionState.kind, 'unauthorized');
    simulator.faults.clear();
    session.resume({ warn: () => undefined });
    await waitUntil('the connection', () => client.connectionState.kind === 'connected');
  });

  it('can be opened once a file is there that was missing, and not after it was closed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bridge-session-test-'));
    try {
      const caFile = join(folder, 'bridge.pem');
      const { bridgeId } = simulator;
      const late = start({ caFile, bridgeId, fingerprint: '' });
      await assert.rejects(late.open(), { code: 'ERR_BRIDGE_UNTRUSTED' });
      await writeFile(caFile, simulator.certificate);
      const { client } = await late.open();
      await client.stateCache.refresh();
      await late.close();
      await assert.rejects(late.open(), { code: 'ERR_BRIDGE_CLOSED' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
