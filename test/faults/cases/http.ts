import assert from 'node:assert/strict';
import { errorCodesByStatus, defaultLimits } from '../../../src/bridge';
import type { ClientLimits } from '../../../src/bridge';
import { respondWith, lampId, respondAsBridge } from '../../support/network/scripted-bridge';
import type { ResponseScript, ScriptedBridge } from '../../support/network/scripted-bridge';
import type { FaultCase } from '../fault-case';
import {
  FlowUnderTest,
  createBridgeNode,
  createCredentials,
  createFlow,
} from '../support/node-red/flow-under-test';
import { requestPerOperation, dimLamp, makeRid } from '../support/client-harness';
import type { Trial } from '../support/trial';
import { BridgeConnection } from '../../../src/bridge/connection';
import { systemClock } from '../../../src/bridge/clock';
import { buildSingleResourceRequest } from '../../../src/bridge/request';
import { SeededRandom } from '../soak/seeded-random';
import { measureActiveTime, pause, startStopwatch, measureDuration } from '../support/timing';
import { waitUntil } from '../../support/wait-until';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { startHandshakeLimitingProxy } from '../../support/network/sockets';
import { isObject } from '../../../src/resources/members';
import { startRecordingServer } from '../../support/network/recording-server';

const html = '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>';

export const responseCases: readonly FaultCase[] = [
  {
    number: 1,
    title: 'Every declared error status, on every operation',
    bound: 'each becomes its own error code',
    run: everyErrorStatus,
  },
  {
    number: 5,
    title: '503 with a page of HTML',
    bound: 'asked again, and never a parse error',
    run: busyWithHtml,
  },
  {
    number: 6,
    title: '401 and 403',
    bound: 'one attempt, no repetition; the status says to pair again',
    run: refusedKey,
  },
  {
    number: 7,
    title: 'Success (200 or 207) with errors in it',
    bound: 'warnings where the answer names the resource, an error where it does not',
    run: successWithErrors,
  },
  {
    number: 8,
    title: 'Bodies that are null, a list, empty, cut short, of another type, or text',
    bound: 'each becomes an error with a code',
    run: oddBodies,
  },
];

async function everyErrorStatus(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, {
    limits: { maxAttempts: 1, initialBackoff: 1, othersPerSecond: 500 },
  });
  let right = 0;
  let all = 0;
  for (const [status, code] of Object.entries(errorCodesByStatus)) {
    for (const request of requestPerOperation) {
      bridge.setScript(respondWith(Number(status), { errors: [{ description: 'No.' }] }));
      const ending = await trial.ask(client.send(request));
      all += 1;
      if ('error' in ending && ending.error.code === code) right += 1;
      bridge.setScript(respondAsBridge);
      await trial.ask(client.send({ operation: 'list', rtype: 'geofence_client' }));
    }
  }
  trial.tally('answers became the right error', right, all);
}

async function busyWithHtml(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { initialBackoff: 5, othersPerSecond: 500 } });
  let recovered = 0;
  for (const request of requestPerOperation) {
    let left = 2;
    bridge.setScript((seen, response) => {
      left -= 1;
      (left < 0 ? respondAsBridge : respondWith(503, html, { 'content-type': 'text/html' }))(
        seen,
        response,
      );
    });
    const ending = await trial.ask(client.send(request));
    const created = request.operation === 'create';
    // A create is never repeated, so its 503 is reported.
    if (
      created ? 'error' in ending && ending.error.code === 'ERR_BRIDGE_BUSY' : 'value' in ending
    ) {
      recovered += 1;
    }
  }
  trial.tally('operations came through or said that the bridge is busy', recovered, 5);
}

async function refusedKey(trial: Trial): Promise<void> {
  let unrepeated = 0;
  for (const status of [401, 403] as const) {
    const bridge = await trial.scripted();
    const client = trial.client(bridge);
    bridge.setScript(respondWith(status));
    for (const request of requestPerOperation) {
      const before = bridge.requests.length;
      const ending = await trial.ask(client.send(request));
      assert.ok('error' in ending && ending.error.cause.status === status);
      assert.match(ending.error.message, /Pair with the bridge again/);
      if (bridge.requests.length === before + 1) unrepeated += 1;
    }
    assert.equal(client.connectionState.kind, 'unauthorized');
  }
  trial.tally('refusals were not repeated', unrepeated, 10);
  await refusedKeyInFlow(trial);
}

