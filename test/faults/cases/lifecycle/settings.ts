import assert from 'node:assert/strict';
import type { FlowNode } from '../../../../scripts/node-red/user-directory';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../../support/client-harness';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  paletteNodes,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import type { Trial } from '../../support/trial';
import { waitUntil } from '../../../support/wait-until';

export const settingsCases: readonly FaultCase[] = [
  {
    number: 51,
    title: 'The bridge node is missing, deleted, duplicated, or filled from the environment',
    bound: 'a clear status, and nothing thrown',
    run: bridgeNodes,
  },
];

/** A bridge node that cannot be used, and the status that the nodes show. */
interface UnusableBridge {
  bridge: FlowNode[];
  status: RegExp;
}

async function bridgeNodes(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  const validBridge = createBridgeNode(simulator, unthrottledSettings);
  const [lamp = ''] = findDimmableLampIds(simulator);
  const message = (): object => ({ payload: true, target: lamp });
  const cases: Readonly<Record<string, UnusableBridge>> = {
    missing: { bridge: [], status: /no bridge/ },
    disabled: { bridge: [{ ...validBridge, d: true }], status: /no bridge/ },
    'of another type': {
      bridge: [{ id: 'bridge', type: 'mqtt-broker', broker: 'nowhere' }],
      status: /no bridge/,
    },
    'without an address': { bridge: [{ ...validBridge, host: '' }], status: /no bridge address/ },
    'with a URL for an address': {
      bridge: [{ ...validBridge, host: 'https://127.0.0.1' }],
      status: /no bridge address/,
    },
    'with a path in the address': {
      bridge: [{ ...validBridge, host: '127.0.0.1/api' }],
      status: /no bridge address/,
    },
    'with a port that is none': {
      bridge: [{ ...validBridge, port: '70000' }],
      status: /no bridge address/,
    },
    'with an unset variable': {
      bridge: [{ ...validBridge, host: '${FAULTS_UNSET}' }],
      status: /no bridge address/,
    },
    'with a fingerprint that is none': {
      bridge: [{ ...validBridge, fingerprint: 'AB:CD' }],
      status: /./,
    },
    'with a CA file that is missing': {
      bridge: [{ ...validBridge, fingerprint: '', caFile: '/nowhere/ca.pem' }],
      status: /./,
    },
  };
  let reportedCount = 0;
  for (const [name, { bridge, status }] of Object.entries(cases)) {
    flow.statuses.clear();
    await flow.deploy(createFlowWithBridge(bridge), createCredentials(trial));
    const { error } = await flow.sendAndWait('light', message());
    for (const id of ['light', 'poll']) {
      const isShown = (): boolean => flow.statuses.get(id)?.['fill'] === 'red';
      await waitUntil(`a red status of ${id} with a bridge ${name}`, isShown);
      assert.match(String(flow.statuses.get(id)?.['text']), status);
    }
    const clear = error instanceof Error && 'code' in error && error.message.length > 30;
    if (clear) reportedCount += 1;
    else trial.note(`${name}: ${error instanceof Error ? error.message : 'no error'}`);
  }
  trial.tally('useless bridge nodes reported clearly', reportedCount, Object.keys(cases).length);
  assert.equal(simulator.requests.length, 0);

  await flow.deploy(createFlowWithBridge([validBridge]), createCredentials(trial));
  await flow.sendOrThrow('light', message());
  await flow.deploy(createFlowWithBridge([]), {}, 'nodes');
  assert.equal(await flow.sendExpectingRefusal('light', message()), 'ERR_BRIDGE_NOT_CONFIGURED');
  trial.note('a bridge deleted later is reported as well');
  await assertDuplicateWorks(trial, flow, validBridge);
  await assertEnvironmentWorks(trial, flow, validBridge);
}

const createFlowWithBridge = (bridge: readonly FlowNode[]): readonly FlowNode[] => {
  const [tab, , ...others] = createFlow({ id: 'bridge', type: '' });
  return tab === undefined ? [] : [tab, ...bridge, ...others];
};

async function assertDuplicateWorks(
  trial: Trial,
  flow: FlowUnderTest,
  validBridge: FlowNode,
): Promise<void> {
  const second = { ...validBridge, id: 'second' };
  const nodes = [
    ...paletteNodes,
    second,
    createNode('other', 'bridge-light', { bridge: 'second' }),
  ];
  const key = { key: trial.key };
  await flow.deploy(createFlow(validBridge, nodes), { bridge: key, second: key });
  const targets = ['light', 'other'];
  const asked = targets.map((id) => flow.sendOrThrow(id, { payload: 50, target: 'Floor lamp' }));
  trial.tally('duplicates of a bridge work', (await Promise.all(asked)).length, 2);
}

async function assertEnvironmentWorks(
  trial: Trial,
  flow: FlowUnderTest,
  validBridge: FlowNode,
): Promise<void> {
  process.env['FAULTS_HOST'] = String(validBridge['host']);
  process.env['FAULTS_PORT'] = String(validBridge['port']);
  process.env['FAULTS_KEY'] = trial.key;
  trial.addCleanup(() => {
    for (const name of ['FAULTS_HOST', 'FAULTS_PORT', 'FAULTS_KEY']) delete process.env[name];
  });
  const bridge = { ...validBridge, host: '${FAULTS_HOST}', port: '${FAULTS_PORT}' };
  await flow.deploy(createFlow(bridge), { bridge: { key: '${FAULTS_KEY}' } });
  await flow.sendOrThrow('light', { payload: 60, target: 'Floor lamp' });
  trial.note('address, port and key come from the environment where it is said so');
}
