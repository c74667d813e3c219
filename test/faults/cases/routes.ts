import assert from 'node:assert/strict';
import { isObject, getNestedMember, parseJsonOrUndefined } from '../../../src/resources/members';
import type { FaultCase } from '../fault-case';
import type { AdminRoute } from '../../support/node-red/node-red';
import {
  FlowUnderTest,
  createBridgeNode,
  createCredentials,
  createFlow,
} from '../support/node-red/flow-under-test';
import {
  hasBody,
  jsonHeaders,
  startSecuredEditor,
  writerHeaders,
} from '../support/node-red/secured-editor';
import type { Trial } from '../support/trial';
import { respondWith } from '../../support/network/scripted-bridge';
import { startRecordingServer } from '../../support/network/recording-server';
import { request } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { createFixtureId } from '../../../src/simulator';
import { measureActiveTime, pause, startStopwatch } from '../support/timing';

export const permissionCases: readonly FaultCase[] = [
  {
    number: 44,
    title: 'Every route of the editor without a token, when the editor is secured',
    bound: '401',
    run: withoutToken,
  },
  {
    number: 45,
    title: 'A person who may only read asks for pairing, a refresh, a connection',
    bound: 'refused; no route ever returns a key',
    run: readOnly,
  },
  {
    number: 46,
    title: 'GET, HEAD, bodies that are not JSON, a foreign origin',
    bound: 'nothing is started or changed',
    run: foreignRequests,
  },
  {
    number: 48,
    title: '1,000 pairings or searches at once',
    bound: 'one is under way',
    run: concurrentTasks,
  },
];

const readerHeaders = { authorization: 'Bearer token-for-reading' };

async function withoutToken(trial: Trial): Promise<void> {
  const { flow, simulator, recordingServer, body, routes } = await startSecuredEditor(trial);
  const before = simulator.requests.length;
  const tokens: readonly Record<string, string>[] = [
    {},
    { authorization: 'Bearer nonsense' },
    { authorization: 'Bearer __proto__' },
    { authorization: 'Basic dG9rZW46' },
    { authorization: '' },
  ];
  let refused = 0;
  for (const route of routes) {
    for (const token of tokens) {
      const headers = { ...jsonHeaders, ...token };
      const sent = hasBody(route) ? { body, headers } : { headers };
      const { status } = await flow.admin(route.method, route.path, sent);
      if (status === 401) refused += 1;
      else trial.note(`${route.method} ${route.path} answered ${status}`);
    }
  }
  trial.note(`${routes.length} routes`);
  trial.tally('requests refused', refused, routes.length * tokens.length);
  trial.atMost('connections made for them', recordingServer.connections(), 0);
  assert.equal(simulator.requests.length, before);
}

/** What a person who may only read can ask for; a list of resources with the address of a bridge is none of it. */
const readable =
  /^(?:GET lighting-bridge\/(?:table|docs\/.*|home\/bridges|home\/.*\/(?:stream|backup|daily))|POST lighting-bridge\/(?:daylight|home\/.*\/(?:plan|daily)))$/;
const isReadable = ({ method, path }: AdminRoute): boolean => readable.test(`${method} ${path}`);

async function readOnly(trial: Trial): Promise<void> {
  const { flow, simulator, recordingServer, body, routes } = await startSecuredEditor(trial);
  const before = simulator.requests.length;
  let right = 0;
  for (const route of routes) {
    const headers = { ...jsonHeaders, ...readerHeaders };
    const sent = hasBody(route) ? { body, headers } : { headers };
    const { status } = await flow.admin(route.method, route.path, sent);
    const isRefused = status === 401 || status === 403;
    if (isReadable(route) !== isRefused) right += 1;
    else trial.note(`${route.method} ${route.path} answered ${status}`);
  }
  trial.tally('routes allowed or refused as they should', right, routes.length);
  trial.atMost('connections made for them', recordingServer.connections(), 0);
  const known = await flow.admin('POST', 'lighting-bridge/resources', {
    body: JSON.stringify({ bridge: 'bridge' }),
    headers: { ...jsonHeaders, ...readerHeaders },
  });
  assert.equal(known.status, 200);
  assert.equal(simulator.requests.length, before);
  for (const route of routes) {
    const headers = { ...jsonHeaders, ...writerHeaders };
    const own = JSON.stringify({ bridge: 'bridge', host: simulator.host, port: simulator.port });
    const sent = hasBody(route) ? { body: own, headers } : { headers };
    const { text } = await flow.admin(route.method, route.path, sent);
    assert.ok(!text.includes(trial.key));
    await stopTask(flow, route, text);
  }
  trial.tally('routes returned no key', routes.length, routes.length);
}

