import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { freeUdpPort } from '../../support/network/mdns';
import { startNodeRed } from '../../support/node-red/node-red';
import type { AdminResponse, AdminRoute, RunningNodeRed } from '../../support/node-red/node-red';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { adminAuth, createAuthHeaders } from './admin-users';
import type { AdminUser } from './admin-users';

const secret = 'very-secret-key-of-the-test';

/** What somebody who may only read may ask, with a body that only reads. Everything else is for writers. */
const readOnlyBodies: Readonly<Record<string, object | undefined>> = {
  'GET /lighting-bridge/table': undefined,
  'GET /lighting-bridge/docs/:id': undefined,
  'POST /lighting-bridge/resources': { bridge: 'bridge' },
  'POST /lighting-bridge/daylight': { settings: { latitude: '52', longitude: '13' } },
  'GET /lighting-bridge/home/:id/stream': undefined,
};
/** Answered with 404, since no bridge has the id of the test: a stream would not end. */
const routesWithoutBridge: ReadonlySet<string> = new Set(['GET /lighting-bridge/home/:id/stream']);
const toRouteName = ({ method, path }: AdminRoute): string => `${method} ${path}`;
/** Every route of a Node-RED that knows none of our nodes. */
async function listBuiltInRoutes(): Promise<ReadonlySet<string>> {
  const userDirectory = await mkdtemp(join(tmpdir(), 'node-red-alone-'));
  const plainNodeRed = await startNodeRed({ userDirectory, settings: { adminAuth } });
  const routes = await plainNodeRed.routes();
  await plainNodeRed.stop();
  await rm(userDirectory, { recursive: true, force: true });
  return new Set(routes.map(toRouteName));
}

describe('Every route that this package adds to the editor', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let routes: readonly AdminRoute[];
  const tokens = new Map<AdminUser, Record<string, string>>();
  before(async () => {
    simulator = await startSimulator({ key: secret });
    nodeRed = await startNodeRed({
      flows: [{ id: 'tab', type: 'tab' }, createBridgeNode(simulator)],
      credentials: createCredentials(simulator),
      settings: { adminAuth, lightingBridge: { discovery: { port: await freeUdpPort() } } },
    });
    const builtInRoutes = await listBuiltInRoutes();
    routes = (await nodeRed.routes()).filter((route) => !builtInRoutes.has(toRouteName(route)));
    assert.ok(routes.length >= 10, JSON.stringify(routes));
    for (const user of ['reader', 'writer'] as const) {
      tokens.set(user, await createAuthHeaders(nodeRed, user));
    }
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const requestRoute = (
    { method, path }: AdminRoute,
    user: AdminUser | undefined,
    headers: Record<string, string> = {},
  ): Promise<AdminResponse> =>
    nodeRed.admin(
      method,
      path.replace(':id', path.includes('/docs/') ? 'messages' : 'some-id'),
      method === 'POST' ? (readOnlyBodies[`${method} ${path}`] ?? {}) : undefined,
      { ...(user === undefined ? {} : tokens.get(user)), ...headers },
    );
  const isRefused = ({ status }: AdminResponse): boolean => [401, 403, 415].includes(status);
  const listChangingRoutes = (): AdminRoute[] => routes.filter(({ method }) => method !== 'GET');

  it('is known to this test', () => {
    const known = new Set(routes.map(toRouteName));
    for (const route of Object.keys(readOnlyBodies)) assert.ok(known.has(route), route);
    for (const { method, path } of routes) {
      assert.match(path, /^\/lighting-bridge\//);
      assert.match(method, /^(GET|POST|DELETE)$/);
    }
  });

  it('answers nobody without a token', async () => {
    for (const route of routes) {
      assert.equal((await requestRoute(route, undefined)).status, 401, toRouteName(route));
      const wrong = { authorization: 'Bearer made-up' };
      assert.equal((await requestRoute(route, undefined, wrong)).status, 401, toRouteName(route));
    }
  });

  it('lets readers only read', async () => {
    for (const route of routes) {
      const name = toRouteName(route);
      const { status } = await requestRoute(route, 'reader');
      const allowed = routesWithoutBridge.has(name) ? 404 : 200;
      assert.equal(status, name in readOnlyBodies ? allowed : 401, name);
    }
  });

  it('lets writers do everything', async () => {
    for (const route of routes) {
      assert.ok(!isRefused(await requestRoute(route, 'writer')), toRouteName(route));
    }
  });

  it('refuses writers whose request comes from another site, or from a form', async () => {
    const requestsBefore = simulator.requests.length;
    for (const route of listChangingRoutes()) {
      for (const foreignHeaders of [
        { origin: 'http://elsewhere.lan' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        assert.equal(
          (await requestRoute(route, 'writer', foreignHeaders)).status,
          403,
          toRouteName(route),
        );
      }
      if (route.method !== 'POST') continue;
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const { status } = await requestRoute(route, 'writer', { 'content-type': type });
        assert.equal(status, 415, toRouteName(route));
      }
    }
    assert.equal(simulator.requests.length, requestsBefore, 'requests to the bridge, as before');
  });

  it('changes nothing by GET or HEAD', async () => {
    const readable = new Set(
      routes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    );
    for (const { path } of listChangingRoutes().filter((route) => !readable.has(route.path))) {
      for (const method of ['GET', 'HEAD']) {
        assert.equal(
          (await requestRoute({ method, path }, 'writer')).status,
          404,
          `${method} ${path}`,
        );
      }
    }
  });

  it('returns no key', async () => {
    const answers = [];
    for (const route of routes) answers.push(await requestRoute(route, 'writer'));
    assert.ok(!JSON.stringify(answers).includes(secret));
    assert.ok(!JSON.stringify(nodeRed.observations).includes(secret));
  });
});
