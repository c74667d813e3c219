import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { mock } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { parseBridgeSettings, resolveTrust } from '../../../src/runtime/bridge/open-bridge';
import type { BridgeConfigNodeDef, BridgeSettings } from '../../../src/runtime/bridge/open-bridge';
import { BridgeSession, digestSettings } from '../../../src/runtime/bridge/session';
import { waitUntil } from '../../support/wait-until';
import { EventEmitter } from 'node:events';
import { isObject } from '../../../src/resources/members';
import {
  commitKey,
  discardStagedKey,
  findStagedKey,
  stageKey,
} from '../../../src/runtime/bridge/staged-keys';
import { KnownBridgeCertificates } from '../../../src/runtime/bridge/known-certificates';

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

/** Keeps credentials as Node-RED does, and reports deploys. */
class CredentialStore {
  readonly events = new EventEmitter();
  readonly kept = new Map<string, object>();
  readonly nodes = {
    addCredentials: async (id: string, credentials: object): Promise<void> => {
      this.kept.set(id, { ...credentials });
    },
    getCredentials: (id: string): object => this.kept.get(id) ?? {},
    deleteCredentials: (id: string): void => {
      this.kept.delete(id);
    },
  };

  /** A deploy of somebody else, which drops the credentials of nodes that it does not know. */
  deployWithout(nodeId: string): void {
    this.kept.delete(nodeId);
    this.events.emit('flows:started');
  }

  commit(nodeId: string, edited: { key?: string; pairing?: string }): string | undefined {
    return commitKey(this, nodeId, { ...this.kept.get(nodeId), ...edited }).key;
  }

  deployListeners(): number {
    return this.events.listenerCount('flows:started');
  }

  textOf(nodeId: string): string {
    const credentials = this.kept.get(nodeId);
    return isObject(credentials) ? JSON.stringify(credentials) : 'none';
  }
}

describe('A key that a bridge gave to an open dialog', () => {
  let store: CredentialStore;
  const pairings = ['first', 'second'];
  beforeEach(() => {
    store = new CredentialStore();
    store.kept.set('bridge', { key: 'old' });
  });
  afterEach(() => {
    for (const pairing of pairings) discardStagedKey(store, pairing);
  });
  const stage = (pairing: string, key: string, nodeId = 'bridge'): void =>
    stageKey(store, pairing, { nodeId, key, fingerprint: 'AA' });

  it('is used once the node is deployed with its pairing, and not before', () => {
    stage('first', 'new');
    assert.equal(store.commit('bridge', {}), 'old');
    assert.equal(store.commit('bridge', { pairing: 'another' }), 'old');
    assert.equal(store.commit('bridge', { pairing: 'first' }), 'new');
    assert.equal(store.textOf('bridge'), '{"key":"new"}');
  });

  it('is still there after deploys of others', () => {
    stage('first', 'new', 'not-deployed-yet');
    store.deployWithout('not-deployed-yet');
    store.deployWithout('not-deployed-yet');
    assert.equal(store.commit('not-deployed-yet', { pairing: 'first' }), 'new');
  });

  it('does not come back with a deploy after it was taken or discarded', () => {
    stage('first', 'new');
    store.commit('bridge', { pairing: 'first' });
    assert.equal(store.deployListeners(), 0, 'listeners for deploys after the key was taken');
    stage('second', 'newer');
    discardStagedKey(store, 'second');
    assert.equal(store.deployListeners(), 0, 'listeners for deploys after the key was discarded');
    store.deployWithout('bridge');
    assert.equal(store.textOf('bridge'), 'none');
  });

  it('is found by its pairing and its node together', () => {
    stage('first', 'new');
    assert.equal(findStagedKey('first', 'bridge')?.key, 'new');
    assert.equal(findStagedKey('first', 'another'), undefined);
    assert.equal(findStagedKey('second', 'bridge'), undefined);
    assert.equal(findStagedKey(undefined, undefined), undefined);
    discardStagedKey(store, 'first');
    assert.equal(findStagedKey('first', 'bridge'), undefined);
  });

  it('leaves the other credentials as they were when it is discarded', () => {
    stage('first', 'new');
    stage('second', 'newer', 'fresh');
    discardStagedKey(store, 'first');
    discardStagedKey(store, 'second');
    assert.equal(store.textOf('bridge'), '{"key":"old"}');
    assert.equal(store.textOf('fresh'), 'none');
  });

  it('is not withdrawn by the late cancel of an earlier pairing', () => {
    stage('first', 'new');
    stage('second', 'newer');
    discardStagedKey(store, 'first');
    store.deployWithout('bridge');
    assert.equal(store.commit('bridge', { pairing: 'second' }), 'newer');
  });

  it('takes the place of the key of an earlier pairing for good', () => {
    stage('first', 'new');
    stage('second', 'newer');
    assert.equal(findStagedKey('first', 'bridge'), undefined);
    assert.equal(store.deployListeners(), 1, 'listeners for deploys, one for each staged key');
    discardStagedKey(store, 'second');
    store.deployWithout('bridge');
    assert.equal(store.commit('bridge', { pairing: 'first' }), undefined);
  });
});

const parseSettings = (def: object, key = 'a-key'): BridgeSettings => {
  const validSettings: BridgeConfigNodeDef = {
    id: 'a',
    type: 'bridge-config',
    name: '',
    z: '',
    host: '192.0.2.7',
  };
  return parseBridgeSettings({ ...validSettings, ...def }, { key });
};

describe('The settings of a bridge', () => {
  it('may have spaces around them', () => {
    const { host, port, key } = parseSettings(
      { host: ' 192.0.2.8 ', port: ' 8443\n' },
      '\ta-key\n',
    );
    assert.deepEqual([host, port, key], ['192.0.2.8', 8443, 'a-key']);
  });

  it('say which environment variable is not set where the key should come from one', () => {
    assert.throws(() => parseSettings({}, '${BRIDGE_KEY}'), {
      code: 'ERR_BRIDGE_NOT_CONFIGURED',
      message: /BRIDGE_KEY, which is not set/,
    });
  });

  it('may be numbers, as the properties of subflows are; none of them is passed over', () => {
    const { port, bridgeId, fingerprint } = parseSettings({
      port: 8443,
      bridgeId: 17,
      fingerprint: 4,
    });
    assert.deepEqual([port, bridgeId, fingerprint], [8443, '17', '4']);
  });

  it('take a rate from 0.1 to 1000, and leave the usual one where there is none', () => {
    const { limits } = parseSettings({
      lampsPerSecond: ' 0.1 ',
      groupsPerSecond: 1000,
      othersPerSecond: '',
    });
    assert.deepEqual(limits, { lampsPerSecond: 0.1, groupsPerSecond: 1000 });
  });

  for (const rate of ['0', '0.05', '-1', '1001', 'fast', 'Infinity']) {
    it(`refuse ${rate} as a rate, and say which one it is and what it may be`, () => {
      assert.throws(() => parseSettings({ groupsPerSecond: rate }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
        message: /^“Group commands\/s” .* from 0\.1 to 1000\. Leave it empty/,
      });
    });
  }
});

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