async function stopTask(flow: FlowUnderTest, route: AdminRoute, text: string): Promise<void> {
  const id = route.method === 'POST' ? getNestedMember(parseJson(text), 'id') : undefined;
  if (typeof id !== 'string') return;
  await flow.admin('DELETE', `${route.path}/${id}`, { headers: writerHeaders });
}

const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};

async function foreignRequests(trial: Trial): Promise<void> {
  const { flow, simulator, recordingServer, body, routes } = await startSecuredEditor(trial);
  const before = simulator.requests.length;
  const posts = routes.filter(hasBody);
  const requestVariants: readonly { method?: string; headers: Record<string, string> }[] = [
    { headers: { 'content-type': 'text/plain' } },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    { headers: { 'content-type': 'text/plain; application/json' } },
    { headers: { ...jsonHeaders, origin: 'https://elsewhere.example' } },
    { headers: { ...jsonHeaders, origin: 'null' } },
    {
      headers: {
        ...jsonHeaders,
        origin: `http://127.0.0.1.elsewhere.example:${flow.nodeRed.port}`,
      },
    },
    { headers: { ...jsonHeaders, 'sec-fetch-site': 'cross-site' } },
    { headers: { ...jsonHeaders, 'sec-fetch-site': 'same-site' } },
    { method: 'GET', headers: jsonHeaders },
    { method: 'HEAD', headers: jsonHeaders },
  ];
  let refused = 0;
  for (const { path } of posts) {
    for (const { method = 'POST', headers } of requestVariants) {
      const { status } = await flow.admin(method, path, {
        headers: { ...headers, ...writerHeaders },
        ...(method === 'POST' && { body }),
      });
      if (status >= 400 && status < 500) refused += 1;
      else trial.note(`${method} ${path} with ${JSON.stringify(headers)} answered ${status}`);
    }
  }
  trial.tally('requests refused', refused, posts.length * requestVariants.length);
  trial.atMost('connections made for them', recordingServer.connections(), 0);
  assert.equal(simulator.requests.length, before);
}

async function concurrentTasks(trial: Trial): Promise<void> {
  const { flow, simulator } = await startSecuredEditor(trial);
  const count = trial.chooseByMode(200, 1_000);
  const headers = { ...jsonHeaders, ...writerHeaders };
  const { host, port, fingerprint } = simulator;
  const pairingRequest = JSON.stringify({ bridge: 'bridge', host, port, fingerprint });
  for (const [name, body] of Object.entries({ pair: pairingRequest, discover: '{}' })) {
    const path = `lighting-bridge/${name}`;
    const start = performance.now();
    const answers = await Promise.all(
      Array.from({ length: count }, () => flow.admin('POST', path, { body, headers })),
    );
    const ids = new Set<unknown>();
    for (const { text, status } of answers) {
      const answer = parseJson(text);
      if (isObject(answer) && typeof answer['id'] === 'string') ids.add(answer['id']);
      else assert.equal(status, 409, text);
    }
    // A search ends after 3 s; on a machine that stalls, requests still come then, and begin the next.
    const most = 1 + Math.floor((performance.now() - start) / 3_000);
    trial.atMost(`under way of ${count} times ${name}`, ids.size, most);
    for (const id of ids) await flow.admin('DELETE', `${path}/${String(id)}`, { headers });
  }
  const times = simulator.requests
    .filter(({ path }) => path === '/api')
    .map(({ receivedAt: at }) => at.getTime());
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  trial.atMost(`questions for a key in ${seconds.toFixed(0)} s`, times.length, seconds + 1.5);
}

export const addressCases: readonly FaultCase[] = [
  {
    number: 47,
    title: 'Tricks with the addresses given to pairing, test and the like',
    bound: 'no metadata service, nothing link-local, no user or path, no redirect followed',
    run: refusedAddresses,
  },
];

const routesWithAddress = ['certificate', 'test', 'resources', 'pair'] as const;

