import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { getNestedMember } from '../../src/resources/members';
import { sendRequest } from './support/simulator-client';
import { waitUntil } from '../support/wait-until';

interface ControlResponse {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  value: unknown;
}

describe('The control port of the simulator', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ controlPort: 0 });
  });
  afterEach(() => simulator.stop());

  const openRequest = (
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    body?: string,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = request(simulator.controlUrl ?? '', {
        method,
        // As it is: an address would lose its dots.
        path,
        headers,
        agent: false,
      });
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const requestControl = async (
    method: string,
    path: string,
    body?: unknown,
    headers: OutgoingHttpHeaders = { 'content-type': 'application/json' },
  ): Promise<ControlResponse> => {
    const incoming = await openRequest(
      method,
      path,
      headers,
      body === undefined ? '' : JSON.stringify(body),
    );
    const text = (await incoming.toArray()).join('');
    const value: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, value };
  };

  it('is there only where it is wanted', async () => {
    const without = await startSimulator();
    assert.equal(without.controlUrl, undefined);
    await without.stop();
  });

  it('shows the home, the bridge and what goes wrong, never the key', async () => {
    const { value, text } = await requestControl('GET', '/api/state');
    assert.deepEqual(getNestedMember(value, 'resources'), simulator.home.all());
    assert.equal(getNestedMember(value, 'bridge', 'url'), simulator.url);
    assert.deepEqual(getNestedMember(value, 'faults'), {
      answers: [],
      rateLimit: null,
      stream: {},
      handshakeDelay: 0,
    });
    assert.deepEqual(getNestedMember(value, 'linkButton'), { pressedUntil: null });
    assert.ok(!text.includes(simulator.key));
  });

  it('shows the last requests without any key', async () => {
    await sendRequest(simulator, 'GET', `/clip/v2/resource/zone?key=${simulator.key}`);
    simulator.pressLinkButton();
    const paired = await sendRequest(simulator, 'POST', '/api', { body: { devicetype: 'test' } });
    const [, pairedKey = ''] = /"username":"([^"]+)"/.exec(paired.text) ?? [];
    const { value, text } = await requestControl('GET', '/api/requests');
    assert.ok(Array.isArray(value));
    assert.equal(value.length, 2);
    assert.equal(getNestedMember(value[0], 'path'), '/clip/v2/resource/zone?key=…');
    assert.equal(getNestedMember(value[0], 'status'), 200);
    assert.ok(pairedKey !== '' && !text.includes(pairedKey) && !text.includes(simulator.key));
  });

  it('changes what a sensor reports, as if in the house', async () => {
    const rid = createFixtureId('motion/kitchen-motion');
    const part = { motion: { motion_report: { motion: true } } };
    const { status, value } = await requestControl('POST', `/api/resource/${rid}`, part);
    assert.equal(status, 200);
    assert.deepEqual(value, simulator.home.get(rid));
    assert.equal(getNestedMember(value, 'motion', 'motion_report', 'motion'), true);
  });

  it('lets what could be a command have all its effects', async () => {
    const rid = createFixtureId('grouped_light/garden');
    await requestControl('POST', `/api/resource/${rid}`, { on: { on: true } });
    assert.deepEqual(simulator.home.get(createFixtureId('light/fountain'))?.['on'], { on: true });
  });

  it('takes no header that could not be sent', async () => {
    const invalidHeaders = [
      { 'x\n': 'y' },
      { x: 'a\r\nb: c' },
      { '': 'x' },
      { Trailer: 'x' },
      ['x'],
    ];
    for (const headers of invalidHeaders) {
      const { status } = await requestControl('POST', '/api/faults', { answers: [{ headers }] });
      assert.equal(status, 400);
    }
    assert.equal((await sendRequest(simulator, 'GET', '/clip/v2/resource')).status, 200);
  });

  it('takes no fault that would fill the memory', async () => {
    for (const size of [1e9, -1, 0.5]) {
      const { status, value } = await requestControl('POST', '/api/faults', {
        answers: [{ size }],
      });
      assert.equal(status, 400);
      assert.match(String(getNestedMember(value, 'error')), /^answers\.0\.size: /);
    }
  });

  it('keeps nothing for a page that is gone', async () => {
    const sources = [simulator.home, simulator.appearances, simulator.faults];
    const countListeners = (): string =>
      sources.map((source) => source.listenerCount('change')).join();
    const before = countListeners();
    const stream = await openRequest('GET', '/api/events', {});
    assert.notEqual(countListeners(), before);
    stream.destroy();
    await waitUntil('the end of the stream', () => countListeners() === before);
  });

  it('takes the lowest and the highest number of each fault, and none beyond', async () => {
    const { streamFault } = simulator.faults;
    for (const [name, valid, invalid] of [
      ['status', [200, 599], [199, 600, 200.5]],
      ['size', [0, 67_108_864], [-1, 67_108_865, 0.5]],
      ['delay', [0], [-1]],
      ['cutAfter', [0], [-1]],
      ['lasts', [0], [-1]],
      ['drip', [0.01], [0]],
      ['times', [1], [0, 1.5]],
    ] as const) {
      const setFault = (value: number): Promise<ControlResponse> =>
        requestControl('POST', '/api/faults', { answers: [{ [name]: value }] });
      for (const value of valid) {
        const answers = [{ [name]: value }];
        assert.deepEqual((await setFault(value)).value, {
          answers,
          rateLimit: null,
          stream: streamFault,
          handshakeDelay: 0,
        });
      }
      for (const value of invalid)
        assert.equal((await setFault(value)).status, 400, `${name} ${value}`);
    }
    for (const [faults, status] of [
      [{ rateLimit: { perSecond: 0.01, atOnce: 1, retryAfter: 0 } }, 200],
      [{ rateLimit: { perSecond: 0 } }, 400],
      [{ rateLimit: { atOnce: 0 } }, 400],
      [{ rateLimit: { atOnce: 1.5 } }, 400],
      [{ rateLimit: { retryAfter: -1 } }, 400],
      [{ handshakeDelay: -1 }, 400],
    ] as const)
      assert.equal((await requestControl('POST', '/api/faults', faults)).status, status);
  });

  it('takes no list for an object, and leaves what goes wrong as it is', async () => {
    await requestControl('POST', '/api/faults', { rateLimit: { perSecond: 5 } });
    const lists: readonly unknown[] = [
      [],
      { answers: [[]] },
      { answers: [{ match: [] }] },
      { rateLimit: [] },
      { stream: [] },
    ];
    for (const faults of lists) {
      const { status, value } = await requestControl('POST', '/api/faults', faults);
      assert.equal(status, 400, JSON.stringify(faults));
      assert.match(String(getNestedMember(value, 'error')), /Expected Object but received Array$/);
    }
    assert.deepEqual(simulator.faults.activeRateLimit, { perSecond: 5 });
  });

  it('takes no number without an end', async () => {
    const endless = [
      '{"answers":[{"delay":1e400}]}',
      '{"answers":[{"cutAfter":1e400}]}',
      '{"answers":[{"lasts":1e400}]}',
      '{"answers":[{"drip":1e400}]}',
      '{"rateLimit":{"perSecond":1e400}}',
      '{"rateLimit":{"retryAfter":1e400}}',
      '{"handshakeDelay":1e400}',
    ];
    const json = { 'content-type': 'application/json' };
    for (const text of endless) {
      const { statusCode } = await openRequest('POST', '/api/faults', json, text);
      assert.equal(statusCode, 400, text);
    }
    const path = `/api/resource/${createFixtureId('motion/kitchen-motion')}`;
    const text = '{"motion":{"motion":-1e400}}';
    const answer = await openRequest('POST', path, json, text);
    assert.match((await answer.toArray()).join(''), /a number that is too large/);
    assert.equal((await sendRequest(simulator, 'GET', '/clip/v2/resource')).status, 200);
  });

  it('shows no part of a key, wherever a body is cut', async () => {
    const body = `${'x'.repeat(2_040)}${simulator.key}`;
    const { id } = simulator.home.byType('light')[0] ?? assert.fail();
    const path = `/clip/v2/resource/light/${id}`;
    await sendRequest(simulator, 'PUT', path, { text: body });
    const { text } = await requestControl('GET', '/api/requests');
    assert.ok(!text.includes(simulator.key.slice(0, 6)));
  });

  it('sets and ends faults', async () => {
    const faults = {
      answers: [{ status: 503, match: { rtype: 'light' }, times: 3 }],
      rateLimit: { perSecond: 5 },
      stream: { silent: true },
      handshakeDelay: 0,
    };
    const { value } = await requestControl('POST', '/api/faults', faults);
    assert.deepEqual(value, faults);
    assert.equal((await sendRequest(simulator, 'GET', '/clip/v2/resource/light')).status, 503);
    assert.equal(getNestedMember(simulator.faults.list()[0], 'times'), 2);
    await requestControl('POST', '/api/faults', {});
    assert.deepEqual(simulator.faults.list(), []);
    const wrong = await requestControl('POST', '/api/faults', { answers: [{ status: 'x' }] });
    assert.equal(wrong.status, 400);
    assert.match(String(getNestedMember(wrong.value, 'error')), /^answers\.0\.status: /);
  });

  it('presses the link button', async () => {
    const { value } = await requestControl('POST', '/api/link-button', {});
    assert.equal(typeof getNestedMember(value, 'pressedUntil'), 'string');
    assert.ok(simulator.linkButton.pressedUntil !== undefined);
  });

  it('reports what happens, as it happens', async () => {
    const incoming = await openRequest('GET', '/api/events', {});
    incoming.setEncoding('utf8');
    let text = '';
    const until = async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(text)) await once(incoming, 'data');
    };
    incoming.on('data', (chunk) => (text += String(chunk)));
    simulator.home.change(createFixtureId('light/fountain'), { on: { on: true } });
    await until(/event: resource\ndata: \{"id":"[^"]+","type":"light"[^]*\n\n/);
    await until(/event: appearance\ndata: \{"id":"[^"]+","now":[^]*"transition"[^]*\n\n/);
    simulator.home.remove(createFixtureId('light/fountain'));
    await until(/event: deleted\ndata: \{"id":"[^"]+","type":"light"\}\n\n/);
    simulator.faults.setRateLimit({ atOnce: 9 });
    await until(/event: faults\n/);
    simulator.pressLinkButton();
    await until(/event: link-button\n/);
    await sendRequest(simulator, 'GET', '/clip/v2/resource/zone');
    await until(/event: request\ndata: \{"number":1,[^\n]*"status":200/);
    incoming.destroy();
  });

  it('answers only under a name of loopback, only its own page, only JSON', async () => {
    const json = { 'content-type': 'application/json' };
    const rid = createFixtureId('grouped_light/garden');
    const attempts: [string, string, OutgoingHttpHeaders, number][] = [
      ['GET', '/api/state', { host: 'evil.example' }, 403],
      ['GET', '/', { host: 'evil.example:8580' }, 403],
      ['GET', '/api/state', { origin: 'http://evil.example' }, 403],
      ['POST', `/api/resource/${rid}`, { ...json, origin: 'null' }, 403],
      ['POST', `/api/resource/${rid}`, { ...json, host: 'evil.example' }, 403],
      ['POST', `/api/resource/${rid}`, { 'content-type': 'text/plain' }, 415],
      ['POST', '/api/link-button', {}, 415],
      ['GET', '/api/link-button', {}, 405],
      ['PUT', `/api/resource/${rid}`, json, 405],
      ['POST', `/api/resource/${createFixtureId('nowhere')}`, json, 404],
      ['GET', '/api/nothing', {}, 404],
    ];
    for (const [method, path, headers, status] of attempts) {
      const answer = await requestControl(
        method,
        path,
        method === 'GET' ? undefined : { on: { on: true } },
        headers,
      );
      assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(headers)}`);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
    assert.deepEqual(simulator.home.get(rid)?.['on'], { on: false });
    assert.equal(simulator.linkButton.pressedUntil, undefined);
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      const { port } = new URL(simulator.controlUrl ?? '');
      const host = `${name}:${port}`;
      const answer = await requestControl('GET', '/api/requests', undefined, {
        host,
        origin: `http://${host}`,
      });
      assert.equal(answer.status, 200);
    }
  });

  it('serves the files of the page, each as what it is', async () => {
    for (const [path, type] of [
      ['/', /^text\/html/],
      ['/index.html', /^text\/html/],
      ['/page.css', /^text\/css/],
      ['/page.js', /^text\/javascript/],
      ['/locales/de.json', /^application\/json/],
    ] as const) {
      const { status, headers } = await requestControl('GET', path);
      assert.equal(status, 200, path);
      assert.match(String(headers['content-type']), type);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-security-policy']), /default-src 'self'/);
    }
    for (const path of [
      '/page',
      '/missing.css',
      '/element.js',
      '/panels',
      '/locales',
      '/locales/',
      '/locales/xx.json',
      '/locales/de',
    ]) {
      assert.equal((await requestControl('GET', path)).status, 404, path);
    }
  });

  it('serves no file from outside the folder of the page', async () => {
    for (const path of [
      '/../index.js',
      '/..%2findex.js',
      '/page.ts',
      '/%2e%2e/index.js',
      '//etc/hosts',
      '/locales/../index.js',
      '/locales/../../../../../package.json',
      '/locales/..%2f..%2fhome.json',
      '/locales/..\\page.js',
      '/locales/%64e.json',
      '/locales//de.json',
    ]) {
      assert.equal((await requestControl('GET', path)).status, 404, path);
    }
    const headers = { accept: '../../package.json', 'accept-language': '../../package, zz' };
    const { text } = await requestControl('GET', '/locales/de.json', undefined, headers);
    assert.equal((await requestControl('GET', '/locales/de.json')).text, text);
  });
});