async function refusedKeyInFlow(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), {
    bridge: { key: 'a-key-nobody-knows' },
  });
  const code = await flow.sendExpectingRefusal('light', { payload: true, target: lampId });
  assert.equal(code, 'ERR_BRIDGE_FORBIDDEN');
  await flow.waitForStatus('light', /pair again/);
  await flow.deploy(createFlow(createBridgeNode(simulator)), createCredentials(trial));
}

async function successWithErrors(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { othersPerSecond: 500 } });
  const errors = [{ description: 'device has communication issues, command may not have effect' }];
  let right = 0;
  for (const status of [200, 207]) {
    for (const request of requestPerOperation) {
      bridge.setScript((seen, response) => {
        const named = {
          rid: lampId,
          rtype: 'geofence_client',
          id: lampId,
          type: 'geofence_client',
        };
        respondWith(status, { errors, data: [named] })(seen, response);
      });
      const warningResult = await trial.ask(client.send(request));
      if ('value' in warningResult && warningResult.value.warnings.length === 1) right += 1;
      bridge.setScript(respondWith(status, { errors, data: [] }));
      const refused = await trial.ask(client.send(request));
      if ('error' in refused && refused.error.code === 'ERR_BRIDGE_REFUSED') right += 1;
    }
  }
  trial.tally('answers were reported as warning or error, as they should', right, 20);
}

const oddTexts = [
  '',
  'null',
  'true',
  '42',
  '"text"',
  '[]',
  '{}',
  '[{"id":1}]',
  '{"errors":[],"data":',
  '{"errors":[],"data":[{"rid":"',
  '{"errors":[],"data":null}',
  '{"errors":[],"data":{}}',
  '{"errors":[],"data":"none"}',
  '{"errors":null,"data":[null]}',
  '{"errors":[],"data":[[]]}',
  '{"errors":[],"data":[{"rid":7,"rtype":7,"id":7,"type":7}]}',
  '{"errors":[],"data":[{"rid":"x","rtype":"room","id":"x","type":"room"}]}',
  '{"errors":{"description":"no list"}}',
  '{"errors":[null,7,{"description":7}]}',
  '\u0000\u0001\u0002',
  '\uFEFF{"errors":[],"data":[]}',
  '<html></html>',
];

async function oddBodies(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { othersPerSecond: 500 } });
  let acceptable = 0;
  let all = 0;
  for (const text of oddTexts) {
    bridge.setScript(respondWith(200, text));
    for (const request of requestPerOperation) {
      const ending = await trial.ask(client.send(request));
      all += 1;
      // Of a list, what is no such resource is left out with a warning.
      const leftOut =
        request.operation === 'list' && 'value' in ending && ending.value.warnings.length > 0;
      if (leftOut || ('error' in ending && expectedCodes.has(ending.error.code))) acceptable += 1;
      else trial.note(`${request.operation} took ${JSON.stringify(text)}`);
    }
  }
  trial.tally('odd bodies became an error or a warning', acceptable, all);
}

const expectedCodes = new Set<string>(['ERR_BRIDGE_MALFORMED_ANSWER', 'ERR_BRIDGE_REFUSED']);

export const backoffCases: readonly FaultCase[] = [
  {
    number: 2,
    title: '429 with Retry-After',
    bound: 'nothing is sent to that bridge until the time is over',
    run: retryAfterHonoured,
  },
  {
    number: 3,
    title: '429 or 503 without Retry-After',
    bound: 'waits that double, each with chance in it; after 429 those of the lane only',
    run: doublingWaits,
  },
  {
    number: 4,
    title: '429 for ever, with 50 commands waiting',
    bound: 'at most 100 requests in 30 s',
    run: endless429,
  },
];