/** Hosts that resolve to something else than they look like, or to a cloud metadata service. */
const createHosts = (port: number): readonly unknown[] => [
  '169.254.169.254',
  '169.254.169.254.',
  '[::ffff:169.254.169.254]',
  '::ffff:a9fe:a9fe',
  '::ffff:a9fe:a9fe%eth0',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  'fd00:ec2::254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.7.7',
  '168.63.129.16',
  '192.0.0.192',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '2001:db8:1:1:1:1:a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:a9fe:a9fe::1',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fe80::a9fe:a9fe',
  '100.100.100.200',
  'metadata',
  'METADATA.google.internal',
  'metadata.google.internal.',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  `user@127.0.0.1`,
  `user:word@127.0.0.1`,
  '127.0.0.1/path',
  '127.0.0.1?query',
  '127.0.0.1#fragment',
  '127.0.0.1\\@elsewhere',
  `127.0.0.1:${port}`,
  `http://127.0.0.1:${port}`,
  `https://127.0.0.1:${port}/`,
  '127.0.0.1\r\nHost: elsewhere',
  '127.0.0.1 elsewhere',
  '127.0.0.1\u0000',
  '127.0.0.1%00',
  '127.1',
  '2130706433',
  '0x7f.1',
  '',
  ' ',
  'a'.repeat(300),
  'a..b',
  '-a',
  null,
  7,
  {},
  ['127.0.0.1'],
  { toString: 'x' },
];

async function refusedAddresses(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), createCredentials(trial));
  const recordingServer = await startRecordingServer();
  trial.addCleanup(() => recordingServer.stop());
  const postRoute = async (route: string, body: object): Promise<unknown> => {
    const { text } = await flow.admin('POST', `lighting-bridge/${route}`, {
      body: JSON.stringify({ bridge: 'bridge', keyHeader: 'home-application-key', ...body }),
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer token-for-everything',
      },
    });
    const response: unknown = JSON.parse(text);
    return response;
  };
  let refused = 0;
  const hosts = createHosts(recordingServer.port);
  for (const host of hosts) {
    for (const route of routesWithAddress) {
      const response = await postRoute(route, { host, port: recordingServer.port });
      if (getNestedMember(response, 'error', 'code') === 'ERR_BRIDGE_NOT_CONFIGURED') refused += 1;
      else
        trial.note(`${route} ${JSON.stringify(host)}: ${JSON.stringify(response).slice(0, 100)}`);
    }
  }
  trial.tally('addresses refused', refused, hosts.length * routesWithAddress.length);
  let ports = 0;
  for (const port of [0, -1, 65_536, 1.5, '443/path', '22 x', '0x16', {}, [443], 'http']) {
    const response = await postRoute('certificate', { host: '127.0.0.1', port });
    if (getNestedMember(response, 'error', 'code') === 'ERR_BRIDGE_NOT_CONFIGURED') ports += 1;
    else trial.note(`port ${JSON.stringify(port)}: ${JSON.stringify(response).slice(0, 100)}`);
  }
  trial.tally('ports refused', ports, 10);

  const redirecting = await trial.scripted();
  redirecting.setScript(
    respondWith(302, '', { location: `http://127.0.0.1:${recordingServer.port}/` }),
  );
  const { host, port, fingerprint } = redirecting;
  for (const route of ['test', 'resources'] as const) {
    const response = await postRoute(route, { host, port, fingerprint, key: 'a-typed-key' });
    if (getNestedMember(response, 'error') === undefined)
      throw new Error(`${route} followed a redirect`);
  }
  trial.atMost('connections that came of it', recordingServer.connections(), 0);
}

