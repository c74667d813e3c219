import assert from 'node:assert/strict';
import { defaultLimits } from '../../../../src/bridge';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../../support/client-harness';
import { hugeValues, oddIds, oddValues } from '../../support/odd-values';
import {
  actionNodes,
  createBridgeNode,
  createCredentials,
  createFlow,
  paletteNodes,
  unthrottledLimits,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import type { Trial } from '../../support/trial';
import { findInvalidRequests } from '../../support/checks/request-check';
import type { ReceivedRequest } from '../../support/checks/request-check';
import type { Simulator } from '../../../../src/simulator';

export const oddMessageCases: readonly FaultCase[] = [
  {
    number: 37,
    title: 'A matrix of malformed payloads in every node',
    bound: 'all survive, and nothing odd is on the wire',
    run: oddPayloads,
  },
  {
    number: 38,
    title: 'Ids such as ../config, %2f, upper case, 1 MB, objects',
    bound: 'no request',
    run: oddTargets,
  },
  {
    number: 39,
    title: '__proto__, constructor and prototype at any depth',
    bound: 'no object gets a member that it should not have',
    run: prototypes,
  },
  {
    number: 41,
    title: 'msg.url, msg.host, msg.headers, msg.method and their like',
    bound: 'ignored',
    run: foreignMessageProperties,
  },
  {
    number: 42,
    title: 'The flow changes the message after sending it',
    bound: 'the wire is unaffected',
    run: mutatedMessages,
  },
];

interface MessageHarness {
  flow: FlowUnderTest;
  simulator: Simulator;
  lamp: string;
}

async function startMessageHarness(trial: Trial): Promise<MessageHarness> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  // A poll node sends requests at any time, and these cases count requests.
  const nodes = paletteNodes.filter(({ type }) => type !== 'bridge-poll');
  await flow.deploy(
    createFlow(createBridgeNode(simulator, unthrottledSettings), nodes),
    createCredentials(trial),
  );
  await flow.sendOrThrow('resource', { operation: 'list', rtype: 'light', payload: {} });
  const [lamp = ''] = findDimmableLampIds(simulator);
  return { flow, simulator, lamp };
}

/** Messages with a value at each position where an action node reads one. */
function createMessages(value: unknown, target: string): object[] {
  const propertyPayloads = [
    'on',
    'brightness',
    'color',
    'kelvin',
    'transition',
    'name',
    'dimming',
  ].map((name) => ({ payload: { [name]: value }, target }));
  return [
    { payload: value, target },
    ...propertyPayloads,
    { payload: true, target: value },
    { payload: true, target, operation: value, rtype: 'light' },
    { payload: true, target, operation: 'update', rtype: value },
    { payload: { on: { on: value } }, target, operation: 'update', rtype: 'light' },
  ];
}

async function oddPayloads(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startMessageHarness(trial);
  let answered = 0;
  let all = 0;
  const values = [...oddValues, ...hugeValues];
  for (const [name, value] of values) {
    const pending = actionNodes.flatMap((node) =>
      createMessages(value, lamp).map((message) => flow.sendAndWait(node, message)),
    );
    all += pending.length;
    for (const { error } of await Promise.all(pending)) {
      if (error === undefined || error instanceof Error) answered += 1;
      else trial.note(`${name} was answered with a ${typeof error}`);
    }
  }
  trial.tally(`messages answered, from ${values.length} values`, answered, all);
  assert.deepEqual(findInvalidRequests(simulator.requests), []);
  trial.note(`nothing odd among ${simulator.requests.length} requests`);
  const client = trial.client(simulator, { limits: unthrottledLimits });
  const configuration = { text: 'x'.repeat(defaultLimits.maxRequestBodySize) };
  const large = await trial.ask(client.update('behavior_instance', lamp, { configuration }));
  assert.ok('error' in large && large.error.code === 'ERR_BRIDGE_INVALID_COMMAND');
  trial.note('a body past the bound is refused');
}

async function oddTargets(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startMessageHarness(trial);
  const ids = [
    ...oddIds,
    'x'.repeat(1_048_576),
    lamp.toUpperCase(),
    `${lamp}/../config`,
    `${lamp}%00`,
    `${lamp}?a=b`,
  ];
  const before = simulator.requests.length;
  const messages = ids.flatMap((target) =>
    actionNodes.flatMap((node) =>
      ['get', 'update', 'delete'].map((operation) => ({
        node,
        message: { target, operation, rtype: 'light', payload: { on: true } },
      })),
    ),
  );
  let refused = 0;
  for (const { node, message } of messages) {
    const { error } = await flow.sendAndWait(node, message);
    if (error instanceof Error && 'code' in error) refused += 1;
  }
  trial.tally('messages refused', refused, messages.length);
  // To look a name up, the whole home may be read again; nothing else may be asked for.
  const sent = (): string[] =>
    simulator.requests
      .slice(before)
      .map(({ method, path }) => `${method} ${path}`)
      .filter((one) => one !== 'GET /clip/v2/resource');
  trial.atMost('requests with such an id', sent().length, 0);

  // Past the types, as a program in JavaScript would call it.
  const untyped: { send(request: unknown): Promise<unknown> } = trial.client(simulator, {
    limits: unthrottledLimits,
  });
  let refusedCalls = 0;
  for (const rid of ids) {
    for (const operation of ['get', 'update', 'delete'] as const) {
      const request = { operation, rtype: 'room', rid, body: {} };
      const ending = await trial.ask(untyped.send(request));
      if ('error' in ending && ending.error.code === 'ERR_BRIDGE_INVALID_COMMAND')
        refusedCalls += 1;
    }
  }
  trial.tally('calls of the client refused', refusedCalls, ids.length * 3);
  assert.deepEqual(sent(), []);
}

