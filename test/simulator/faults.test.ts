import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { ask } from './ask';
import type { Received } from './ask';
import { readEvents } from './event-reader';

const lights = '/clip/v2/resource/light';
const fountain = `${lights}/${idOf('light/fountain')}`;

describe('Faults of the simulator', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.stop());

  const isOn = (): unknown => simulator.home.get(idOf('light/fountain'))?.['on'];
  const switchOn = { body: { on: { on: true } } };

  /** Begins a request without waiting for the end of its answer. */
  const begin = (path: string): ClientRequest => {
    const { host, port, key, certificate, bridgeId } = simulator;
    const outgoing = request({
      host,
      port,
      path,
      ca: certificate,
      servername: bridgeId,
      agent: false,
      headers: { 'home-application-key': key },
    });
    outgoing.on('error', () => undefined);
    outgoing.end();
    return outgoing;
  };
  const answerTo = (outgoing: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve) => {
      outgoing.once('response', (incoming) => {
        incoming.on('error', () => undefined);
        resolve(incoming);
      });
    });

  it('answer instead of the bridge, as often as they are told to', async () => {
    simulator.faults.answer({ status: 503, headers: { 'retry-after': '2' }, times: 2 });
    for (let count = 0; count < 2; count += 1) {
      const answer = await ask(simulator, 'PUT', fountain, switchOn);
      assert.equal(answer.status, 503);
      assert.equal(answer.headers['retry-after'], '2');
      assert.deepEqual(answer.body.errors, [{ description: 'Service Unavailable' }]);
    }
    assert.deepEqual(isOn(), { on: false });
    assert.equal((await ask(simulator, 'PUT', fountain, switchOn)).status, 200);
    assert.deepEqual(isOn(), { on: true });
  });

  it('hit only what they match, by method, path and type', async () => {
    simulator.faults.answer({ status: 500, match: { method: 'put', rtype: 'light' } });
    simulator.faults.answer({ status: 409, match: { path: '/clip/v2/resource/room' } });
    simulator.faults.answer({ status: 507, match: { path: /zone$/ } });
    const statusOf = async (method: string, path: string): Promise<number> =>
      (await ask(simulator, method, path, method === 'PUT' ? switchOn : {})).status;
    assert.equal(await statusOf('GET', lights), 200);
    assert.equal(await statusOf('PUT', fountain), 500);
    assert.equal(await statusOf('GET', '/clip/v2/resource/light_level'), 200);
    assert.equal(await statusOf('GET', '/clip/v2/resource/room'), 409);
    assert.equal(await statusOf('GET', '/clip/v2/resource/zone'), 507);
  });

  it('can be taken back, one by one or all at once', async () => {
    const end = simulator.faults.answer({ status: 500 });
    end();
    assert.equal((await ask(simulator, 'GET', lights)).status, 200);
    simulator.faults.answer({ status: 500 });
    simulator.faults.rateLimit({ perSecond: 0.01 });
    simulator.faults.clear();
    assert.equal((await ask(simulator, 'GET', lights)).status, 200);
    assert.equal((await ask(simulator, 'GET', lights)).status, 200);
  });

  it('answer what is no envelope', async () => {
    const bodies: [unknown, string, string][] = [
      ['<html>busy</html>', '<html>busy</html>', 'text/html'],
      ['', '', 'application/json'],
      [null, 'null', 'application/json'],
      [{ data: 1 }, '{"data":1}', 'application/json'],
      [Buffer.from('[{"errors'), '[{"errors', 'application/json'],
    ];
    for (const [body, text, type] of bodies) {
      simulator.faults.answer({ body, times: 1 });
      const answer = await ask(simulator, 'GET', lights);
      assert.equal(answer.status, 200);
      assert.equal(answer.text, text);
      assert.equal(answer.headers['content-type'], type);
    }
  });

  it('answer a huge body', async () => {
    simulator.faults.answer({ size: 20_000_000 });
    assert.equal((await ask(simulator, 'GET', lights)).text.length, 20_000_000);
  });

  it('answer 500 for what HTTP cannot carry', async () => {
    for (const fault of [
      { headers: { trailer: 'x' } },
      { headers: { 'a b': 'c' } },
      { status: 99 },
    ]) {
      for (const delay of [0, 5]) {
        simulator.faults.answer({ ...fault, delay, times: 1 });
        const { status, body } = await ask(simulator, 'GET', lights);
        assert.equal(status, 500);
        assert.match(body.errors[0]?.description ?? '', /trailer|header name|status code/i);
      }
    }
  });

  it('cut the connection before, during and after the answer, having done what was asked', async () => {
    for (const cut of ['before', 'during'] as const) {
      simulator.home.change(idOf('light/fountain'), { on: { on: false } });
      simulator.faults.answer({ cut, times: 1 });
      await assert.rejects(ask(simulator, 'PUT', fountain, switchOn), { code: 'ECONNRESET' });
      assert.deepEqual(isOn(), { on: true });
    }
    simulator.faults.answer({ cut: 'after', times: 1 });
    const agent = new Agent({ keepAlive: true });
    assert.equal((await ask(simulator, 'GET', lights, { agent })).status, 200);
    agent.destroy();
  });

  it('cut the connection before anything is done', async () => {
    simulator.faults.answer({ cut: 'request', times: 1 });
    await assert.rejects(ask(simulator, 'PUT', fountain, switchOn), { code: 'ECONNRESET' });
    assert.deepEqual(isOn(), { on: false });
  });

  it('cut the connection after so many bytes', async () => {
    simulator.faults.answer({ cutAfter: 10, times: 1 });
    const incoming = await answerTo(begin(lights));
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise<void>((resolve) => {
      incoming.once('close', resolve);
    });
    assert.equal(Buffer.concat(chunks).toString(), '{"errors":');
    simulator.faults.answer({ cutAfter: 0, times: 1 });
    await assert.rejects(ask(simulator, 'GET', lights), { code: 'ECONNRESET' });
  });

  it('go silent after the headers, and half-way', async () => {
    simulator.faults.answer({ stall: true, times: 1 });
    const silent = begin(lights);
    const empty = await answerTo(silent);
    assert.equal(empty.statusCode, 200);
    silent.destroy();
    simulator.faults.answer({ stall: 'body', times: 1 });
    const stalled = begin(lights);
    const half = await answerTo(stalled);
    const expected = Math.floor(Number(half.headers['content-length']) / 2);
    let received = 0;
    for await (const chunk of half) {
      assert.ok(chunk instanceof Buffer);
      received += chunk.length;
      if (received === expected) break;
    }
    assert.equal(received, expected);
    stalled.destroy();
  });

  it('never answer', async () => {
    simulator.faults.answer({ stall: 'before', times: 1 });
    const outgoing = begin(lights);
    await once(simulator.log, 'request');
    assert.equal((await ask(simulator, 'GET', lights)).status, 200);
    assert.equal(simulator.requests[0]?.status, 0);
    outgoing.destroy();
  });

  it('let answers drip', async () => {
    simulator.faults.answer({ drip: 100, body: { data: [] } });
    const started = performance.now();
    assert.equal((await ask(simulator, 'GET', lights)).text, '{"data":[]}');
    assert.ok(performance.now() - started >= 190, 'eleven bytes, ten every tenth of a second');
  });

  it('delay answers', async () => {
    simulator.faults.answer({ delay: 60 });
    const started = performance.now();
    await ask(simulator, 'GET', lights);
    assert.ok(performance.now() - started >= 59);
  });

  it('close the connection after every answer', async () => {
    simulator.faults.answer({ close: true });
    const agent = new Agent({ keepAlive: true });
    const first = await ask(simulator, 'GET', lights, { agent });
    assert.equal(first.headers.connection, 'close');
    await ask(simulator, 'GET', lights, { agent });
    agent.destroy();
    const ports = simulator.requests.map(({ remotePort }) => remotePort);
    assert.notEqual(ports[0], ports[1]);
  });

  it('limit the rate as the web server in front of real bridges does', async () => {
    simulator.faults.rateLimit({ perSecond: 2 });
    const statuses: number[] = [];
    let refused: Received | undefined;
    while (refused === undefined) {
      const answer = await ask(simulator, 'GET', '/clip/v2/resource/zone');
      statuses.push(answer.status);
      if (answer.status === 429) refused = answer;
    }
    assert.deepEqual(statuses.slice(0, 2), [200, 200]);
    assert.equal(refused.headers['content-type'], 'text/html');
    assert.equal(refused.headers['retry-after'], undefined);
    simulator.faults.rateLimit({ perSecond: 0.01, retryAfter: 5 });
    await ask(simulator, 'GET', lights);
    assert.equal((await ask(simulator, 'GET', lights)).headers['retry-after'], '5');
  });

  it('limit the rate to less than one request a second', async () => {
    simulator.faults.rateLimit({ perSecond: 0.5 });
    assert.equal((await ask(simulator, 'GET', lights)).status, 200);
    assert.equal((await ask(simulator, 'GET', lights)).status, 429);
  });

  it('refuse a fourth request at the same time', async () => {
    simulator.faults.rateLimit({ atOnce: 3 });
    simulator.faults.answer({ stall: 'before', times: 3 });
    const agents = Array.from({ length: 3 }, () => new Agent());
    const stalled = agents.map((agent) => ask(simulator, 'GET', lights, { agent }));
    const ended = Promise.allSettled(stalled);
    while (simulator.requests.length < 3) await once(simulator.log, 'request');
    assert.equal((await ask(simulator, 'GET', lights)).status, 429);
    for (const agent of agents) agent.destroy();
    await ended;
    let status = 429;
    while (status === 429) ({ status } = await ask(simulator, 'GET', lights));
    assert.equal(status, 200);
  });

  it('do not count an open event stream as a request at the same time', async () => {
    simulator.faults.rateLimit({ atOnce: 1 });
    const reader = await readEvents(simulator);
    await reader.until(/hi/);
    assert.equal((await ask(simulator, 'GET', lights)).status, 200);
    reader.close();
  });

  it('open no event stream for someone who has gone meanwhile', async () => {
    simulator.faults.answer({ delay: 30 });
    const arrived = once(simulator.log, 'request');
    const outgoing = begin('/eventstream/clip/v2');
    await arrived;
    const gone = once(simulator.log, 'answered');
    outgoing.destroy();
    await gone;
    await ask(simulator, 'GET', lights);
    assert.equal(simulator.events.open, 0);
  });

  it('keep a TLS handshake waiting', async () => {
    simulator.faults.holdHandshakes(50);
    const started = performance.now();
    await ask(simulator, 'GET', lights);
    assert.ok(performance.now() - started >= 49);
  });
});

describe('A simulator that stops', () => {
  it('leaves no connection open, whatever is under way', async () => {
    const simulator = await startSimulator();
    simulator.faults.answer({ stall: 'before' });
    const waiting = Array.from({ length: 5 }, () =>
      assert.rejects(ask(simulator, 'GET', lights), { code: 'ECONNRESET' }),
    );
    while (simulator.requests.length < 5) await once(simulator.log, 'request');
    await simulator.stop();
    await Promise.all(waiting);
    assert.equal(simulator.connections(), 0);
    await assert.rejects(ask(simulator, 'GET', lights), { code: 'ECONNREFUSED' });
  });
});
