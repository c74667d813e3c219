import assert from 'node:assert/strict';
import { isObject, member } from '../../../src/resources';
import type { Simulator } from '../../../src/simulator';
import type { FaultCase } from '../fault-case';
import { ownRoutes } from '../support/admin-routes';
import type { AdminRoute } from '../../support/node-red';
import { FlowTrial } from '../support/flow-trial';
import { bridgeNode, credentialsOf, flowOf, palette } from '../support/palette';
import { startTrap } from '../support/trap';
import type { Trap } from '../support/trap';
import type { Trial } from '../support/trial';
import { until } from '../../support/until';

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
    bound: 'refused; no route ever tells a key',
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
    run: manyAtOnce,
  },
];

const everything = { authorization: 'Bearer token-for-everything' };
const reading = { authorization: 'Bearer token-for-reading' };
const json = { 'content-type': 'application/json' };

/** A secured editor, and an address to which no refused request may lead. */
async function startEditor(trial: Trial): Promise<{
  flow: FlowTrial;
  simulator: Simulator;
  trap: Trap;
  body: string;
  routes: AdminRoute[];
}> {
  const simulator = await trial.simulator();
  const flow = await FlowTrial.start(trial);
  const nodes = palette.filter(({ type }) => type !== 'bridge-poll');
  await flow.deploy(flowOf(bridgeNode(simulator), nodes), credentialsOf(trial));
  await until('the first look at the home', () =>
    simulator.requests.some(({ status }) => status === 200),
  );
  const trap = await startTrap();
  trial.atEnd(() => trap.stop());
  const body = JSON.stringify({
    host: '127.0.0.1',
    port: trap.port,
    bridge: 'bridge',
    refresh: true,
    key: 'typed',
    keyHeader: 'home-application-key',
  });
  const routes = ownRoutes(flow.here.red);
  assert.ok(routes.length >= 10, `${routes.length} routes were found`);
  return { flow, simulator, trap, body, routes };
}

const hasBody = ({ method }: AdminRoute): boolean => method === 'POST' || method === 'PUT';

async function withoutToken(trial: Trial): Promise<void> {
  const { flow, simulator, trap, body, routes } = await startEditor(trial);
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
      const headers = { ...json, ...token };
      const sent = hasBody(route) ? { body, headers } : { headers };
      const { status } = await flow.admin(route.method, route.path, sent);
      if (status === 401) refused += 1;
      else trial.note(`${route.method} ${route.path} answered ${status}`);
    }
  }
  trial.note(`${routes.length} routes`);
  trial.tally('requests refused', refused, routes.length * tokens.length);
  trial.atMost('connections made for them', trap.connections(), 0);
  assert.equal(simulator.requests.length, before);
}

/** What a person who may only read can ask for. */
const readable = new Set(['GET lighting-bridge/table', 'POST lighting-bridge/resources']);

async function readOnly(trial: Trial): Promise<void> {
  const { flow, simulator, trap, body, routes } = await startEditor(trial);
  const before = simulator.requests.length;
  let right = 0;
  for (const route of routes) {
    const headers = { ...json, ...reading };
    const sent = hasBody(route) ? { body, headers } : { headers };
    const { status } = await flow.admin(route.method, route.path, sent);
    const allowed = route.method === 'GET' && readable.has(`GET ${route.path}`);
    if (allowed ? status === 200 : status === 401 || status === 403) right += 1;
    else trial.note(`${route.method} ${route.path} answered ${status}`);
  }
  trial.tally('routes allowed or refused as they should', right, routes.length);
  trial.atMost('connections made for them', trap.connections(), 0);
  const known = await flow.admin('POST', 'lighting-bridge/resources', {
    body: JSON.stringify({ bridge: 'bridge' }),
    headers: { ...json, ...reading },
  });
  assert.equal(known.status, 200);
  assert.equal(simulator.requests.length, before);
  for (const route of routes) {
    const headers = { ...json, ...everything };
    const own = JSON.stringify({ bridge: 'bridge', host: simulator.host, port: simulator.port });
    const sent = hasBody(route) ? { body: own, headers } : { headers };
    const { text } = await flow.admin(route.method, route.path, sent);
    assert.ok(!text.includes(trial.key));
    await stopJob(flow, route, text);
  }
  trial.tally('routes told no key', routes.length, routes.length);
}

async function stopJob(flow: FlowTrial, route: AdminRoute, text: string): Promise<void> {
  const id = route.method === 'POST' ? member(parsed(text), 'id') : undefined;
  if (typeof id !== 'string') return;
  await flow.admin('DELETE', `${route.path}/${id}`, { headers: everything });
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};

async function foreignRequests(trial: Trial): Promise<void> {
  const { flow, simulator, trap, body, routes } = await startEditor(trial);
  const before = simulator.requests.length;
  const posts = routes.filter(hasBody);
  const tricks: readonly { method?: string; headers: Record<string, string> }[] = [
    { headers: { 'content-type': 'text/plain' } },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    { headers: { 'content-type': 'text/plain; application/json' } },
    { headers: { ...json, origin: 'https://elsewhere.example' } },
    { headers: { ...json, origin: 'null' } },
    { headers: { ...json, origin: `http://127.0.0.1.elsewhere.example:${flow.here.port}` } },
    { headers: { ...json, 'sec-fetch-site': 'cross-site' } },
    { headers: { ...json, 'sec-fetch-site': 'same-site' } },
    { method: 'GET', headers: json },
    { method: 'HEAD', headers: json },
  ];
  let refused = 0;
  for (const { path } of posts) {
    for (const { method = 'POST', headers } of tricks) {
      const { status } = await flow.admin(method, path, {
        headers: { ...headers, ...everything },
        ...(method === 'POST' && { body }),
      });
      if (status >= 400 && status < 500) refused += 1;
      else trial.note(`${method} ${path} with ${JSON.stringify(headers)} answered ${status}`);
    }
  }
  trial.tally('requests refused', refused, posts.length * tricks.length);
  trial.atMost('connections made for them', trap.connections(), 0);
  assert.equal(simulator.requests.length, before);
}

async function manyAtOnce(trial: Trial): Promise<void> {
  const { flow, simulator } = await startEditor(trial);
  const count = trial.choose(200, 1_000);
  const headers = { ...json, ...everything };
  const { host, port, fingerprint } = simulator;
  const wish = JSON.stringify({ bridge: 'bridge', host, port, fingerprint });
  for (const [name, body] of Object.entries({ pair: wish, discover: '{}' })) {
    const path = `lighting-bridge/${name}`;
    const answers = await Promise.all(
      Array.from({ length: count }, () => flow.admin('POST', path, { body, headers })),
    );
    const ids = new Set<unknown>();
    for (const { text, status } of answers) {
      const answer = parsed(text);
      if (isObject(answer) && typeof answer['id'] === 'string') ids.add(answer['id']);
      else assert.equal(status, 409, text);
    }
    trial.tally(`under way of ${count} times ${name}`, ids.size, 1);
    for (const id of ids) await flow.admin('DELETE', `${path}/${String(id)}`, { headers });
  }
  const times = simulator.requests
    .filter(({ path }) => path === '/api')
    .map(({ at }) => at.getTime());
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  trial.atMost(`questions for a key in ${seconds.toFixed(0)} s`, times.length, seconds + 1.5);
}
