import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { SimulatedRateLimit } from '../../src/simulator/fault-injector';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { sendRequest, openEventStream } from './support/simulator-client';
import type { ReceivedResponse } from './support/simulator-client';
import { waitUntil } from '../support/wait-until';

const lights = '/clip/v2/resource/light';

const fountain = `${lights}/${createFixtureId('light/fountain')}`;

describe('Faults of the simulator', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.stop());

  const isOn = (): unknown => simulator.home.get(createFixtureId('light/fountain'))?.['on'];
  const switchOn = { body: { on: { on: true } } };

  /** Begins a request without waiting for the end of its answer. */
  const startRequest = (path: string): ClientRequest => {
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
  const waitForResponse = (outgoing: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve) => {
      outgoing.once('response', (incoming) => {
        incoming.on('error', () => undefined);
        resolve(incoming);
      });
    });

  it('answer instead of the bridge, as often as they are asked to', async () => {
    simulator.faults.inject({ status: 503, headers: { 'retry-after': '2' }, times: 2 });
    for (let count = 0; count < 2; count += 1) {
      const answer = await sendRequest(simulator, 'PUT', fountain, switchOn);
      assert.equal(answer.status, 503);
      assert.equal(answer.headers['retry-after'], '2');
      assert.deepEqual(answer.body.errors, [{ description: 'Service Unavailable' }]);
    }
    assert.deepEqual(isOn(), { on: false });
    assert.equal((await sendRequest(simulator, 'PUT', fountain, switchOn)).status, 200);
    assert.deepEqual(isOn(), { on: true });
  });

  it('hit only what they match, by method, path and type', async () => {
    simulator.faults.inject({ status: 500, match: { method: 'put', rtype: 'light' } });
    simulator.faults.inject({ status: 409, match: { path: '/clip/v2/resource/room' } });
    simulator.faults.inject({ status: 507, match: { path: /zone$/ } });
    const requestStatus = async (method: string, path: string): Promise<number> =>
      (await sendRequest(simulator, method, path, method === 'PUT' ? switchOn : {})).status;
    assert.equal(await requestStatus('GET', lights), 200);
    assert.equal(await requestStatus('PUT', fountain), 500);
    assert.equal(await requestStatus('GET', '/clip/v2/resource/light_level'), 200);
    assert.equal(await requestStatus('GET', '/clip/v2/resource/room'), 409);
    assert.equal(await requestStatus('GET', '/clip/v2/resource/zone'), 507);
  });

  it('can be taken back, one by one or all at once', async () => {
    const endFault = simulator.faults.inject({ status: 500 });
    endFault();
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 200);
    simulator.faults.inject({ status: 500 });
    simulator.faults.setRateLimit({ perSecond: 0.01 });
    simulator.faults.clear();
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 200);
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 200);
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
      simulator.faults.inject({ body, times: 1 });
      const answer = await sendRequest(simulator, 'GET', lights);
      assert.equal(answer.status, 200);
      assert.equal(answer.text, text);
      assert.equal(answer.headers['content-type'], type);
    }
  });

  it('answer a huge body', async () => {
    simulator.faults.inject({ size: 20_000_000 });
    assert.equal((await sendRequest(simulator, 'GET', lights)).text.length, 20_000_000);
    assert.equal(simulator.requests.at(-1)?.responseBody?.length, 2_048, 'what the log keeps');
  });

  it('answer 500 for what HTTP cannot carry', async () => {
    for (const fault of [
      { headers: { trailer: 'x' } },
      { headers: { 'a b': 'c' } },
      { status: 99 },
    ]) {
      for (const delay of [0, 5]) {
        simulator.faults.inject({ ...fault, delay, times: 1 });
        const { status, body } = await sendRequest(simulator, 'GET', lights);
        assert.equal(status, 500);
        assert.match(body.errors[0]?.description ?? '', /trailer|header name|status code/i);
      }
    }
  });

  it('cut the connection before, during and after the answer, having done what was asked', async () => {
    for (const cut of ['before', 'during'] as const) {
      simulator.home.change(createFixtureId('light/fountain'), { on: { on: false } });
      simulator.faults.inject({ cut, times: 1 });
      await assert.rejects(sendRequest(simulator, 'PUT', fountain, switchOn), {
        code: 'ECONNRESET',
      });
      assert.deepEqual(isOn(), { on: true });
    }
    simulator.faults.inject({ cut: 'after', times: 1 });
    const agent = new Agent({ keepAlive: true });
    assert.equal((await sendRequest(simulator, 'GET', lights, { agent })).status, 200);
    agent.destroy();
  });

  it('cut the connection before anything is done', async () => {
    simulator.faults.inject({ cut: 'request', times: 1 });
    await assert.rejects(sendRequest(simulator, 'PUT', fountain, switchOn), { code: 'ECONNRESET' });
    assert.deepEqual(isOn(), { on: false });
  });

  it('cut the connection after so many bytes', async () => {
    simulator.faults.inject({ cutAfter: 10, times: 1 });
    const incoming = await waitForResponse(startRequest(lights));
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise<void>((resolve) => {
      incoming.once('close', resolve);
    });
    assert.equal(Buffer.concat(chunks).toString(), '{"errors":');
    simulator.faults.inject({ cutAfter: 0, times: 1 });
    await assert.rejects(sendRequest(simulator, 'GET', lights), { code: 'ECONNRESET' });
  });

  it('go silent after the headers, and half-way', async () => {
    simulator.faults.inject({ stall: true, times: 1 });
    const silent = startRequest(lights);
    const empty = await waitForResponse(silent);
    assert.equal(empty.statusCode, 200);
    silent.destroy();
    simulator.faults.inject({ stall: 'body', times: 1 });
    const stalled = startRequest(lights);
    const halfResponse = await waitForResponse(stalled);
    const expected = Math.floor(Number(halfResponse.headers['content-length']) / 2);
    let received = 0;
    for await (const chunk of halfResponse) {
      assert.ok(chunk instanceof Buffer);
      received += chunk.length;
      if (received === expected) break;
    }
    assert.equal(received, expected);
    stalled.destroy();
  });

  it('never answer', async () => {
    simulator.faults.inject({ stall: 'before', times: 1 });
    const outgoing = startRequest(lights);
    await once(simulator.log, 'request');
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 200);
    assert.equal(simulator.requests[0]?.status, 0);
    outgoing.destroy();
  });

  it('let answers drip', async () => {
    simulator.faults.inject({ drip: 100, body: { data: [] } });
    const started = performance.now();
    assert.equal((await sendRequest(simulator, 'GET', lights)).text, '{"data":[]}');
    assert.ok(performance.now() - started >= 190, 'eleven bytes, ten every tenth of a second');
  });

  it('delay answers', async () => {
    simulator.faults.inject({ delay: 60 });
    const started = performance.now();
    await sendRequest(simulator, 'GET', lights);
    assert.ok(performance.now() - started >= 59);
  });

  for (const end of ['removed', 'cleared'] as const) {
    it(`delay answers no longer once they are ${end}`, async () => {
      const remove = simulator.faults.inject({ delay: 3_600_000 });
      const arrived = once(simulator.log, 'request');
      const pending = sendRequest(simulator, 'GET', lights);
      await arrived;
      if (end === 'removed') remove();
      else simulator.faults.clear();
      assert.equal((await pending).status, 200);
    });
  }

  it('close the connection after every answer', async () => {
    simulator.faults.inject({ close: true });
    const agent = new Agent({ keepAlive: true });
    const first = await sendRequest(simulator, 'GET', lights, { agent });
    assert.equal(first.headers.connection, 'close');
    await sendRequest(simulator, 'GET', lights, { agent });
    agent.destroy();
    const ports = simulator.requests.map(({ remotePort }) => remotePort);
    assert.notEqual(ports[0], ports[1]);
  });

  it('limit the rate as the web server in front of real bridges does', async () => {
    simulator.faults.setRateLimit({ perSecond: 2 });
    const statuses: number[] = [];
    let refused: ReceivedResponse | undefined;
    while (refused === undefined) {
      const answer = await sendRequest(simulator, 'GET', '/clip/v2/resource/zone');
      statuses.push(answer.status);
      if (answer.status === 429) refused = answer;
    }
    assert.deepEqual(statuses.slice(0, 2), [200, 200]);
    assert.equal(refused.headers['content-type'], 'text/html');
    assert.equal(refused.headers['retry-after'], undefined);
    simulator.faults.setRateLimit({ perSecond: 0.01, retryAfter: 5 });
    await sendRequest(simulator, 'GET', lights);
    assert.equal((await sendRequest(simulator, 'GET', lights)).headers['retry-after'], '5');
  });

  it('save up no more than one second of requests while it is quiet', () => {
    let now = 1_000;
    const limiter = new SimulatedRateLimit({ perSecond: 3 }, () => now);
    const countAdmitted = (): number =>
      Array.from({ length: 50 }, () => limiter.admit()).filter(
        (admitted) => typeof admitted === 'function',
      ).length;
    assert.equal(countAdmitted(), 3);
    assert.equal(countAdmitted(), 0);
    now += 400;
    assert.equal(countAdmitted(), 1, 'as many as the time since then allows');
    now += 3_600_000;
    assert.equal(countAdmitted(), 3, 'no more after an hour than after a second');
  });

  it('limit the rate to less than one request a second', async () => {
    simulator.faults.setRateLimit({ perSecond: 0.01 });
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 200);
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 429);
  });

  it('refuse a fourth request at the same time', async () => {
    simulator.faults.setRateLimit({ atOnce: 3 });
    simulator.faults.inject({ stall: 'before', times: 3 });
    const agents = Array.from({ length: 3 }, () => new Agent());
    const stalled = agents.map((agent) => sendRequest(simulator, 'GET', lights, { agent }));
    const ended = Promise.allSettled(stalled);
    while (simulator.requests.length < 3) await once(simulator.log, 'request');
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 429);
    for (const agent of agents) agent.destroy();
    await ended;
    let status = 429;
    while (status === 429) ({ status } = await sendRequest(simulator, 'GET', lights));
    assert.equal(status, 200);
  });

  it('do not count an open event stream as a request at the same time', async () => {
    simulator.faults.setRateLimit({ atOnce: 1 });
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 200);
    const streamEnded = once(simulator.log, 'answered');
    reader.close();
    await streamEnded;
    simulator.faults.inject({ stall: 'before', times: 1 });
    const arrived = once(simulator.log, 'request');
    const stalled = startRequest(lights);
    await arrived;
    assert.equal((await sendRequest(simulator, 'GET', lights)).status, 429);
    stalled.destroy();
  });

  it('open no event stream for someone who has gone meanwhile', async () => {
    simulator.faults.inject({ delay: 30 });
    const arrived = once(simulator.log, 'request');
    const outgoing = startRequest('/eventstream/clip/v2');
    await arrived;
    const requestEnded = once(simulator.log, 'answered');
    outgoing.destroy();
    await requestEnded;
    await sendRequest(simulator, 'GET', lights);
    assert.equal(simulator.events.connectionCount, 0);
  });

  it('keep a TLS handshake waiting', async () => {
    simulator.faults.delayHandshakes(50);
    const started = performance.now();
    await sendRequest(simulator, 'GET', lights);
    assert.ok(performance.now() - started >= 49);
  });

  it('keep a TLS handshake waiting no longer once they are cleared', async () => {
    simulator.faults.delayHandshakes(3_600_000);
    const pending = sendRequest(simulator, 'GET', lights);
    await waitUntil('the connection', () => simulator.connectionCount() > 0);
    simulator.faults.clear();
    assert.equal((await pending).status, 200);
  });
});

describe('A simulator that stops', () => {
  it('leaves no connection open, whatever is under way', async () => {
    const simulator = await startSimulator();
    simulator.faults.inject({ stall: 'before' });
    const waiting = Array.from({ length: 5 }, () =>
      assert.rejects(sendRequest(simulator, 'GET', lights), { code: 'ECONNRESET' }),
    );
    while (simulator.requests.length < 5) await once(simulator.log, 'request');
    await simulator.stop();
    await Promise.all(waiting);
    assert.equal(simulator.connectionCount(), 0);
    await assert.rejects(sendRequest(simulator, 'GET', lights), { code: 'ECONNREFUSED' });
  });
});
