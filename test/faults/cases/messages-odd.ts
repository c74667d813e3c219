import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import { lampsOf } from '../support/live-home';
import { hugeValues, oddIds, oddValues } from '../support/odd-values';
import {
  actionNodes,
  bridgeNode,
  credentialsOf,
  flowOf,
  palette,
  quickLimits,
  quickPace,
} from '../support/palette';
import type { Trial } from '../support/trial';
import { wireProblems } from '../support/wire-check';
import type { WireRequest } from '../support/wire-check';
import type { Simulator } from '../../../src/simulator';

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
    run: foreignProperties,
  },
  {
    number: 42,
    title: 'The flow changes the message after sending it',
    bound: 'the wire is unaffected',
    run: changedAfterwards,
  },
];

interface Stage {
  flow: FlowTrial;
  simulator: Simulator;
  lamp: string;
}

async function startStage(trial: Trial): Promise<Stage> {
  const simulator = await trial.simulator();
  const flow = await FlowTrial.start(trial);
  // A poll node asks by itself at any moment, and these cases count requests.
  const nodes = palette.filter(({ type }) => type !== 'bridge-poll');
  await flow.deploy(flowOf(bridgeNode(simulator, quickPace), nodes), credentialsOf(trial));
  await flow.ask('resource', { operation: 'list', rtype: 'light', payload: {} });
  const [lamp = ''] = lampsOf(simulator);
  return { flow, simulator, lamp };
}

/** Places in a message where a value can stand, for each of the action nodes. */
function messagesWith(value: unknown, target: string): object[] {
  const written = ['on', 'brightness', 'color', 'kelvin', 'transition', 'name', 'dimming'].map(
    (name) => ({ payload: { [name]: value }, target }),
  );
  return [
    { payload: value, target },
    ...written,
    { payload: true, target: value },
    { payload: true, target, operation: value, rtype: 'light' },
    { payload: true, target, operation: 'update', rtype: value },
    { payload: { on: { on: value } }, target, operation: 'update', rtype: 'light' },
  ];
}

async function oddPayloads(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startStage(trial);
  let answered = 0;
  let all = 0;
  const values = [...oddValues, ...hugeValues];
  for (const [name, value] of values) {
    const given = actionNodes.flatMap((node) =>
      messagesWith(value, lamp).map((message) => flow.give(node, message)),
    );
    all += given.length;
    for (const { error } of await Promise.all(given)) {
      if (error === undefined || error instanceof Error) answered += 1;
      else trial.note(`${name} was answered with a ${typeof error}`);
    }
  }
  trial.tally(`messages answered, from ${values.length} values`, answered, all);
  assert.deepEqual(wireProblems(simulator.requests), []);
  trial.note(`nothing odd among ${simulator.requests.length} requests`);
  const client = trial.client(simulator, { limits: quickLimits });
  const configuration = { text: 'x'.repeat(defaultLimits.bodySize) };
  const large = await trial.ask(client.update('behavior_instance', lamp, { configuration }));
  assert.ok('error' in large && large.error.code === 'ERR_BRIDGE_INVALID_COMMAND');
  trial.note('a body past the bound is refused');
}

async function oddTargets(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startStage(trial);
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
    const { error } = await flow.give(node, message);
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
    limits: quickLimits,
  });
  let denied = 0;
  for (const rid of ids) {
    for (const operation of ['get', 'update', 'delete'] as const) {
      const request = { operation, rtype: 'room', rid, body: {} };
      const ending = await trial.ask(untyped.send(request));
      if ('error' in ending && ending.error.code === 'ERR_BRIDGE_INVALID_COMMAND') denied += 1;
    }
  }
  trial.tally('calls of the client refused', denied, ids.length * 3);
  assert.deepEqual(sent(), []);
}

/** JSON as it comes from outside: its `__proto__` is a member of its own. */
const poisoned = (name: string, depth: number): unknown => {
  const opening = '{"on":'.repeat(depth);
  const inner = `{"${name}":{"polluted":true,"on":{"on":true}},"on":true}`;
  return JSON.parse(`${opening}${inner}${'}'.repeat(depth)}`);
};

async function prototypes(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startStage(trial);
  const members = Reflect.ownKeys(Object.prototype).length;
  let answered = 0;
  let all = 0;
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    simulator.home.change(lamp, { metadata: { name: 'Lamp', archetype: poisoned(name, 2) } });
    for (let depth = 0; depth <= trial.choose(5, 30); depth += 1) {
      const messages = ['update', 'create', 'list'].map((operation) => ({
        target: lamp,
        operation,
        rtype: 'light',
        payload: poisoned(name, depth),
      }));
      const given = actionNodes.flatMap((node) =>
        messages.map((message) => flow.give(node, { ...message })),
      );
      await Promise.all(given);
      all += given.length;
      if (Reflect.ownKeys(Object.prototype).length === members) answered += given.length;
    }
  }
  trial.tally('messages left Object.prototype as it was', answered, all);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
  assert.equal(Reflect.get([], 'polluted'), undefined);
  assert.deepEqual(wireProblems(simulator.requests), []);
  assert.ok(simulator.requests.every(({ body }) => !body.includes('polluted')));
}

const foreign = {
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

async function foreignProperties(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startStage(trial);
  const before = simulator.requests.length;
  const answered = await flow.ask('light', {
    ...foreign,
    payload: { brightness: 33 },
    target: lamp,
  });
  await flow.ask('resource', {
    ...foreign,
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
  assert.equal(answered['url'], foreign.url);
}

async function changedAfterwards(trial: Trial): Promise<void> {
  const { flow, simulator, lamp } = await startStage(trial);
  // Held up, so that the command waits while the flow changes the message.
  simulator.faults.answer({ delay: 20 });
  const writes = (): readonly WireRequest[] =>
    simulator.requests.filter(({ method }) => method === 'PUT');
  const rounds = trial.choose(40, 500);
  let right = 0;
  for (let round = 0; round < rounds; round += 1) {
    const payload = { on: { on: true }, dimming: { brightness: round % 100 } };
    const message = { payload, target: lamp, operation: 'update', rtype: 'light' };
    const given = flow.give(round % 2 === 0 ? 'resource' : 'light', message);
    payload.dimming.brightness = 99.5;
    payload.on.on = false;
    message.target = 'elsewhere';
    message.rtype = 'room';
    await given;
    const { path, body } = writes().at(-1) ?? { path: '', body: '' };
    const wanted = { on: { on: true }, dimming: { brightness: round % 100 } };
    if (path.endsWith(lamp) && body === JSON.stringify(wanted)) right += 1;
  }
  trial.tally('requests were as sent', right, rounds);
  assert.equal(writes().length, rounds);
}
