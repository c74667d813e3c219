import assert from 'node:assert/strict';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import {
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../../support/node-red/flow-harness';
import { existsSync } from 'node:fs';
import { freeUdpPort, announceRepeatedly } from '../../support/network/mdns';
import { findLatestStatus } from '../../support/node-red/observation-log';
import { waitUntil } from '../../support/wait-until';

const lamp = createFlowNode('lamp', 'bridge-light', {
  target: createFixtureId('light/living-floor'),
});

describe('Trust on first use', () => {
  const createFlows = (simulator: Simulator, settings: object): FlowNode[] => [
    { id: 'tab', type: 'tab' },
    createBridgeNode(simulator, settings),
    lamp,
  ];

  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    nodeRed = await startNodeRed();
  });
  after(() => nodeRed.stop());
  const knownBridgesFile = (): string =>
    join(nodeRed.userDirectory, 'lighting-bridge', 'addresses.json');
  beforeEach(async () => {
    simulator = await startSimulator();
    await rm(knownBridgesFile(), { force: true });
    const credentials = createCredentials(simulator);
    await nodeRed.deploy(
      createFlows(simulator, { fingerprint: '' }).map((node) => ({
        ...node,
        ...(credentials[node.id] && { credentials: credentials[node.id] }),
      })),
    );
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');
  });

  it('remembers the certificate, and refuses another one at the same address after a deploy', async () => {
    const known: unknown = JSON.parse(await readFile(knownBridgesFile(), 'utf8'));
    const address = `${simulator.host}:${simulator.port}`;
    assert.equal(
      getNestedMember(known, 'addresses', address, 'fingerprint'),
      simulator.fingerprint,
    );

    await simulator.stop();
    const impostor = await startSimulator({ port: simulator.port, key: simulator.key });
    try {
      await nodeRed.deploy(createFlows(impostor, { fingerprint: '', name: 'Again' }), 'nodes');
      nodeRed.send('lamp', { payload: true });
      const error = await nodeRed.nextFailure('lamp');
      assert.equal(error.code, 'ERR_BRIDGE_UNTRUSTED');
      assert.match(
        error.message,
        /If the bridge was reset or exchanged, trust its certificate again/,
      );
      await nodeRed.nextStatus('lamp', ({ text }) => text === 'not trusted');
      assert.equal(impostor.requests.length, 0, 'requests to the impostor');
    } finally {
      await impostor.stop();
    }
  });

  it('says what to do where the certificate cannot be kept, and goes on once it can', async () => {
    await rm(knownBridgesFile());
    const lock = `${knownBridgesFile()}.lock`;
    await mkdir(lock);
    const requestsBefore = simulator.requests.length;
    await nodeRed.deploy(
      createFlows(simulator, { fingerprint: '', lampsPerSecond: '99' }),
      'nodes',
    );
    nodeRed.send('lamp', { payload: true });
    const { code, message } = await nodeRed.nextFailure('lamp');
    assert.equal(code, 'ERR_BRIDGE_UNTRUSTED');
    assert.match(
      message,
      /was not accepted: Node-RED cannot keep it\. Let Node-RED write to its user directory, or trust the certificate in the bridge settings\. Cannot lock .*: it is a folder, not a file/,
    );
    assert.doesNotMatch(message, /reset or exchanged/);
    assert.equal(simulator.requests.length, requestsBefore, 'requests to the bridge, as before');

    await rmdir(lock);
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');
    await simulator.stop();
  });

  it('is settled by the certificate that a person pins', async () => {
    await simulator.stop();
    const renewed = await startSimulator({ port: simulator.port, key: simulator.key });
    try {
      await nodeRed.deploy(createFlows(renewed, { fingerprint: renewed.fingerprint }), 'nodes');
      nodeRed.send('lamp', { payload: true });
      await nodeRed.nextCompletion('lamp');
      assert.ok(renewed.requests.length > 0);
    } finally {
      await renewed.stop();
    }
  });

  const testConnection = async (simulated: Simulator, overrides: object = {}): Promise<unknown> => {
    const { host, port } = simulated;
    const body = { bridge: 'bridge', host, port, keyHeader: 'home-application-key', ...overrides };
    const response = await nodeRed.admin('POST', 'lighting-bridge/test', body);
    return getNestedMember(response.body, 'error', 'code') ?? 'connected';
  };

  it('is not given away by what a dialog names: the kept key goes to the known certificate', async () => {
    const impostor = await startSimulator({ key: simulator.key });
    try {
      assert.equal(await testConnection(simulator), 'connected');
      const { fingerprint, bridgeId } = impostor;
      assert.equal(await testConnection(impostor), 'ERR_BRIDGE_UNTRUSTED');
      assert.equal(await testConnection(impostor, { fingerprint }), 'NOT_DEPLOYED');
      assert.equal(await testConnection(impostor, { fingerprint, bridgeId }), 'NOT_DEPLOYED');
      assert.equal(impostor.requests.length, 0, 'requests to the impostor');
    } finally {
      await impostor.stop();
      await simulator.stop();
    }
  });

  it('is for the deployed address alone while nobody has seen the bridge there', async () => {
    const { port } = simulator;
    await simulator.stop();
    await writeFile(knownBridgesFile(), '{"version":1,"addresses":{}}');
    const impostor = await startSimulator({ key: simulator.key });
    const { fingerprint } = impostor;
    await nodeRed.deploy(createFlows(simulator, { fingerprint: '', name: 'Away' }), 'nodes');
    try {
      assert.equal(await testConnection(impostor), 'NOT_DEPLOYED');
      assert.equal(await testConnection(impostor, { fingerprint }), 'NOT_DEPLOYED');
      assert.equal(impostor.requests.length, 0, 'requests to the impostor');
    } finally {
      await impostor.stop();
    }
    const back = await startSimulator({ port, key: simulator.key });
    try {
      assert.equal(await testConnection(back), 'connected');
      const known: unknown = JSON.parse(await readFile(knownBridgesFile(), 'utf8'));
      const address = `${back.host}:${port}`;
      assert.equal(getNestedMember(known, 'addresses', address, 'fingerprint'), back.fingerprint);
    } finally {
      await back.stop();
    }
  });

  it('is no use to an impostor when a dialog tries the bridge that a file vouches for', async () => {
    const caFile = join(nodeRed.userDirectory, 'bridge.pem');
    await writeFile(caFile, simulator.certificate);
    const { bridgeId } = simulator;
    await nodeRed.deploy(createFlows(simulator, { fingerprint: '', bridgeId, caFile }), 'nodes');
    const impostor = await startSimulator({ key: simulator.key, bridgeId });
    try {
      const { fingerprint } = impostor;
      for (const overrides of [{}, { bridgeId }, { fingerprint }, { fingerprint, bridgeId }]) {
        assert.equal(await testConnection(impostor, overrides), 'ERR_BRIDGE_UNTRUSTED');
      }
      assert.equal(impostor.requests.length, 0, 'requests to the impostor');
      assert.equal(await testConnection(simulator, { bridgeId }), 'connected');
    } finally {
      await impostor.stop();
      await simulator.stop();
    }
  });

  it('is not needed where a file names who vouches for the bridge', async () => {
    const caFile = join(nodeRed.userDirectory, 'bridge.pem');
    const caSettings = { fingerprint: '', bridgeId: simulator.bridgeId };
    await writeFile(caFile, simulator.certificate);
    await nodeRed.deploy(createFlows(simulator, { ...caSettings, caFile }), 'nodes');
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');

    const missingFile = join(nodeRed.userDirectory, 'no-such.pem');
    await nodeRed.deploy(createFlows(simulator, { ...caSettings, caFile: missingFile }), 'nodes');
    const requestsBefore = simulator.requests.length;
    nodeRed.send('lamp', { payload: true });
    assert.match((await nodeRed.nextFailure('lamp')).message, /no-such\.pem cannot be read/);
    assert.equal(simulator.requests.length, requestsBefore, 'requests to the bridge, as before');

    await writeFile(missingFile, simulator.certificate);
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');
    await simulator.stop();
  });
});

