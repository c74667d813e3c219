import assert from 'node:assert/strict';
import { defaultLimits, isBridgeError } from '../../../src/bridge';
import type { FaultCase } from '../fault-case';
import {
  FlowUnderTest,
  actionNodes,
  createBridgeNode,
  createCredentials,
  createFlow,
  paletteNodes,
  unthrottledLimits,
  unthrottledSettings,
  createNode,
} from '../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../support/client-harness';
import {
  hugeValues,
  oddIds,
  oddValues,
  createNestedObject,
  createHostileProxy,
  randomMessages,
} from '../support/random-messages';
import type { Trial } from '../support/trial';
import { findInvalidRequests } from '../support/checks';
import type { ReceivedRequest } from '../support/checks';
import type { Simulator } from '../../../src/simulator';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { SeededRandom } from '../soak/seeded-random';
import { faultsWithoutBackoff, injectRandomFaults } from '../soak/workload';
import type { ResourceIdsByType } from '../support/random-messages';
import { withTimeout } from '../support/timing';

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

export const nameCases: readonly FaultCase[] = [
  {
    number: 40,
    title: 'Names with emoji, text from right to left, NUL, 1 MB',
    bound: 'legal ones come back as they were; the others are refused with the reason',
    run: resourceNames,
  },
];

const legalNames = [
  'Küche',
  'Wohnzimmer 🛋️💡',
  '👩‍👩‍👧‍👦',
  'غرفة المعيشة',
  'חדר שינה (2)',
  '寝室・二階',
  'e\u0301tage',
  'A "quoted" \\ name',
  "'; DROP TABLE rooms; --",
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '{{name}} %s %00',
  '../config',
  '__proto__',
  'constructor',
  ' padded ',
  'x',
  'y'.repeat(32),
];

const illegalNames: readonly unknown[] = [
  '',
  'z'.repeat(33),
  'm'.repeat(1_048_576),
  'NUL\u0000inside',
  'lone \ud83d surrogate',
  7,
  null,
  ['Room'],
  { name: 'Room' },
];

async function resourceNames(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(
    createFlow(createBridgeNode(simulator, unthrottledSettings)),
    createCredentials(trial),
  );
  const [room] = simulator.home.byType('room');
  assert.ok(room);
  const target = room.id;
  const rename = (name: unknown): object => ({
    operation: 'update',
    rtype: 'room',
    target,
    payload: { metadata: { name } },
  });
  let kept = 0;
  for (const name of legalNames) {
    await flow.sendOrThrow('resource', rename(name));
    const read = await flow.sendOrThrow('resource', {
      operation: 'get',
      rtype: 'room',
      target,
      payload: {},
    });
    const storedName = getNestedMember(simulator.home.get(target), 'metadata', 'name');
    if (storedName === name && getNestedMember(read['payload'], 'metadata', 'name') === name)
      kept += 1;
    else trial.note(`${JSON.stringify(name)} became ${JSON.stringify(storedName)}`);
  }
  trial.tally('legal names came back as they were', kept, legalNames.length);
  const writes = (): number => simulator.requests.filter(({ method }) => method !== 'GET').length;
  const before = writes();
  let refused = 0;
  for (const name of illegalNames) {
    const { error } = await flow.sendAndWait('resource', rename(name));
    if (isBridgeError(error) && /name.*expected/.test(error.message)) refused += 1;
    else trial.note(`${String(name).slice(0, 40)}: ${String(error)}`);
  }
  trial.tally('others refused with the reason', refused, illegalNames.length);
  trial.atMost('requests for them', writes() - before, 0);
}

export const randomCases: readonly FaultCase[] = [
  {
    number: 43,
    title: 'Random messages over all nodes, from a seed',
    bound: 'the process lives, each message gets one answer, no key anywhere, the rate kept',
    run: randomFlood,
  },
];

/** Messages that are under way at a time. */
const batch = 750;

async function randomFlood(trial: Trial): Promise<void> {
  const count = trial.chooseByMode(1_500, 100_000);
  const simulator = await trial.simulator({ requestLog: 2_000_000, resourceLimit: 400 });
  trial.expectRate(simulator.port, unthrottledLimits);
  injectRandomFaults(simulator, new SeededRandom(43), { faults: faultsWithoutBackoff });
  const flow = await FlowUnderTest.start(trial);
  flow.keyCheckInterval = trial.chooseByMode(5, 20);
  const bridge = createBridgeNode(simulator, { ...unthrottledSettings, events: 'never' });
  await flow.deploy(createFlow(bridge), createCredentials(trial));
  const idsByType = findResourceIds(simulator.home.all());
  const outcomes = { done: 0, refused: 0 };
  for (let from = 0; from < count; from += batch) {
    const seed = 43_000 + from / batch;
    const messages = randomMessages(idsByType, Math.min(batch, count - from), seed);
    const pending = messages.map(({ node, message }) => flow.sendAndWait(node, message));
    const answers = await withTimeout(80_000, `the messages of seed ${seed}`, () =>
      Promise.all(pending),
    );
    for (const { error } of answers) outcomes[error === undefined ? 'done' : 'refused'] += 1;
  }
  assert.equal(outcomes.done + outcomes.refused, count);
  trial.tally('messages answered', flow.answeredOnceCount, count);
  trial.note(`${outcomes.done} done, ${outcomes.refused} refused`);
  trial.note(`${simulator.requests.length} requests`);
  assert.deepEqual(findInvalidRequests(simulator.requests).slice(0, 5), []);
  assert.ok(outcomes.done > count / 5, 'too few messages were sound to mean anything');
}

/** Some ids of each type that nodes write to. */
function findResourceIds(resources: readonly Resource[]): ResourceIdsByType {
  const types = ['light', 'grouped_light', 'room', 'zone', 'smart_scene', 'scene', 'motion'];
  const idsOf = (type: string): string[] =>
    resources
      .filter((resource) => resource.type === type)
      .slice(0, 6)
      .map(({ id }) => id);
  return Object.fromEntries(types.map((type) => [type, idsOf(type)]));
}

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