async function retryAfterHonoured(trial: Trial): Promise<void> {
  const seconds = trial.chooseByMode(1, 5);
  const bridge = await trial.scripted();
  const client = trial.client(bridge);
  bridge.setScript(respondWith(429, '', { 'retry-after': String(seconds) }));
  const pending = [trial.ask(dimLamp(client, makeRid(0), 10))];
  await waitUntil('the refusal', () => client.connectionState.kind === 'waiting');
  const refusedAt = bridge.requests[0]?.at ?? 0;
  bridge.setScript(respondAsBridge);
  for (let number = 1; number <= 20; number += 1) {
    pending.push(trial.ask(dimLamp(client, makeRid(number), number)));
  }
  await Promise.all([...pending, trial.ask(client.list('light')), trial.ask(client.list('room'))]);
  const gap = (bridge.requests[1]?.at ?? 0) - refusedAt;
  trial.note(`nothing for ${Math.round(gap)} ms after it asked for ${seconds * 1_000} ms`);
  assert.ok(gap >= seconds * 1_000, `${gap} ms`);
}

/** One wait between two attempts, in ms. */
interface Wait {
  /** Number of the attempt before it, from 0. */
  after: number;
  /** Random factor of the jitter, from 0 to 1. */
  randomFactor: number;
  /** Until the next request came. */
  elapsed: number;
  /** As `elapsed`, without times in which this process was not scheduled. */
  activeTime: number;
}

async function doublingWaits(trial: Trial): Promise<void> {
  const clients = 20;
  const attempts = 6;
  const initialBackoff = trial.chooseByMode(60, 200);
  const waits = await collectWaits(trial, clients, {
    initialBackoff,
    maxBusyBackoff: 60_000,
    maxAttempts: attempts,
  });
  assert.equal(waits.length, clients * (attempts - 1));
  const longest = (after: number): number => initialBackoff * 2 ** after;
  const means = Array.from({ length: attempts - 1 }, (_, after) =>
    mean(waits.filter((wait) => wait.after === after)),
  );
  trial.note(`mean waits ${means.map((wait) => Math.round(wait)).join(', ')} ms`);
  // By another clock, a timer may fire slightly early.
  const longEnough = waits.filter(
    ({ after, randomFactor, elapsed }) => elapsed >= longest(after) * randomFactor - 2,
  );
  trial.tally(
    'waits were as long as doubling and chance make them',
    longEnough.length,
    waits.length,
  );
  const late = waits.filter(
    ({ after, randomFactor, activeTime }) => activeTime > longest(after) * randomFactor + 150,
  );
  // A request takes its time too, and on a busy machine a few take long.
  trial.atMost(
    'waits that were longer',
    late.length,
    trial.chooseByMode(waits.length / 3, waits.length / 10),
  );
  const last = waits.filter(({ after }) => after === attempts - 2);
  assert.ok(mean(last) < longest(attempts - 1), 'the waits grow too fast');
  const [short, long] = [
    mean(last.filter(({ randomFactor }) => randomFactor < 0.5)),
    mean(last.filter(({ randomFactor }) => randomFactor >= 0.5)),
  ];
  assert.ok(long - short > longest(attempts - 2) / 5, 'the waits are all the same');
  trial.note(`the last by chance ${Math.round(short)} or ${Math.round(long)} ms`);
  await halvedRate(trial);
}

/** After 429 the lane of the lamps is halved, and halved again; a list goes at once. */
async function halvedRate(trial: Trial): Promise<void> {
  const lampsPerSecond = trial.chooseByMode(40, 10);
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { lampsPerSecond, maxQueueTime: 60_000 } });
  const refuse = respondWith(429, '');
  bridge.setScript((seen, response) =>
    (seen.method === 'PUT' && bridge.requests.length <= 6 ? refuse : respondAsBridge)(
      seen,
      response,
    ),
  );
  const pending = trial.ask(dimLamp(client, makeRid(0), 10));
  await waitUntil('the third refusal', () => bridge.requests.length >= 3);
  const duration = await measureActiveTime(() => trial.ask(client.list('room')));
  trial.atMost('meanwhile a list took', duration, 1_000, ' ms');
  await pending;
  const times = bridge.requests.filter(({ method }) => method === 'PUT').map(({ at }) => at);
  const waits = times.slice(1, 4).map((at, index) => at - (times[index] ?? 0));
  const interval = 1_000 / lampsPerSecond;
  const longEnough = waits.filter((wait, index) => wait >= interval * 2 ** (index + 1) - 3);
  trial.tally('waits after 429 doubled', longEnough.length, 3);
}

