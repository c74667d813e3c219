import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { respondWith, respondAsBridge } from '../../../support/network/scripted-bridge';
import type { ResponseScript, ScriptedBridge } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { dimLamp, requestPerOperation, makeRid } from '../../support/client-requests';
import { startHandshakeLimitingProxy } from '../../../support/network/handshake-limiting-proxy';
import type { Trial } from '../../support/trial';
import { isObject } from '../../../../src/resources/members';
import { startStopwatch, measureDuration } from '../../support/timing';

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