/** JSON as it comes from outside: its `__proto__` is a member of its own. */
const createPoisonedPayload = (name: string, depth: number): unknown => {
  const opening = '{"on":'.repeat(depth);
  const inner = `{"${name}":{"polluted":true,"on":{"on":true}},"on":true}`;
  return JSON.parse(`${opening}${inner}${'}'.repeat(depth)}`);
};

async function prototypes(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startMessageHarness(trial);
  const members = Reflect.ownKeys(Object.prototype).length;
  let answered = 0;
  let all = 0;
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    simulator.home.change(lamp, {
      metadata: { name: 'Lamp', archetype: createPoisonedPayload(name, 2) },
    });
    for (let depth = 0; depth <= trial.chooseByMode(5, 30); depth += 1) {
      const messages = ['update', 'create', 'list'].map((operation) => ({
        target: lamp,
        operation,
        rtype: 'light',
        payload: createPoisonedPayload(name, depth),
      }));
      const pending = actionNodes.flatMap((node) =>
        messages.map((message) => flow.sendAndWait(node, { ...message })),
      );
      await Promise.all(pending);
      all += pending.length;
      if (Reflect.ownKeys(Object.prototype).length === members) answered += pending.length;
    }
  }
  trial.tally('messages left Object.prototype as it was', answered, all);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
  assert.equal(Reflect.get([], 'polluted'), undefined);
  assert.deepEqual(findInvalidRequests(simulator.requests), []);
  assert.ok(simulator.requests.every(({ body }) => !body.includes('polluted')));
}

const foreignMembers = {
  url: 'http://127.0.0.1:9/',
  host: '127.0.0.2',
  hostname: '127.0.0.2',
  port: 9,
  path: '/api/config',
  headers: { 'x-foreign': '1', 'home-application-key': 'other' },
  method: 'DELETE',
  query: 'a=b',
  key: 'other',
  proxy: 'http://127.0.0.1:9/',
  requestTimeout: 1,
  followRedirects: true,
  rejectUnauthorized: false,
  bridge: 'another',
};

async function foreignMessageProperties(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startMessageHarness(trial);
  const before = simulator.requests.length;
  const answered = await flow.sendOrThrow('light', {
    ...foreignMembers,
    payload: { brightness: 33 },
    target: lamp,
  });
  await flow.sendOrThrow('resource', {
    ...foreignMembers,
    operation: 'get',
    rtype: 'light',
    target: lamp,
    payload: {},
  });
  const requests = simulator.requests.slice(before).filter(({ path }) => path.endsWith(lamp));
  const right = requests.filter(
    ({ headers, path }) =>
      headers['x-foreign'] === undefined &&
      headers['home-application-key'] === trial.key &&
      path === `/clip/v2/resource/light/${lamp}`,
  );
  trial.tally('requests unaffected', right.length, 2);
  assert.deepEqual(
    requests.map(({ method }) => method),
    ['PUT', 'GET'],
  );
  assert.equal(answered['url'], foreignMembers.url);
}

async function mutatedMessages(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startMessageHarness(trial);
  // Held up, so that the command waits while the flow changes the message.
  simulator.faults.inject({ delay: 20 });
  const writes = (): readonly ReceivedRequest[] =>
    simulator.requests.filter(({ method }) => method === 'PUT');
  const rounds = trial.chooseByMode(40, 500);
  let right = 0;
  for (let round = 0; round < rounds; round += 1) {
    const payload = { on: { on: true }, dimming: { brightness: round % 100 } };
    const message = { payload, target: lamp, operation: 'update', rtype: 'light' };
    const pending = flow.sendAndWait(round % 2 === 0 ? 'resource' : 'light', message);
    payload.dimming.brightness = 99.5;
    payload.on.on = false;
    message.target = 'elsewhere';
    message.rtype = 'room';
    await pending;
    const { path, body } = writes().at(-1) ?? { path: '', body: '' };
    const expected = { on: { on: true }, dimming: { brightness: round % 100 } };
    if (path.endsWith(lamp) && body === JSON.stringify(expected)) right += 1;
  }
  trial.tally('requests were as sent', right, rounds);
  assert.equal(writes().length, rounds);
}
