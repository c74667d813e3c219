import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeRedSettings } from '../../../scripts/node-red/run-node-red';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { createBridgeNode, createFlowNode } from '../../support/node-red/flow-harness';

const lamp: FlowNode = createFlowNode('lamp', 'bridge-light', {
  target: createFixtureId('light/living-floor'),
});
const settings = { credentialSecret: 'secret of the test' };

describe('Credentials of a bridge', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({ settings });
    await nodeRed.deploy([
      { id: 'tab', type: 'tab' },
      { ...createBridgeNode(simulator), credentials: { key: simulator.key } },
      { ...lamp, x: 10, y: 10 },
    ]);
    nodeRed.send('lamp', { payload: true });
    await nodeRed.nextCompletion('lamp');
    assert.ok(!(await readFile(credentialsFile(), 'utf8')).includes(simulator.key));
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const credentialsFile = (): string => join(nodeRed.userDirectory, 'flows_cred.json');

  /** Starts Node-RED again, and asks a lamp for something. */
  async function assertMissingKeyReported(
    changeCredentials: () => Promise<NodeRedSettings>,
  ): Promise<void> {
    const { userDirectory } = nodeRed;
    await nodeRed.stop({ keepUserDirectory: true });
    nodeRed = await startNodeRed({ userDirectory, settings: await changeCredentials() });
    const before = simulator.requests.length;
    await nodeRed.nextStatus('lamp', ({ text }) => text === 'no key, pair again');
    nodeRed.send('lamp', { payload: true });
    const { code, message, cause } = await nodeRed.nextFailure('lamp');
    assert.equal(code, 'ERR_BRIDGE_NOT_CONFIGURED');
    assert.equal(getNestedMember(cause, 'reason'), 'NO_KEY');
    assert.match(message, /no key .* could not decrypt it\. Enter it or get a new one/);
    assert.equal(simulator.requests.length, before, 'requests to the bridge, as before');
    const warnings = nodeRed.observations.filter(
      (seen) => seen.kind === 'log' && seen.level === 30 && seen.text.includes('no key'),
    );
    assert.equal(warnings.length, 1, JSON.stringify(warnings));
  }

  it('that were encrypted with another secret are missed with a status and an error', () =>
    assertMissingKeyReported(async () => ({ credentialSecret: 'another secret' })));

  it('that are not there are missed with a status and an error', () =>
    assertMissingKeyReported(async () => {
      await writeFile(credentialsFile(), '{}');
      return settings;
    }));

  it('that are no JSON are missed with a status and an error', () =>
    assertMissingKeyReported(async () => {
      await writeFile(credentialsFile(), '{"$": "cut of');
      return settings;
    }));
});
