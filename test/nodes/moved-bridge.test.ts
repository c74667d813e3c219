import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { member } from '../../src/resources';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { freeUdpPort, keepAnnouncing } from '../support/announcing';
import { startNodeRed } from '../support/node-red';
import { shownStatus } from '../support/observations';
import { until } from '../support/until';
import type { FlowNode, RunningNodeRed } from '../support/node-red';
import { bridgeNode, credentialsOf } from './home-flow';

const longest = 60_000;

describe('A bridge that moves to another address', () => {
  let udpPort: number;
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  const ends: (() => Promise<void>)[] = [];
  const flows = (settings: object = {}): FlowNode[] => [
    { id: 'tab', type: 'tab' },
    bridgeNode(simulator, settings),
    {
      id: 'lamp',
      type: 'bridge-light',
      z: 'tab',
      bridge: 'bridge',
      target: idOf('light/living-floor'),
      wires: [],
    },
    {
      id: 'watch',
      type: 'bridge-poll',
      z: 'tab',
      bridge: 'bridge',
      rtype: 'light',
      interval: '1',
      wires: [],
    },
    {
      id: 'status',
      type: 'bridge-status',
      z: 'tab',
      bridge: 'bridge',
      output: 'movedTo',
      wires: [['told']],
    },
    { id: 'told', type: 'debug', z: 'tab', active: false, wires: [] },
  ];
  before(async () => {
    udpPort = await freeUdpPort();
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: flows(),
      credentials: credentialsOf(simulator),
      settings: { lightingBridge: { discovery: { port: udpPort } } },
    });
    nodeRed.send('lamp', { payload: true });
    await nodeRed.completion('lamp');
  });
  after(async () => {
    await nodeRed.stop();
    for (const end of ends) await end();
  });

  it('is found again within a minute, past an impostor, and says where', async () => {
    const { identity, bridgeId, key, port: before } = simulator;
    await simulator.stop();
    const lost = performance.now();
    const impostor = await startSimulator({ bridgeId, key });
    ends.push(await keepAnnouncing(udpPort, impostor), () => impostor.stop());
    const moved = await startSimulator({ identity, key });
    ends.push(await keepAnnouncing(udpPort, moved), () => moved.stop());

    const address = `127.0.0.1:${moved.port}`;
    await until(
      'the status of a bridge that has moved',
      () => shownStatus(nodeRed.observations, 'lamp')['text'] === `now at ${address}`,
      { limit: longest },
    );
    assert.ok(performance.now() - lost < longest);
    await nodeRed.arrival('told', ({ payload }) => payload === address);
    nodeRed.send('lamp', { payload: false });
    await nodeRed.completion('lamp');
    assert.ok(moved.requests.some(({ method }) => method === 'PUT'));
    assert.equal(impostor.requests.length, 0);
    const told = nodeRed.observations.filter((seen) =>
      JSON.stringify(seen).includes(`found at ${address}`),
    );
    assert.equal(told.length, 1, JSON.stringify(told));

    const file = join(nodeRed.userDirectory, 'lighting-bridge-known-bridges.json');
    // It is written behind the move, which nobody waits for.
    await until('the address in the file', () => existsSync(file));
    const known: unknown = JSON.parse(await readFile(file, 'utf8'));
    const kept = member(known, `127.0.0.1:${before}`, 'foundAt');
    assert.deepEqual(kept, { host: '127.0.0.1', port: moved.port });

    // After a deploy nobody searches: the address that was found is tried first.
    await nodeRed.deploy(flows({ name: 'Again' }), 'nodes');
    const asked = moved.requests.length;
    nodeRed.send('lamp', { payload: true });
    await nodeRed.completion('lamp');
    assert.ok(moved.requests.length > asked);
    assert.equal(impostor.requests.length, 0);
  }).timeout(longest + 10_000);
});
