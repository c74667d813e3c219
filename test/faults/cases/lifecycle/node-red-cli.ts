import assert from 'node:assert/strict';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { FlowNode } from '../../../../scripts/node-red/user-directory';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { startNodeRedCli } from '../../support/node-red/node-red-cli';
import type { NodeRedCli } from '../../support/node-red/node-red-cli';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
} from '../../support/node-red/flow-nodes';
import { makeRid } from '../../support/client-requests';
import type { Trial } from '../../support/trial';
import { pause } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

export const terminationCases: readonly FaultCase[] = [
  {
    number: 52,
    title: 'SIGTERM with a full queue',
    bound: 'a clean exit within 2 s, every message answered',
    run: termination,
  },
];

export const credentialCases: readonly FaultCase[] = [
  {
    number: 56,
    title: 'Credentials missing, unreadable, or encrypted with another secret',
    bound: 'reported in words, and Node-RED lives',
    run: lostCredentials,
  },
];

/** Sends so many commands to as many lamps when the flows start. */
const createFloodFlow = (count: number): FlowNode[] => [
  {
    id: 'start',
    type: 'inject',
    z: 'tab',
    once: true,
    onceDelay: '0.1',
    props: [],
    repeat: '',
    wires: [['flood']],
  },
  {
    id: 'flood',
    type: 'function',
    z: 'tab',
    outputs: 1,
    func: `for (let n = 0; n < ${count}; n += 1) node.send({
  payload: { on: { on: true } },
  target: '${makeRid(0).slice(0, -6)}' + n.toString(16).padStart(6, '0'),
});`,
    wires: [['resource']],
  },
  createNode('resource', 'bridge-resource', { operation: 'update', rtype: 'light' }),
];

async function termination(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  simulator.faults.inject({ match: { method: 'PUT' }, stall: 'before' });
  const count = trial.chooseByMode(600, 2_000);
  const flows = createFlow(createBridgeNode(simulator), createFloodFlow(count));
  const cli = await startNodeRedCli(flows, createCredentials(trial));
  trial.addCleanup(() => cli.remove());
  await cli.started();
  const writes = (): number => simulator.requests.filter(({ method }) => method === 'PUT').length;
  await waitUntil('commands under way', () => writes() >= 3);
  await pause(300);
  const { code, duration, totals } = await cli.terminate();
  trial.keyLeakDetector.check('the output of Node-RED', cli.output());
  // Beside the other tests everything takes longer; what waited for the bridge would take a time-out.
  trial.atMost('ended after', duration, trial.chooseByMode(8_000, 2_000), ' ms');
  assert.equal(code, 0, cli.output());
  trial.countMessages(totals.received, totals.completed);
  trial.tally('messages answered', totals.completed, totals.received);
  assert.equal(totals.received, count);
  trial.note(`${totals.openAtSignal} of them waited when the signal came`);
  assert.ok(totals.openAtSignal >= 400, 'the queue was not full');
  const sent = writes();
  await pause(200);
  assert.equal(writes(), sent);
}

async function lostCredentials(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), {});
  assert.equal(
    await flow.sendExpectingRefusal('light', { payload: true, target: makeRid(1) }),
    'ERR_BRIDGE_NOT_CONFIGURED',
  );
  await flow.waitForStatus('light', /no key/);
  await flow.waitForStatus('poll', /no key/);
  trial.note('without a key the status says so');

  const files: Readonly<Record<string, [credentials: string, settings: string]>> = {
    unreadable: ['{"bridge": {"key"', ''],
    'encrypted with another secret': [
      encryptCredentials(createCredentials(trial), 'one secret'),
      "credentialSecret: 'another secret',",
    ],
  };
  const results = await Promise.all(
    Object.entries(files).map(async ([name, [credentials, settings]]) => {
      const cli = await startNodeRedCli(
        createFlow(createBridgeNode(simulator)),
        credentials,
        settings,
      );
      trial.addCleanup(() => cli.remove());
      return reportsLostCredentials(trial, name, cli);
    }),
  );
  trial.tally('credential files reported, and Node-RED lived', results.filter(Boolean).length, 2);
  assert.equal(simulator.requests.length, 0);
}

async function reportsLostCredentials(
  trial: Trial,
  name: string,
  cli: NodeRedCli,
): Promise<boolean> {
  await cli.started();
  await pause(500);
  const alive = cli.running();
  await cli.terminate();
  const output = cli.output();
  trial.keyLeakDetector.check('the output of Node-RED', output);
  const message =
    /no key for the bridge|credentials could not be decrypted|Error loading credentials/.exec(
      output,
    );
  trial.note(`${name}: "${message?.[0] ?? output.slice(-300)}"`);
  return alive && message !== null;
}

/** As Node-RED encrypts credentials: AES-256-CTR with the SHA-256 of the secret. */
function encryptCredentials(credentials: object, secret: string): string {
  const vector = randomBytes(16);
  const cipher = createCipheriv(
    'aes-256-ctr',
    createHash('sha256').update(secret).digest(),
    vector,
  );
  const text =
    cipher.update(JSON.stringify(credentials), 'utf8', 'base64') + cipher.final('base64');
  return JSON.stringify({ $: vector.toString('hex') + text });
}
