import assert from 'node:assert/strict';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { FlowNode } from '../../../scripts/user-directory';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import { startNodeRedCommand } from '../support/node-red-command';
import type { NodeRedCommand } from '../support/node-red-command';
import { bridgeNode, credentialsOf, flowOf, node } from '../support/palette';
import { ridOf } from '../support/requests';
import type { Trial } from '../support/trial';
import { pass } from '../support/wait';
import { until } from '../../support/until';

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
    bound: 'told in words, and Node-RED lives',
    run: lostCredentials,
  },
];

/** Sends so many commands to as many lamps when the flows start. */
const flood = (count: number): FlowNode[] => [
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
  target: '${ridOf(0).slice(0, -6)}' + n.toString(16).padStart(6, '0'),
});`,
    wires: [['resource']],
  },
  node('resource', 'bridge-resource', { operation: 'update', rtype: 'light' }),
];

async function termination(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  simulator.faults.answer({ match: { method: 'PUT' }, stall: 'before' });
  const count = trial.choose(600, 2_000);
  const flows = flowOf(bridgeNode(simulator), flood(count));
  const command = await startNodeRedCommand(flows, credentialsOf(trial));
  trial.atEnd(() => command.remove());
  await command.started();
  const writes = (): number => simulator.requests.filter(({ method }) => method === 'PUT').length;
  await until('commands under way', () => writes() >= 3);
  await pass(300);
  const { code, took, account } = await command.terminate();
  trial.keyWatch.see('the output of Node-RED', command.output());
  trial.atMost('ended after', took, 2_000, ' ms');
  assert.equal(code, 0, command.output());
  trial.messages(account.received, account.completed);
  trial.tally('messages answered', account.completed, account.received);
  assert.equal(account.received, count);
  trial.note(`${account.openAtSignal} of them waited when the signal came`);
  assert.ok(account.openAtSignal >= 400, 'the queue was not full');
  const sent = writes();
  await pass(200);
  assert.equal(writes(), sent);
}

async function lostCredentials(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowTrial.start(trial);
  await flow.deploy(flowOf(bridgeNode(simulator)), {});
  assert.equal(
    await flow.refused('light', { payload: true, target: ridOf(1) }),
    'ERR_BRIDGE_NOT_CONFIGURED',
  );
  await flow.untilStatus('light', /no key/);
  await flow.untilStatus('poll', /no key/);
  trial.note('without a key the status says so');

  const files: Readonly<Record<string, [credentials: string, settings: string]>> = {
    unreadable: ['{"bridge": {"key"', ''],
    'encrypted with another secret': [
      encrypted(credentialsOf(trial), 'one secret'),
      "credentialSecret: 'another secret',",
    ],
  };
  const told = await Promise.all(
    Object.entries(files).map(async ([name, [credentials, settings]]) => {
      const command = await startNodeRedCommand(
        flowOf(bridgeNode(simulator)),
        credentials,
        settings,
      );
      trial.atEnd(() => command.remove());
      return saysSo(trial, name, command);
    }),
  );
  trial.tally('credential files told, and Node-RED lived', told.filter(Boolean).length, 2);
  assert.equal(simulator.requests.length, 0);
}

async function saysSo(trial: Trial, name: string, command: NodeRedCommand): Promise<boolean> {
  await command.started();
  await pass(500);
  const alive = command.running();
  await command.terminate();
  const output = command.output();
  trial.keyWatch.see('the output of Node-RED', output);
  const words =
    /no key for the bridge|credentials could not be decrypted|Error loading credentials/.exec(
      output,
    );
  trial.note(`${name}: "${words?.[0] ?? output.slice(-300)}"`);
  return alive && words !== null;
}

/** As Node-RED encrypts credentials: AES-256-CTR with the SHA-256 of the secret. */
function encrypted(credentials: object, secret: string): string {
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
