import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { freeUdpPort } from '../support/announcing';
import { startNodeRed } from '../support/node-red';
import type { AdminAnswer, AdminRoute, RunningNodeRed } from '../support/node-red';
import { bridgeNode, credentialsOf } from './home-flow';
import { adminAuth, headersOf } from './users';
import type { User } from './users';

const secret = 'very-secret-key-of-the-test';

/** What somebody who may only read may ask, with a body that only reads. Everything else is for writers. */
const reading: Readonly<Record<string, object | undefined>> = {
  'GET /lighting-bridge/table': undefined,
  'POST /lighting-bridge/resources': { bridge: 'bridge' },
};
const named = ({ method, path }: AdminRoute): string => `${method} ${path}`;
/** Every route of a Node-RED that knows none of our nodes. */
async function usualRoutes(): Promise<ReadonlySet<string>> {
  const userDirectory = await mkdtemp(join(tmpdir(), 'node-red-alone-'));
  const alone = await startNodeRed({ userDirectory, settings: { adminAuth } });
  const routes = await alone.routes();
  await alone.stop();
  await rm(userDirectory, { recursive: true, force: true });
  return new Set(routes.map(named));
}

describe('Every route that this package adds to the editor', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let routes: readonly AdminRoute[];
  const tokens = new Map<User, Record<string, string>>();
  before(async () => {
    simulator = await startSimulator({ key: secret });
    nodeRed = await startNodeRed({
      flows: [{ id: 'tab', type: 'tab' }, bridgeNode(simulator)],
      credentials: credentialsOf(simulator),
      settings: { adminAuth, lightingBridge: { discovery: { port: await freeUdpPort() } } },
    });
    const usual = await usualRoutes();
    routes = (await nodeRed.routes()).filter((route) => !usual.has(named(route)));
    assert.ok(routes.length >= 10, JSON.stringify(routes));
    for (const user of ['reader', 'writer'] as const) {
      tokens.set(user, await headersOf(nodeRed, user));
    }
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const ask = (
    { method, path }: AdminRoute,
    user: User | undefined,
    headers: Record<string, string> = {},
  ): Promise<AdminAnswer> =>
    nodeRed.admin(
      method,
      path.replace(':id', 'some-id'),
      method === 'POST' ? (reading[`${method} ${path}`] ?? {}) : undefined,
      { ...(user === undefined ? {} : tokens.get(user)), ...headers },
    );
  const refused = ({ status }: AdminAnswer): boolean => [401, 403, 415].includes(status);
  const changing = (): AdminRoute[] => routes.filter(({ method }) => method !== 'GET');

  it('is known to this test', () => {
    const known = new Set(routes.map(named));
    for (const route of Object.keys(reading)) assert.ok(known.has(route), route);
    for (const { method, path } of routes) {
      assert.match(path, /^\/lighting-bridge\//);
      assert.match(method, /^(GET|POST|DELETE)$/);
    }
  });

  it('answers nobody without a token', async () => {
    for (const route of routes) {
      assert.equal((await ask(route, undefined)).status, 401, named(route));
      const wrong = { authorization: 'Bearer made-up' };
      assert.equal((await ask(route, undefined, wrong)).status, 401, named(route));
    }
  });

  it('lets readers only read', async () => {
    for (const route of routes) {
      const { status } = await ask(route, 'reader');
      assert.equal(status, named(route) in reading ? 200 : 401, named(route));
    }
  });

  it('lets writers do everything', async () => {
    for (const route of routes) {
      assert.ok(!refused(await ask(route, 'writer')), named(route));
    }
  });

  it('refuses writers whose request comes from another site, or from a form', async () => {
    const sent = simulator.requests.length;
    for (const route of changing()) {
      for (const foreign of [
        { origin: 'http://elsewhere.lan' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        assert.equal((await ask(route, 'writer', foreign)).status, 403, named(route));
      }
      if (route.method !== 'POST') continue;
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const { status } = await ask(route, 'writer', { 'content-type': type });
        assert.equal(status, 415, named(route));
      }
    }
    assert.equal(simulator.requests.length, sent);
  });

  it('changes nothing by GET or HEAD', async () => {
    const readable = new Set(
      routes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    );
    for (const { path } of changing().filter((route) => !readable.has(route.path))) {
      for (const method of ['GET', 'HEAD']) {
        assert.equal((await ask({ method, path }, 'writer')).status, 404, `${method} ${path}`);
      }
    }
  });

  it('tells no key', async () => {
    const answers = [];
    for (const route of routes) answers.push(await ask(route, 'writer'));
    assert.ok(!JSON.stringify(answers).includes(secret));
    assert.ok(!JSON.stringify(nodeRed.observations).includes(secret));
  });
}).timeout(30_000);