const mean = (waits: readonly Wait[]): number =>
  waits.reduce((sum, { activeTime }) => sum + activeTime, 0) / waits.length;

/** Waits of clients that are refused at every attempt, with known random factors. */
async function collectWaits(
  trial: Trial,
  clients: number,
  limits: Partial<ClientLimits>,
): Promise<Wait[]> {
  const bridge = await trial.scripted();
  const stopwatch = startStopwatch();
  const respond503 = respondWith(503, '<html></html>', { 'content-type': 'text/html' });
  const requestTimes = new Map<string, { at: number; activeUntil: number }[]>();
  bridge.setScript((seen, response) => {
    const earlier = requestTimes.get(seen.path) ?? [];
    requestTimes.set(seen.path, [...earlier, { at: seen.at, activeUntil: stopwatch.ms() }]);
    respond503(seen, response);
  });
  const random = new SeededRandom(3);
  const pending = Array.from({ length: clients }, async (_, number) => {
    const randomValues = Array.from({ length: limits.maxAttempts ?? 1 }, () => random.next());
    const remainingValues = [...randomValues];
    const clock = { ...systemClock, random: () => remainingValues.shift() ?? 0 };
    const { host, port, fingerprint } = bridge;
    const connection = new BridgeConnection({
      host,
      port,
      key: trial.key,
      trust: { fingerprint },
      // A handshake that is late because the machine is busy is no attempt.
      limits: { ...limits, connectTimeout: 60_000, requestTimeout: 60_000 },
      clock,
    });
    trial.addCleanup(() => connection.close());
    const request = buildSingleResourceRequest('get', 'light', makeRid(number));
    await trial.ask(connection.queue.submit(request, {}));
    const times = requestTimes.get(request.path) ?? [];
    return times.slice(1).map(({ at, activeUntil }, after) => ({
      after,
      randomFactor: randomValues[after] ?? 0,
      elapsed: at - (times[after]?.at ?? 0),
      activeTime: activeUntil - (times[after]?.activeUntil ?? 0),
    }));
  });
  const waits = (await Promise.all(pending)).flat();
  stopwatch.stop();
  return waits;
}

async function endless429(trial: Trial): Promise<void> {
  // The short form goes twenty times as fast: all times a twentieth, all rates twentyfold.
  const speed = trial.chooseByMode(20, 1);
  const { lampsPerSecond, initialBackoff, maxBusyBackoff, maxQueueTime } = defaultLimits;
  const bridge = await trial.scripted();
  bridge.setScript(respondWith(429, '<html></html>', { 'content-type': 'text/html' }));
  const client = trial.client(bridge, {
    limits: {
      lampsPerSecond: lampsPerSecond * speed,
      initialBackoff: initialBackoff / speed,
      maxBusyBackoff: maxBusyBackoff / speed,
      maxQueueTime: maxQueueTime / speed,
    },
  });
  const pending = Array.from({ length: 50 }, (_, number) =>
    trial.ask(dimLamp(client, makeRid(number), 1)),
  );
  const lasts = 30_000 / speed;
  await pause(lasts);
  const [first] = bridge.requests;
  const counted = bridge.requests.filter(({ at }) => at - (first?.at ?? 0) <= lasts);
  trial.atMost(`requests in ${lasts / 1_000} s`, counted.length, 100);
  await client.close();
  await Promise.all(pending);
}

export const transferCases: readonly FaultCase[] = [
  {
    number: 9,
    title: 'An answer of 100 MB',
    bound: 'cut off at 16 MB; memory grows by less than 50 MB',
    run: hugeAnswer,
  },
  {
    number: 10,
    title: 'Headers and then silence; one byte after the other, slowly',
    bound: 'over when the deadline is, give or take 10 %',
    run: slowAnswers,
  },
  {
    number: 11,
    title: 'The connection is reset before, during and after the answer',
    bound: 'repeated only where that is safe; what creates is never repeated',
    run: connectionResets,
  },
  {
    number: 14,
    title: 'A bridge that closes after each answer; one that does one TLS handshake at a time',
    bound: 'every command is answered',
    run: limitedConnections,
  },
];

