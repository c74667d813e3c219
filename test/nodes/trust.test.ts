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

  it('is no use to an impostor when a dialog tries the bridge that a file vouches for', async () => {
    const caFile = join(nodeRed.userDirectory, 'bridge.pem');
    await writeFile(caFile, simulator.certificate);
    const { bridgeId } = simulator;
    await nodeRed.deploy(flowsOf(simulator, { fingerprint: '', bridgeId, caFile }), 'nodes');
    const impostor = await startSimulator({ key: simulator.key, bridgeId });
    try {
      for (const { host, port, requests } of [impostor, simulator]) {
        const seen = requests.length;
        const body = { bridge: 'bridge', host, port, keyHeader: 'home-application-key', bridgeId };
        const answer = await nodeRed.admin('POST', 'lighting-bridge/test', body);
        const trusted = port === simulator.port;
        const code = member(answer.body, 'error', 'code');
        assert.equal(code, trusted ? undefined : 'ERR_BRIDGE_UNTRUSTED');
        assert.equal(requests.length > seen, trusted);
      }
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
