import assert from 'node:assert/strict';
import type { BridgeClient, BridgeClientOptions } from '../../../src/bridge';
import { answer, obedient } from '../../bridge/scripted-bridge';
import type { Script } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { growth, openThings } from '../support/open-things';
import { dim, ridOf } from '../support/requests';
import { startTrap } from '../support/trap';
import type { Ending, Trial } from '../support/trial';
import { pass, timed } from '../support/wait';
import { until } from '../../support/until';

export const closingCases: readonly FaultCase[] = [
  {
    number: 50,
    title: 'Closing at each phase of a request',
    bound: 'done within 2 s, nothing sent afterwards, everything answered',
    run: closing,
  },
];

/** One phase: how the bridge answers, what the client is like, and what is asked before it is closed. */
interface Phase {
  script?: Script;
  options?: Partial<BridgeClientOptions>;
  /** Requests that are to be there before the close. */
  requests?: number;
  /** Connections that are to be there before the close. */
  connections?: number;
}

const headersOnly: Script = (_seen, response) => {
  response.writeHead(200);
  response.flushHeaders();
};

const halfBody: Script = (_seen, response) => {
  response.writeHead(200);
  response.write('{"errors":[],"data":[');
};

const phases: Readonly<Record<string, Phase>> = {
  'in the same turn': {},
  'while the pace holds commands back': {
    options: { limits: { lampsPerSecond: 1 } },
    requests: 1,
  },
  'after 429': { script: answer(429, '', { 'retry-after': '30' }), requests: 1 },
  'before the answer': { script: () => undefined, requests: 3 },
  'after the headers': { script: headersOnly, requests: 3 },
  'in the middle of the answer': { script: halfBody, requests: 3 },
  'while a first certificate is being settled': {
    options: { trust: { onFirstUse: () => new Promise<void>(() => {}) } },
    connections: 3,
  },
  'with everything answered': { script: obedient, requests: 3 },
};

/** Some phases wait until it is over; the usual one would leave little of the time that a close may take. */
const closeTimeout = 300;

async function closing(trial: Trial): Promise<void> {
  const before = openThings();
  let longest = 0;
  let answered = 0;
  const rounds = trial.choose(1, 20);
  for (let round = 0; round < rounds; round += 1) {
    const runs = Object.entries(phases).map(async ([name, phase]) => {
      longest = Math.max(longest, await closeIn(trial, name, phase));
      answered += 1;
    });
    await Promise.all([...runs, closeWhileConnecting(trial), closeWithStream(trial)]);
  }
  trial.tally(
    'phases ended with everything answered and nothing sent',
    answered,
    rounds * Object.keys(phases).length,
  );
  trial.atMost('longest close', longest, 2_000, ' ms');
  await pass(250);
  assert.equal(growth(before, openThings()), undefined);
  trial.note('sockets and timers as before');
}

const ask = (trial: Trial, client: BridgeClient): Promise<Ending<unknown>[]> =>
  Promise.all([
    ...Array.from({ length: 5 }, (_, number) => trial.ask(dim(client, ridOf(number), 5))),
    trial.ask(client.list('light')),
    trial.ask(client.create('geofence_client', { name: 'Phone' })),
  ]);

/** @returns how long the close took, in ms */
async function closeIn(
  trial: Trial,
  name: string,
  { script = obedient, options = {}, requests = 0, connections = 0 }: Phase,
): Promise<number> {
  const bridge = await trial.scripted();
  bridge.answerWith(script);
  const client = trial.client(bridge, { ...options, limits: { closeTimeout, ...options.limits } });
  const asked = ask(trial, client);
  if (requests > 0) await until(name, () => bridge.requests.length >= requests);
  else if (connections > 0) await until(name, () => bridge.connections() >= connections);
  const took = await timed(() => client.close());
  const sent = bridge.requests.length;
  await asked;
  // A connection that was opened before may be noticed by the bridge a moment later.
  await pass(50);
  const opened = bridge.connections();
  const late = await trial.ask(client.list('light'));
  assert.ok('error' in late && late.error.code === 'ERR_BRIDGE_CLOSED', name);
  await pass(200);
  assert.deepEqual([bridge.requests.length, bridge.connections()], [sent, opened], name);
  await bridge.stop();
  return took;
}

async function closeWhileConnecting(trial: Trial): Promise<void> {
  const silent = await startTrap();
  trial.atEnd(() => silent.stop());
  const place = { host: '127.0.0.1', port: silent.port, fingerprint: 'AB'.repeat(32) };
  const client = trial.client(place, { limits: { closeTimeout } });
  const asked = ask(trial, client);
  await until('a connection', () => silent.connections() > 0);
  const took = await timed(() => client.close());
  assert.ok(took < 2_000, `${took} ms`);
  await asked;
  await silent.stop();
}

async function closeWithStream(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const client = trial.client(simulator, { limits: { streamProof: 20, closeTimeout } });
  client.watch({ rtype: 'light', interval: 1_000 });
  await until('the event stream', () => client.connection.mode === 'stream');
  await client.close();
  const requests = simulator.requests.length;
  await until('the connections to end', () => simulator.connections() === 0);
  await pass(200);
  assert.equal(simulator.requests.length, requests);
  await simulator.stop();
}