async function hugeAnswer(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { maxAttempts: 1 } });
  const chunk = Buffer.alloc(65_536, 'x');
  const countBytes = countReceivedBytes(trial);
  bridge.setScript((_seen, response) => {
    response.writeHead(200);
    streamBody(response, chunk, 100_000_000);
  });
  globalThis.gc?.();
  const before = memory();
  let most = 0;
  let cut = 0;
  const rounds = trial.chooseByMode(2, 10);
  for (let round = 0; round < rounds; round += 1) {
    const ending = await trial.ask(client.list('light'));
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_MALFORMED_ANSWER') cut += 1;
    most = Math.max(most, memory() - before);
  }
  trial.tally('answers were cut off', cut, rounds);
  assert.ok(countBytes() > rounds * 16_000_000, 'The bytes that came were not counted.');
  // 16 MB is 16,777,216 bytes; TLS adds less than a hundredth, and the last chunk may be past the bound.
  trial.atMost('bytes taken of each', countBytes() / rounds / 1_000_000, 17.1, ' MB');
  trial.atMost('growth of memory', most / 1_000_000, 50, ' MB');
}

const memory = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Counts what the connections of all clients receive from now on. @returns their bytes so far */
function countReceivedBytes(trial: Trial): () => number {
  const channel = 'undici:client:connected';
  const sockets: Socket[] = [];
  const onConnected = (message: unknown): void => {
    const socket = isObject(message) ? message['socket'] : undefined;
    if (socket instanceof Socket) sockets.push(socket);
  };
  subscribe(channel, onConnected);
  trial.addCleanup(() => unsubscribe(channel, onConnected));
  return () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}

function streamBody(response: ServerResponse, chunk: Buffer, size: number): void {
  let left = size;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

async function slowAnswers(trial: Trial): Promise<void> {
  const deadline = trial.chooseByMode(3_000, 10_000);
  const scripts: Record<string, ResponseScript> = {
    'no answer': () => undefined,
    'headers only': (_seen, response) => {
      response.writeHead(200);
      response.flushHeaders();
    },
    'byte by byte': (_seen, response) => {
      response.writeHead(200);
      const dripTimer = setInterval(() => response.write(' '), deadline / 10);
      response.once('close', () => clearInterval(dripTimer));
    },
  };
  const answers = Object.entries(scripts).map(async ([name, script]) => {
    const { took, ran } = await measureResponseTime(trial, script, deadline);
    assert.ok(took >= deadline * 0.9, `${name}: ${took} ms`);
    trial.atMost(`${name}, over after`, ran, deadline * 1.1, ' ms');
  });
  await Promise.all(answers);
}

/** How long a read takes that must end at its deadline, and how long this process was scheduled meanwhile, in ms. */
async function measureResponseTime(
  trial: Trial,
  script: ResponseScript,
  deadline: number,
): Promise<{ took: number; ran: number }> {
  const bridge = await trial.scripted();
  bridge.setScript(script);
  const client = trial.client(bridge, { limits: { requestTimeout: deadline, maxAttempts: 1 } });
  const stopwatch = startStopwatch();
  trial.addCleanup(() => stopwatch.stop());
  const took = await measureDuration(async () => {
    const ending = await trial.ask(client.list('light'));
    assert.ok('error' in ending && ending.error.code === 'ERR_BRIDGE_TIMEOUT');
  });
  return { took, ran: stopwatch.ms() };
}

const nonIdempotentRequest = {
  operation: 'update',
  rtype: 'light',
  rid: makeRid(1),
  body: { identify: { action: 'identify' } },
} as const;

/** Resets the connection at one phase of the first response; later responses are complete. */
function resetFirstConnection(bridge: ScriptedBridge, phase: 'before' | 'during' | 'after'): void {
  let count = 0;
  bridge.setScript((seen, response) => {
    // Whether the bridge is there is asked too, also by the clients of earlier rounds.
    if (!seen.path.endsWith('/bridge')) count += 1;
    if (count !== 1 || seen.path.endsWith('/bridge')) return respondAsBridge(seen, response);
    if (phase === 'after') {
      response.once('finish', () => response.socket?.destroy());
      return respondAsBridge(seen, response);
    }
    if (phase === 'during') response.write('{"errors":[],');
    setImmediate(() => response.socket?.destroy());
  });
}

async function connectionResets(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  let right = 0;
  let all = 0;
  for (const phase of ['before', 'during', 'after'] as const) {
    for (const request of [...requestPerOperation, nonIdempotentRequest]) {
      const client = trial.client(bridge, { limits: { initialBackoff: 5 } });
      const before = bridge.requests.length;
      resetFirstConnection(bridge, phase);
      const ending = await trial.ask(client.send(request));
      const requests = bridge.requests.slice(before);
      const sent = requests.filter(({ path }) => !path.endsWith('/bridge')).length;
      const safe = request.operation !== 'create' && request !== nonIdempotentRequest;
      const lost = phase !== 'after';
      all += 1;
      if (sent === (safe && lost ? 2 : 1) && 'error' in ending === (!safe && lost)) right += 1;
      else trial.note(`${request.operation} reset ${phase} its answer was sent ${sent} times`);
    }
  }
  trial.tally('resets were handled as is safe', right, all);
}

async function limitedConnections(trial: Trial): Promise<void> {
  const closing = await trial.scripted();
  const client = trial.client(closing, { limits: { lampsPerSecond: 1_000 } });
  const rounds = trial.chooseByMode(50, 500);
  closing.setScript((seen, response) => {
    response.once('finish', () => response.socket?.end());
    respondAsBridge(seen, response);
  });
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const ending = await trial.ask(dimLamp(client, makeRid(round), 5));
    if ('value' in ending) answered += 1;
  }
  trial.tally('commands reached a bridge that closes after each answer', answered, rounds);

  const bridge = await trial.scripted();
  const proxy = await startHandshakeLimitingProxy(bridge.port, trial.chooseByMode(100, 500));
  trial.addCleanup(() => proxy.stop());
  const proxiedClient = trial.client({ ...bridge, port: proxy.port });
  bridge.setScript(respondWith(200, { errors: [], data: [] }));
  const lists = Array.from({ length: 6 }, () => trial.ask(proxiedClient.list('light')));
  const listed = (await Promise.all(lists)).filter((ending) => 'value' in ending).length;
  trial.tally('reads came through one handshake at a time', listed, 6);
}

