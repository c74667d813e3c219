import assert from 'node:assert/strict';
import { mkdir, rm, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { RunningNodeRed } from '../../support/node-red/node-red';

describe('Where Node-RED cannot write its context', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let context: string;
  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: [
        { id: 'tab', type: 'tab' },
        createBridgeNode(simulator),
        {
          id: 'lamp',
          type: 'bridge-light',
          z: 'tab',
          bridge: 'bridge',
          target: createFixtureId('light/living-floor'),
          wires: [],
        },
      ],
      credentials: createCredentials(simulator),
      settings: {
        contextStorage: { default: { module: 'localfilesystem', config: { cache: false } } },
      },
    });
    context = join(nodeRed.userDirectory, 'context', 'bridge');
    await rm(context, { recursive: true, force: true });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const findFailure = async (payload: unknown): Promise<string> => {
    nodeRed.send('lamp', { payload });
    return (await nodeRed.nextFailure('lamp')).message;
  };

  it('a state that is not saved is said not to be, and saved once it can be', async () => {
    await symlink(join('nowhere', 'at', 'all'), context);
    assert.match(
      await findFailure({ save: 'evening' }),
      /^Node-RED cannot save what the lamps show: E/,
    );
    await unlink(context);
    nodeRed.send('lamp', { payload: { save: 'evening' } });
    await nodeRed.nextCompletion('lamp');
  });

  it('a state that cannot be read is not taken for one that was never saved', async () => {
    await rm(context, { recursive: true });
    await mkdir(join(context, 'flow.json'), { recursive: true });
    const writesBefore = simulator.requests.filter(({ method }) => method !== 'GET').length;
    for (const payload of [{ restore: 'evening' }, { save: 'evening' }]) {
      assert.match(
        await findFailure(payload),
        /^Node-RED cannot read what was saved before. Nothing was done: EISDIR/,
      );
    }
    const writes = simulator.requests.filter(({ method }) => method !== 'GET');
    assert.equal(writes.length, writesBefore);
  });
});
