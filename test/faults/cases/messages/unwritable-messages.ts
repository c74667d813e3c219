import assert from 'node:assert/strict';
import { isBridgeError } from '../../../../src/bridge';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../../support/client-harness';
import { createNestedObject, createHostileProxy } from '../../support/odd-values';
import {
  actionNodes,
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  paletteNodes,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import type { Trial } from '../../support/trial';

export const unwritableMessageCases: readonly FaultCase[] = [
  {
    number: 70,
    title:
      'Frozen messages, accessors, proxies, 100,000 levels of nesting, in every node and setting',
    bound: 'one error with a code, and nothing sent',
    run: refuseUnwritableMessages,
  },
];

const throwError = (): never => {
  throw new Error('an accessor that throws');
};

/** Messages that hold a sound command, but cannot take its result. */
const createUnwritableMessages = (command: object): readonly object[] => {
  const withMember = (descriptor: PropertyDescriptor): object =>
    Object.defineProperty({ ...command }, 'payload', { enumerable: true, ...descriptor });
  return [
    Object.freeze({ ...command }),
    Object.seal({ ...command }),
    Object.preventExtensions({ ...command }),
    Object.freeze({ ...command, bridge: {} }),
    withMember({ value: true, writable: false }),
    withMember({ get: () => true }),
    withMember({ get: () => true, set: throwError }),
    withMember({ get: throwError, set: throwError }),
    Object.defineProperty({ ...command }, 'bridge', { value: {}, writable: false }),
    { __proto__: Object.freeze({ bridge: 1 }), ...command },
    new Proxy({ ...command }, {}),
    new Proxy({ ...command }, { getOwnPropertyDescriptor: throwError }),
    new Proxy({ ...command }, { defineProperty: () => false }),
  ];
};

/** Values that no setting can take, each as deep or as strange as it gets. */
const createStrangeValues = (): readonly unknown[] => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  return [
    createNestedObject(100_000),
    JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
    circular,
    createHostileProxy(),
    new Proxy({ rid: 'x' }, {}),
    Object.defineProperty({}, 'rid', { enumerable: true, get: throwError }),
    10n,
    () => true,
    Symbol('on'),
    new Float64Array(8),
    Object('on'),
    new Map([['on', true]]),
    NaN,
  ];
};

/** Messages that cannot be copied, as a node does that sends several for one. */
const createUncopyableMessages = (): readonly object[] => [
  { _msgid: '1', payload: createNestedObject(100_000) },
  { _msgid: '1', payload: createHostileProxy() },
  Object.defineProperty({ _msgid: '1' }, 'payload', { enumerable: true, get: throwError }),
];

/** Nodes whose settings take their values from inside the message in every way that a dialog offers. */
const nodesWithTypedSettings = [
  createNode('by path', 'bridge-light', {
    target: 'settings.target.rid',
    targetType: 'msg',
    command: 'settings.command.payload',
    commandType: 'msg',
  }),
  createNode('by expression', 'bridge-light', {
    target: '$.settings.target',
    targetType: 'jsonata',
    command: 'settings.command',
    commandType: 'jsonata',
  }),
  createNode('by transition', 'bridge-light', {
    transition: 'settings.target',
    transitionType: 'msg',
  }),
];

async function refuseUnwritableMessages(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  // Poll and sun nodes send requests at any time, and this case counts requests: a poll node has polled when it is done with a message.
  const polling: ReadonlySet<string> = new Set(['bridge-poll', 'bridge-sun']);
  const nodes = paletteNodes.filter(({ type }) => !polling.has(type));
  await flow.deploy(
    createFlow(createBridgeNode(simulator, { ...unthrottledSettings, events: 'never' }), [
      ...nodes,
      ...nodesWithTypedSettings,
      createNode('status', 'bridge-status'),
      createNode('poll', 'bridge-poll', { rtype: 'light', interval: '3600' }),
    ]),
    createCredentials(trial),
  );
  await flow.sendOrThrow('resource', { operation: 'list', rtype: 'light', payload: {} });
  await flow.sendOrThrow('poll', { payload: 'now' });
  const [lamp = ''] = findDimmableLampIds(simulator);
  const before = simulator.requests.length;
  const sound = { payload: { on: true }, target: lamp, operation: 'update', rtype: 'light' };

  const codes: string[] = [];
  let sent = 0;
  const send = async (node: string, message: object): Promise<void> => {
    sent += 1;
    const { error } = await flow.sendAndWait(node, message);
    if (isBridgeError(error)) codes.push(error.code);
  };
  for (const node of [...actionNodes, 'status']) {
    // Node-RED itself writes an id into a message without one.
    for (const message of createUnwritableMessages({ ...sound, _msgid: '1' }))
      await send(node, message);
  }
  for (const message of createUncopyableMessages()) await send('poll', message);
  const values = createStrangeValues();
  for (const value of values) {
    for (const node of actionNodes) {
      await send(node, { ...sound, payload: value });
      await send(node, { ...sound, target: value });
    }
    await send('resource', { ...sound, operation: value });
    await send('resource', { ...sound, rtype: value });
    for (const { id } of nodesWithTypedSettings) {
      await send(id, { payload: true, settings: { target: value, command: { payload: true } } });
      await send(id, { payload: value, settings: { target: lamp, command: { payload: value } } });
    }
  }
  trial.tally('messages refused with a code', codes.length, sent);
  const allowed = new Set(['ERR_BRIDGE_INVALID_COMMAND', 'ERR_BRIDGE_UNKNOWN_TARGET']);
  assert.deepEqual(
    [...new Set(codes)].filter((code) => !allowed.has(code)),
    [],
  );
  const requests = simulator.requests.slice(before);
  trial.atMost('requests that reached the bridge', requests.length, 0);
}
