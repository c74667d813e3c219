import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/user-directory';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import { lampsOf } from '../support/live-home';
import { bridgeNode, credentialsOf, flowOf, node, palette, quickPace } from '../support/palette';
import type { Trial } from '../support/trial';
import { until } from '../../support/until';

export const settingsCases: readonly FaultCase[] = [
  {
    number: 51,
    title: 'The bridge node is missing, deleted, duplicated, or filled from the environment',
    bound: 'a clear status, and nothing thrown',
    run: bridgeNodes,
  },
];

/** A bridge node that is no use, and what the nodes say of it. */
interface Useless {
  bridge: FlowNode[];
  status: RegExp;
}

async function bridgeNodes(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowTrial.start(trial);
  const sound = bridgeNode(simulator, quickPace);
  const [lamp = ''] = lampsOf(simulator);
  const message = (): object => ({ payload: true, target: lamp });
  const cases: Readonly<Record<string, Useless>> = {
    missing: { bridge: [], status: /no bridge/ },
    disabled: { bridge: [{ ...sound, d: true }], status: /no bridge/ },
    'of another type': {
      bridge: [{ id: 'bridge', type: 'mqtt-broker', broker: 'nowhere' }],
      status: /no bridge/,
    },
    'without an address': { bridge: [{ ...sound, host: '' }], status: /no bridge address/ },
    'with a URL for an address': {
      bridge: [{ ...sound, host: 'https://127.0.0.1' }],
      status: /no bridge address/,
    },
    'with a path in the address': {
      bridge: [{ ...sound, host: '127.0.0.1/api' }],
      status: /no bridge address/,
    },
    'with a port that is none': {
      bridge: [{ ...sound, port: '70000' }],
      status: /no bridge address/,
    },
    'with an unset variable': {
      bridge: [{ ...sound, host: '${FAULTS_UNSET}' }],
      status: /no bridge address/,
    },
    'with a fingerprint that is none': {
      bridge: [{ ...sound, fingerprint: 'AB:CD' }],
      status: /./,
    },
    'with a CA file that is missing': {
      bridge: [{ ...sound, fingerprint: '', caFile: '/nowhere/ca.pem' }],
      status: /./,
    },
  };
  let told = 0;
  for (const [name, { bridge, status }] of Object.entries(cases)) {
    flow.statuses.clear();
    await flow.deploy(withBridge(bridge), credentialsOf(trial));
    const { error } = await flow.give('light', message());
    for (const id of ['light', 'poll']) {
      const shows = (): boolean => flow.statuses.get(id)?.['fill'] === 'red';
      await until(`a red status of ${id} with a bridge ${name}`, shows);
      assert.match(String(flow.statuses.get(id)?.['text']), status);
    }
    const clear = error instanceof Error && 'code' in error && error.message.length > 30;
    if (clear) told += 1;
    else trial.note(`${name}: ${error instanceof Error ? error.message : 'no error'}`);
  }
  trial.tally('useless bridge nodes told clearly', told, Object.keys(cases).length);
  assert.equal(simulator.requests.length, 0);

  await flow.deploy(withBridge([sound]), credentialsOf(trial));
  await flow.ask('light', message());
  await flow.deploy(withBridge([]), {}, 'nodes');
  assert.equal(await flow.refused('light', message()), 'ERR_BRIDGE_NOT_CONFIGURED');
  trial.note('a bridge deleted later is told as well');
  await duplicated(trial, flow, sound);
  await fromEnvironment(trial, flow, sound);
}

const withBridge = (bridge: readonly FlowNode[]): readonly FlowNode[] => {
  const [tab, , ...others] = flowOf({ id: 'bridge', type: '' });
  return tab === undefined ? [] : [tab, ...bridge, ...others];
};

async function duplicated(trial: Trial, flow: FlowTrial, sound: FlowNode): Promise<void> {
  const second = { ...sound, id: 'second' };
  const nodes = [...palette, second, node('other', 'bridge-light', { bridge: 'second' })];
  const key = { key: trial.key };
  await flow.deploy(flowOf(sound, nodes), { bridge: key, second: key });
  const targets = ['light', 'other'];
  const asked = targets.map((id) => flow.ask(id, { payload: 50, target: 'Floor lamp' }));
  trial.tally('duplicates of a bridge work', (await Promise.all(asked)).length, 2);
}

async function fromEnvironment(trial: Trial, flow: FlowTrial, sound: FlowNode): Promise<void> {
  process.env['FAULTS_HOST'] = String(sound['host']);
  process.env['FAULTS_PORT'] = String(sound['port']);
  process.env['FAULTS_KEY'] = trial.key;
  trial.atEnd(() => {
    for (const name of ['FAULTS_HOST', 'FAULTS_PORT', 'FAULTS_KEY']) delete process.env[name];
  });
  const bridge = { ...sound, host: '${FAULTS_HOST}', port: '${FAULTS_PORT}' };
  await flow.deploy(flowOf(bridge), { bridge: { key: '${FAULTS_KEY}' } });
  await flow.ask('light', { payload: 60, target: 'Floor lamp' });
  trial.note('address, port and key come from the environment where it is said so');
}
