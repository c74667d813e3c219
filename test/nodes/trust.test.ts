import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { member } from '../../src/resources';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startNodeRed } from '../support/node-red';
import type { FlowNode, RunningNodeRed } from '../support/node-red';
import { bridgeNode, credentialsOf } from './home-flow';

const lamp = {
  id: 'lamp',
  type: 'bridge-light',
  z: 'tab',
  x: 0,
  y: 0,
  bridge: 'bridge',
  target: idOf('light/living-floor'),
  wires: [],
};
const flowsOf = (simulator: Simulator, settings: object): FlowNode[] => [
  { id: 'tab', type: 'tab' },
  bridgeNode(simulator, settings),
  lamp,
];

describe('Trust on first use', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  beforeEach(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: flowsOf(simulator, { fingerprint: '' }),
      credentials: credentialsOf(simulator),
    });
    nodeRed.send('lamp', { payload: true });
    await nodeRed.completion('lamp');
  });
  afterEach(() => nodeRed.stop());

  it('remembers the certificate, and refuses another one at the same address after a deploy', async () => {
    const file = join(nodeRed.userDirectory, 'lighting-bridge-known-bridges.json');
    const known: unknown = JSON.parse(await readFile(file, 'utf8'));
    const place = `${simulator.host}:${simulator.port}`;
    assert.equal(member(known, place, 'fingerprint'), simulator.fingerprint);

    await simulator.stop();
    const impostor = await startSimulator({ port: simulator.port, key: simulator.key });
    try {
      await nodeRed.deploy(flowsOf(impostor, { fingerprint: '', name: 'Again' }), 'nodes');
      nodeRed.send('lamp', { payload: true });
      const error = await nodeRed.failure('lamp');
      assert.equal(error.code, 'ERR_BRIDGE_UNTRUSTED');
      await nodeRed.status('lamp', ({ text }) => text === 'not trusted');
      assert.equal(impostor.requests.length, 0);
    } finally {
      await impostor.stop();
    }
  });

  it('is settled by the certificate that a person pins', async () => {
    await simulator.stop();
    const renewed = await startSimulator({ port: simulator.port, key: simulator.key });
    try {
      await nodeRed.deploy(flowsOf(renewed, { fingerprint: renewed.fingerprint }), 'nodes');
      nodeRed.send('lamp', { payload: true });
      await nodeRed.completion('lamp');
      assert.ok(renewed.requests.length > 0);
    } finally {
      await renewed.stop();
    }
  });

  const test = async (simulated: Simulator, named: object = {}): Promise<unknown> => {
    const { host, port } = simulated;
    const body = { bridge: 'bridge', host, port, keyHeader: 'home-application-key', ...named };
    const answer = await nodeRed.admin('POST', 'lighting-bridge/test', body);
    return member(answer.body, 'error', 'code') ?? 'connected';
  };

  it('is not given away by what a dialog names: the kept key goes to the known certificate', async () => {
    const impostor = await startSimulator({ key: simulator.key });
    try {
      assert.equal(await test(simulator), 'connected');
      const { fingerprint, bridgeId } = impostor;
      assert.equal(await test(impostor), 'ERR_BRIDGE_UNTRUSTED');
      assert.equal(await test(impostor, { fingerprint }), 'NOT_DEPLOYED');
      assert.equal(await test(impostor, { fingerprint, bridgeId }), 'NOT_DEPLOYED');
      assert.equal(impostor.requests.length, 0);
    } finally {
      await impostor.stop();
      await simulator.stop();
    }
  });

  it('is for the deployed address alone while nobody has seen the bridge there', async () => {
    const { port } = simulator;
    await simulator.stop();
    const file = join(nodeRed.userDirectory, 'lighting-bridge-known-bridges.json');
    await writeFile(file, '{}');
    const impostor = await startSimulator({ key: simulator.key });
    const { fingerprint } = impostor;
    await nodeRed.deploy(flowsOf(simulator, { fingerprint: '', name: 'Away' }), 'nodes');
    try {
      assert.equal(await test(impostor), 'NOT_DEPLOYED');
      assert.equal(await test(impostor, { fingerprint }), 'NOT_DEPLOYED');
      assert.equal(impostor.requests.length, 0);
    } finally {
      await impostor.stop();
    }
    const back = await startSimulator({ port, key: simulator.key });
    try {
      assert.equal(await test(back), 'connected');
      const known: unknown = JSON.parse(await readFile(file, 'utf8'));
      assert.equal(member(known, `${back.host}:${port}`, 'fingerprint'), back.fingerprint);
    } finally {
      await back.stop();
    }
  });

  it('is no use to an impostor when a dialog tries the bridge that a file vouches for', async () => {
    const caFile = join(nodeRed.userDirectory, 'bridge.pem');
    await writeFile(caFile, simulator.certificate);
    const { bridgeId } = simulator;
    await nodeRed.deploy(flowsOf(simulator, { fingerprint: '', bridgeId, caFile }), 'nodes');
    const impostor = await startSimulator({ key: simulator.key, bridgeId });
    try {
      const { fingerprint } = impostor;
      for (const named of [{}, { bridgeId }, { fingerprint }, { fingerprint, bridgeId }]) {
        assert.equal(await test(impostor, named), 'ERR_BRIDGE_UNTRUSTED');
      }
      assert.equal(impostor.requests.length, 0);
      assert.equal(await test(simulator, { bridgeId }), 'connected');
    } finally {
      await impostor.stop();
      await simulator.stop();
    }
  });

  it('is not needed where a file names who vouches for the bridge', async () => {
    const caFile = join(nodeRed.userDirectory, 'bridge.pem');
    const byFile = { fingerprint: '', bridgeId: simulator.bridgeId };
    await writeFile(caFile, simulator.certificate);
    await nodeRed.deploy(flowsOf(simulator, { ...byFile, caFile }), 'nodes');
    nodeRed.send('lamp', { payload: true });
    await nodeRed.completion('lamp');

    const gone = join(nodeRed.userDirectory, 'no-such.pem');
    await nodeRed.deploy(flowsOf(simulator, { ...byFile, caFile: gone }), 'nodes');
    const sent = simulator.requests.length;
    nodeRed.send('lamp', { payload: true });
    assert.match((await nodeRed.failure('lamp')).message, /no-such\.pem cannot be read/);
    assert.equal(simulator.requests.length, sent);

    await writeFile(gone, simulator.certificate);
    nodeRed.send('lamp', { payload: true });
    await nodeRed.completion('lamp');
    await simulator.stop();
  });
});
