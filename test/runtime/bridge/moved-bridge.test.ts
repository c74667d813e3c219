import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { freeUdpPort, announceRepeatedly } from '../../support/network/mdns-announcer';
import { startNodeRed } from '../../support/node-red/node-red';
import { findLatestStatus } from '../../support/node-red/observation-log';
import { waitUntil } from '../../support/wait-until';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import {
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../../support/node-red/flow-harness';

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
