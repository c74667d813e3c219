import assert from 'node:assert/strict';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import {
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { RunningNodeRed } from '../../support/node-red/node-red';

describe('Where the store of a bridge cannot be written', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator();
    const bridge = createBridgeNode(simulator, { bridgeId: simulator.bridgeId });
    nodeRed = await startNodeRed({
      flows: [
        { id: 'tab', type: 'tab' },
        bridge,
        createFlowNode('lamp', 'bridge-light', {
          target: createFixtureId('light/living-floor'),
          wires: [['out']],
        }),
        { id: 'out', type: 'debug', z: 'tab', active: false, wires: [] },
      ],
      credentials: createCredentials(simulator),
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  it('a saved state is restored from memory, its message warns, and it is on disk as soon as it can be', async () => {
    const file = join(
      nodeRed.userDirectory,
      'lighting-bridge',
      `${simulator.bridgeId.toLowerCase()}.json`,
    );
    await mkdir(file, { recursive: true });
    const save = async (): Promise<unknown> => {
      nodeRed.send('lamp', { payload: { save: 'evening' } });
      const { bridge } = await nodeRed.nextMessage(
        'out',
        (seen) => getNestedMember(seen['bridge'], 'operation') === 'save',
      );
      return getNestedMember(bridge, 'warnings');
    };
    assert.match(
      String(await save()),
      /^The state is in memory only, and lost when Node-RED stops\. Cannot read .*: it is a folder, not a file/,
    );
    nodeRed.send('lamp', { payload: { restore: 'morning' } });
    assert.match(
      (await nodeRed.nextFailure('lamp')).message,
      /expected the name of a saved state, got "morning"\. Cannot read .*: it is a folder, not a file/,
    );
    for (const payload of ['red', { restore: 'evening' }]) {
      nodeRed.send('lamp', { payload });
      await nodeRed.nextCompletion('lamp');
    }
    await rmdir(file);
    assert.deepEqual(await save(), []);
    const { userDirectory } = nodeRed;
    await nodeRed.kill();
    nodeRed = await startNodeRed({ userDirectory });
    nodeRed.send('lamp', { payload: { restore: 'evening' } });
    await nodeRed.nextCompletion('lamp');
  });
});