const maxDuration = 60_000;

describe('A bridge that moves to another address', () => {
  let udpPort: number;
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  const cleanups: (() => Promise<void>)[] = [];
  const createFlows = (settings: object = {}): FlowNode[] => [
    { id: 'tab', type: 'tab' },
    createBridgeNode(simulator, settings),
    createFlowNode('lamp', 'bridge-light', { target: createFixtureId('light/living-floor') }),
    createFlowNode('watch', 'bridge-poll', { rtype: 'light', interval: '1' }),
    createFlowNode('status', 'bridge-status', { output: 'movedTo', wires: [['told']] }),
    { id: 'told', type: 'debug', z: 'tab', active: false, wires: [] },
  ];
  before(async () => {
    udpPort = await freeUdpPort();
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: createFlows(),
      credentials: createCredentials(simulator),
      settings: { lightingBridge: { discovery: { port: udpPort } } },
    });
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');
  });
  after(async () => {
    await nodeRed.stop();
    for (const cleanup of cleanups) await cleanup();
  });

  it('is found again within a minute, past an impostor, and says where', async () => {
    const { identity, bridgeId, key, port: before } = simulator;
    await simulator.stop();
    const lostAt = performance.now();
    const impostor = await startSimulator({ bridgeId, key });
    cleanups.push(await announceRepeatedly(udpPort, impostor), () => impostor.stop());
    const moved = await startSimulator({ identity, key });
    cleanups.push(await announceRepeatedly(udpPort, moved), () => moved.stop());

    const address = `127.0.0.1:${moved.port}`;
    await waitUntil(
      'the status of a bridge that has moved',
      () => findLatestStatus(nodeRed.observations, 'lamp')['text'] === `now at ${address}`,
      { timeout: maxDuration },
    );
    assert.ok(performance.now() - lostAt < maxDuration);
    await nodeRed.nextMessage('told', ({ payload }) => payload === address);
    nodeRed.send('lamp', { payload: false });
    await nodeRed.nextCompletion('lamp');
    assert.ok(moved.requests.some(({ method }) => method === 'PUT'));
    assert.equal(impostor.requests.length, 0, 'requests to the impostor');
    const warnings = nodeRed.observations.filter((seen) =>
      JSON.stringify(seen).includes(`found at ${address}`),
    );
    assert.equal(warnings.length, 1, JSON.stringify(warnings));

    const file = join(nodeRed.userDirectory, 'lighting-bridge', 'addresses.json');
    // It is written behind the move, which nobody waits for.
    await waitUntil('the address in the file', () => existsSync(file));
    const known: unknown = JSON.parse(await readFile(file, 'utf8'));
    const kept = getNestedMember(known, 'addresses', `127.0.0.1:${before}`, 'foundAt');
    assert.deepEqual(kept, { host: '127.0.0.1', port: moved.port });

    // After a deploy nobody searches: the address that was found is tried first.
    await nodeRed.deploy(createFlows({ name: 'Again' }), 'nodes');
    const requestsBefore = moved.requests.length;
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');
    assert.ok(moved.requests.length > requestsBefore);
    assert.equal(impostor.requests.length, 0, 'requests to the impostor');
  }).timeout(maxDuration + 10_000);
});