export const otherSiteCases: readonly FaultCase[] = [
  {
    number: 67,
    title:
      'A page of another site with a forged `X-Forwarded-Host`, or under a name that leads to Node-RED (DNS rebinding)',
    bound: 'refused on every route, nothing readable, no connection made',
    run: requestsOfOtherSites,
  },
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const site = 'elsewhere.example';

async function requestsOfOtherSites(trial: Trial): Promise<void> {
  const { flow, simulator, recordingServer, body, routes } = await startSecuredEditor(trial);
  const { port } = flow.nodeRed;
  const before = simulator.requests.length;
  const allowed = { ...jsonHeaders, ...writerHeaders, 'x-requested-with': 'XMLHttpRequest' };
  const send = (
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
  ): Promise<IncomingMessage> => {
    const sent = request({ host: '127.0.0.1', port, method, path: `/${path}`, headers });
    sent.end(method.startsWith('P') ? body : undefined);
    return new Promise((resolve, reject) => {
      sent.on('error', reject).on('response', (response) => resolve(response.resume()));
    });
  };
  const origin = `http://${site}`;
  const forwarded = { 'x-forwarded-host': site, 'x-forwarded-proto': 'http' };
  const own = `127.0.0.1:${port}`;
  const variants: readonly OutgoingHttpHeaders[] = [
    { host: own, origin, ...forwarded },
    { host: own, origin, ...forwarded, forwarded: `host=${site}`, 'x-forwarded-for': '127.0.0.1' },
    { host: own, origin: `http://${own}.${site}`, 'x-forwarded-host': `${own}.${site}` },
    { host: own, origin: 'http://elsewhere.lan', 'x-forwarded-host': 'elsewhere.lan' },
    { host: own, origin: 'null', 'x-forwarded-host': 'null' },
    { host: own, referer: `${origin}/page`, ...forwarded },
    { host: `${site}:${port}` },
    { host: `${site}:${port}`, origin: `${origin}:${port}` },
    { host: `${site}:${port}`, origin: `${origin}:${port}`, 'x-forwarded-host': own },
    { host: `${site}:${port}`, origin: `${origin}:${port}`, 'sec-fetch-site': 'same-origin' },
    { host: `${site}:${port}`, 'sec-fetch-site': 'same-origin' },
    { host: `127.0.0.1.${site}:${port}`, referer: `http://127.0.0.1.${site}:${port}/` },
  ];
  const paths = [...new Set(routes.map(({ path }) => path))];
  let refused = 0;
  for (const path of paths) {
    for (const method of methods) {
      for (const headers of variants) {
        const response = await send(method, path, { ...allowed, ...headers });
        const isReadableThere = response.headers['access-control-allow-origin'] !== undefined;
        if (response.statusCode === 403 && !isReadableThere) refused += 1;
        else trial.note(`${method} ${path} ${JSON.stringify(headers)}: ${response.statusCode}`);
      }
    }
  }
  trial.note(`${paths.length} paths, ${methods.length} methods`);
  trial.tally('requests refused', refused, paths.length * methods.length * variants.length);
  trial.atMost('connections made for them', recordingServer.connections(), 0);
  assert.equal(simulator.requests.length, before);
  const editor = await send('GET', 'lighting-bridge/table', { ...allowed, host: own });
  assert.equal(editor.statusCode, 200, 'the editor itself');
}

export const silentBridgeCases: readonly FaultCase[] = [
  {
    number: 80,
    title: 'The editor asks while the bridge answers nothing, or only TCP',
    bound:
      'each request is answered within 22 s, in words; meanwhile Node-RED answers others within 1 s',
    run: silentBridge,
  },
];

const headers = { ...jsonHeaders, ...writerHeaders };
const lamp = createFixtureId('light/living-floor');

async function silentBridge(trial: Trial): Promise<void> {
  const { flow, simulator, recordingServer } = await startSecuredEditor(trial);
  simulator.faults.inject({ stall: 'before' });
  const { host, port } = simulator;
  const settings = { target: lamp, targetType: 'resource', command: 'true', commandType: 'bool' };
  const silent = {
    bridge: 'bridge',
    host,
    port: String(port),
    key: 'typed',
    keyHeader: 'home-application-key',
  };
  const deaf = { ...silent, port: String(recordingServer.port) };
  const requests: readonly (readonly [string, object])[] = [
    ['resources', { bridge: 'bridge', refresh: true }],
    ['resources', silent],
    ['resources', deaf],
    ['test', silent],
    ['test', deaf],
    ['certificate', deaf],
    ['try', { bridge: 'bridge', settings }],
    ['daylight', { bridge: 'bridge', settings: { follow: 'sun' } }],
    ['pair', deaf],
    ['discover', {}],
  ];
  const tally = { answered: 0, all: 0 };
  let longest = 0;
  let longestOther = 0;
  const ask = async (route: string, body: object): Promise<void> => {
    const stopwatch = startStopwatch();
    const { status, text } = await flow
      .admin('POST', `lighting-bridge/${route}`, { body: JSON.stringify(body), headers })
      .finally(() => stopwatch.stop());
    longest = Math.max(longest, stopwatch.ms());
    tally.all += 1;
    const answer = parseJsonOrUndefined(text);
    if (status < 500 && isObject(answer)) tally.answered += 1;
    else trial.note(`${route}: ${status} ${text.slice(0, 200)}`);
    if (isObject(answer) && typeof answer['id'] === 'string')
      await flow.admin('DELETE', `lighting-bridge/${route}/${answer['id']}`, { headers });
  };

  for (let round = 0; round < trial.chooseByMode(1, 3); round += 1) {
    const state = { isOver: false };
    // At most four connections to addresses of dialogs go at a time: more are refused.
    const asked = Promise.all(requests.map(([route, body]) => ask(route, body))).finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      longestOther = Math.max(longestOther, await measureTable(flow));
      await pause(50);
    }
    await asked;
  }
  trial.tally('requests answered in words', tally.answered, tally.all);
  trial.atMost('the longest took', longest, 22_000, ' ms');
  trial.atMost('another request took', longestOther, 1_000, ' ms');
}

/** How long a request takes that needs no bridge, in ms. */
const measureTable = (flow: FlowUnderTest): Promise<number> =>
  measureActiveTime(() => flow.admin('GET', 'lighting-bridge/table', { headers: writerHeaders }));
