import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { answer, obedient } from '../../bridge/scripted-bridge';
import type { Script, ScriptedBridge } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { dim, eachOperation, ridOf } from '../support/requests';
import { startSlowHandshakes } from '../support/slow-handshakes';
import type { Trial } from '../support/trial';
import { startStopwatch, timed } from '../support/wait';

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
    run: resets,
  },
  {
    number: 14,
    title: 'A bridge that closes after each answer; one that does one TLS handshake at a time',
    bound: 'every command is answered',
    run: awkwardConnections,
  },
];

async function hugeAnswer(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { attempts: 1 } });
  const chunk = Buffer.alloc(65_536, 'x');
  let written = 0;
  bridge.answerWith((_seen, response) => {
    response.writeHead(200);
    pour(response, chunk, 100_000_000, (bytes) => (written += bytes));
  });
  globalThis.gc?.();
  const before = memory();
  let most = 0;
  let cut = 0;
  const rounds = trial.choose(2, 10);
  for (let round = 0; round < rounds; round += 1) {
    const ending = await trial.ask(client.list('light'));
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_MALFORMED_ANSWER') cut += 1;
    most = Math.max(most, memory() - before);
  }
  trial.tally('answers were cut off', cut, rounds);
  trial.atMost('bytes taken of each', written / rounds / 1_000_000, 30, ' MB');
  trial.atMost('growth of memory', most / 1_000_000, 50, ' MB');
}

const memory = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

function pour(
  response: ServerResponse,
  chunk: Buffer,
  size: number,
  count: (bytes: number) => void,
): void {
  let left = size;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      count(chunk.length);
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

async function slowAnswers(trial: Trial): Promise<void> {
  const deadline = trial.choose(3_000, 10_000);
  const scripts: Record<string, Script> = {
    'no answer': () => undefined,
    'headers only': (_seen, response) => {
      response.writeHead(200);
      response.flushHeaders();
    },
    'byte by byte': (_seen, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), deadline / 10);
      response.once('close', () => clearInterval(drip));
    },
  };
  const answers = Object.entries(scripts).map(async ([name, script]) => {
    const { took, ran } = await timeOfAnswer(trial, script, deadline);
    assert.ok(took >= deadline * 0.9, `${name}: ${took} ms`);
    trial.atMost(`${name}, over after`, ran, deadline * 1.1, ' ms');
  });
  await Promise.all(answers);
}

/** How long a read takes that must end at its deadline, and how long this process ran meanwhile, in ms. */
async function timeOfAnswer(
  trial: Trial,
  script: Script,
  deadline: number,
): Promise<{ took: number; ran: number }> {
  const bridge = await trial.scripted();
  bridge.answerWith(script);
  const client = trial.client(bridge, { limits: { requestDeadline: deadline, attempts: 1 } });
  const stopwatch = startStopwatch();
  trial.atEnd(() => stopwatch.stop());
  const took = await timed(async () => {
    const ending = await trial.ask(client.list('light'));
    assert.ok('error' in ending && ending.error.code === 'ERR_BRIDGE_TIMEOUT');
  });
  return { took, ran: stopwatch.ms() };
}

const momentary = {
  operation: 'update',
  rtype: 'light',
  rid: ridOf(1),
  body: { identify: { action: 'identify' } },
} as const;

/** Cuts the connection at a moment of the first answer; later ones are as they should be. */
function cutFirst(bridge: ScriptedBridge, moment: 'before' | 'during' | 'after'): void {
  let count = 0;
  bridge.answerWith((seen, response) => {
    count += 1;
    if (count > 1) return obedient(seen, response);
    if (moment === 'after') {
      response.once('finish', () => response.socket?.destroy());
      return obedient(seen, response);
    }
    if (moment === 'during') response.write('{"errors":[],');
    setImmediate(() => response.socket?.destroy());
  });
}

async function resets(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  let right = 0;
  let all = 0;
  for (const moment of ['before', 'during', 'after'] as const) {
    for (const request of [...eachOperation, momentary]) {
      const client = trial.client(bridge, { limits: { firstHold: 5 } });
      const before = bridge.requests.length;
      cutFirst(bridge, moment);
      const ending = await trial.ask(client.send(request));
      const sent = bridge.requests.length - before;
      const safe = request.operation !== 'create' && request !== momentary;
      const lost = moment !== 'after';
      all += 1;
      if (sent === (safe && lost ? 2 : 1) && 'error' in ending === (!safe && lost)) right += 1;
      else trial.note(`${request.operation} reset ${moment} its answer was sent ${sent} times`);
    }
  }
  trial.tally('resets were handled as is safe', right, all);
}

async function awkwardConnections(trial: Trial): Promise<void> {
  const closing = await trial.scripted();
  const client = trial.client(closing, { limits: { lampsPerSecond: 1_000 } });
  const rounds = trial.choose(50, 500);
  closing.answerWith((seen, response) => {
    response.once('finish', () => response.socket?.end());
    obedient(seen, response);
  });
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const ending = await trial.ask(dim(client, ridOf(round), 5));
    if ('value' in ending) answered += 1;
  }
  trial.tally('commands reached a bridge that closes after each answer', answered, rounds);

  const bridge = await trial.scripted();
  const front = await startSlowHandshakes(bridge.port, trial.choose(100, 500));
  trial.atEnd(() => front.stop());
  const throughFront = trial.client({ ...bridge, port: front.port });
  bridge.answerWith(answer(200, { errors: [], data: [] }));
  const lists = Array.from({ length: 6 }, () => trial.ask(throughFront.list('light')));
  const listed = (await Promise.all(lists)).filter((ending) => 'value' in ending).length;
  trial.tally('reads came through one handshake at a time', listed, 6);
}
