import assert from 'node:assert/strict';
import type { BridgeClient, BridgeClientOptions } from '../../../../src/bridge';
import { respondWith, respondAsBridge } from '../../../support/network/scripted-bridge';
import type { ResponseScript } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { describeGrowth, countActiveResources } from '../../support/checks/active-resources';
import { dimLamp, makeRid } from '../../support/client-requests';
import { startRecordingServer } from '../../../support/network/recording-server';
import type { RequestOutcome, Trial } from '../../support/trial';
import { pause, measureActiveTime } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

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
  script?: ResponseScript;
  options?: Partial<BridgeClientOptions>;
  /** Requests that are to be there before the close. */
  requests?: number;
  /** Connections that are to be there before the close. */
  connections?: number;
}

const headersOnly: ResponseScript = (_seen, response) => {
  response.writeHead(200);
  response.flushHeaders();
};

const halfBody: ResponseScript = (_seen, response) => {
  response.writeHead(200);
  response.write('{"errors":[],"data":[');
};

const phases: Readonly<Record<string, Phase>> = {
  'in the same turn': {},
  'while the rate holds commands back': {
    options: { limits: { lampsPerSecond: 1 } },
    requests: 1,
  },
  'after 429': { script: respondWith(429, '', { 'retry-after': '30' }), requests: 1 },
  'before the answer': { script: () => undefined, requests: 3 },
  'after the headers': { script: headersOnly, requests: 3 },
  'in the middle of the answer': { script: halfBody, requests: 3 },
  'while a first certificate is being settled': {
    options: { trust: { onFirstUse: () => new Promise<void>(() => {}) } },
    connections: 3,
  },
  'with everything answered': { script: respondAsBridge, requests: 3 },
};

/** Some phases wait for the whole timeout; the default would use up most of the time a close may take. */
const closeTimeout = 300;

async function closing(trial: Trial): Promise<void> {
  const before = countActiveResources();
  let longest = 0;
  let answered = 0;
  const rounds = trial.chooseByMode(1, 20);
  for (let round = 0; round < rounds; round += 1) {
    const runs = Object.entries(phases).map(async ([name, phase]) => {
      longest = Math.max(longest, await closeInPhase(trial, name, phase));
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
  await pause(250);
  assert.equal(describeGrowth(before, countActiveResources()), undefined);
  trial.note('sockets and timers as before');
}

const sendRequests = (trial: Trial, client: BridgeClient): Promise<RequestOutcome<unknown>[]> =>
  Promise.all([
    ...Array.from({ length: 5 }, (_, number) => trial.ask(dimLamp(client, makeRid(number), 5))),
    trial.ask(client.list('light')),
    trial.ask(client.create('geofence_client', { name: 'Phone' })),
  ]);

/** @returns how long the close took, in ms */
async function closeInPhase(
  trial: Trial,
  name: string,
  { script = respondAsBridge, options = {}, requests = 0, connections = 0 }: Phase,
): Promise<number> {
  const bridge = await trial.scripted();
  bridge.setScript(script);
  const client = trial.client(bridge, { ...options, limits: { closeTimeout, ...options.limits } });
  const pending = sendRequests(trial, client);
  if (requests > 0) await waitUntil(name, () => bridge.requests.length >= requests);
  else if (connections > 0) await waitUntil(name, () => bridge.connections() >= connections);
  const duration = await measureActiveTime(() => client.close());
  const sent = bridge.requests.length;
  await pending;
  // A connection that was opened before may be noticed by the bridge a moment later.
  await pause(50);
  const opened = bridge.connections();
  const lateRequest = await trial.ask(client.list('light'));
  assert.ok('error' in lateRequest && lateRequest.error.code === 'ERR_BRIDGE_CLOSED', name);
  await pause(200);
  assert.deepEqual([bridge.requests.length, bridge.connections()], [sent, opened], name);
  await bridge.stop();
  return duration;
}

async function closeWhileConnecting(trial: Trial): Promise<void> {
  const silentServer = await startRecordingServer();
  trial.addCleanup(() => silentServer.stop());
  const address = { host: '127.0.0.1', port: silentServer.port, fingerprint: 'AB'.repeat(32) };
  const client = trial.client(address, { limits: { closeTimeout } });
  const pending = sendRequests(trial, client);
  await waitUntil('a connection', () => silentServer.connections() > 0);
  const duration = await measureActiveTime(() => client.close());
  assert.ok(duration < 2_000, `${duration} ms`);
  await pending;
  await silentServer.stop();
}

async function closeWithStream(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const client = trial.client(simulator, { limits: { streamConnectedAfter: 20, closeTimeout } });
  client.watch({ rtype: 'light', interval: 1_000 });
  await waitUntil('the event stream', () => client.connectionState.mode === 'stream');
  await client.close();
  const requests = simulator.requests.length;
  await waitUntil('the connections to end', () => simulator.connectionCount() === 0);
  await pause(200);
  assert.equal(simulator.requests.length, requests);
  await simulator.stop();
}
