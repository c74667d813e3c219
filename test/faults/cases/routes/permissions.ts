import assert from 'node:assert/strict';
import { isObject, getNestedMember } from '../../../../src/resources/members';
import type { FaultCase } from '../../fault-case';
import type { AdminRoute } from '../../../support/node-red/node-red';
import type { FlowUnderTest } from '../../support/node-red/flow-under-test';
import {
  hasBody,
  jsonHeaders,
  startSecuredEditor,
  writerHeaders,
} from '../../support/node-red/secured-editor';
import type { Trial } from '../../support/trial';

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
  /^(?:GET lighting-bridge\/(?:table|docs\/.*|home\/bridges|home\/.*\/stream)|POST lighting-bridge\/daylight)$/;
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