export const redirectAndProxyCases: readonly FaultCase[] = [
  {
    number: 12,
    title: 'A redirect to another host',
    bound: 'refused; nothing is sent there',
    run: redirects,
  },
  {
    number: 13,
    title: 'Proxies named in the environment',
    bound: 'not used for the bridge',
    run: proxies,
  },
];

async function redirects(trial: Trial): Promise<void> {
  const recordingServer = await startRecordingServer();
  trial.addCleanup(() => recordingServer.stop());
  const other = await trial.scripted();
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { othersPerSecond: 500 } });
  let refused = 0;
  let all = 0;
  for (const status of [301, 302, 303, 307, 308]) {
    for (const target of [
      `http://127.0.0.1:${recordingServer.port}/`,
      `https://127.0.0.1:${other.port}/x`,
    ]) {
      bridge.setScript(respondWith(status, '', { location: target }));
      for (const request of requestPerOperation) {
        const ending = await trial.ask(client.send(request));
        all += 1;
        if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNEXPECTED_STATUS') refused += 1;
      }
    }
  }
  trial.tally('redirects were refused', refused, all);
  trial.atMost(
    'connections to where they point',
    recordingServer.connections() + other.connections(),
    0,
  );
}

const proxyNames = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'all_proxy',
];

async function proxies(trial: Trial): Promise<void> {
  const recordingServer = await startRecordingServer();
  trial.addCleanup(() => recordingServer.stop());
  const names = [...proxyNames, 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = `http://127.0.0.1:${recordingServer.port}`;
  trial.addCleanup(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const simulator = await trial.simulator();
  const client = trial.client(simulator);
  const pending = [client.list('light'), client.listAll(), client.list('room')];
  const answered = await Promise.all(pending.map((one: Promise<unknown>) => trial.ask(one)));
  trial.tally(
    'requests reached the bridge',
    answered.filter((ending) => 'value' in ending).length,
    3,
  );
  trial.atMost('connections to the proxy', recordingServer.connections(), 0);
}
