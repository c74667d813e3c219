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
  'GET /lighting-bridge/home/:id/backup': undefined,
  'POST /lighting-bridge/home/:id/plan': { backup: {} },
  'GET /lighting-bridge/home/:id/daily': undefined,
  'POST /lighting-bridge/home/:id/daily': { day: '2026-11-28' },
};
/** Answered with 404, since no bridge has the id of the test: a stream would not end. */
const routesWithoutBridge: ReadonlySet<string> = new Set([
  'GET /lighting-bridge/home/:id/stream',
  'GET /lighting-bridge/home/:id/backup',
  'POST /lighting-bridge/home/:id/plan',
  'GET /lighting-bridge/home/:id/daily',
  'POST /lighting-bridge/home/:id/daily',
]);
const toRouteName = ({ method, path }: AdminRoute): string => `${method} ${path}`;
const isChanging = ({ method }: AdminRoute): boolean => method !== 'GET';

/** Who asks for which routes, and the status of each answer by the name of its route. */
interface Row {
  who: string;
  user?: AdminUser;
  headers?: Record<string, string>;
  isFor: (route: AdminRoute) => boolean;
  expected: (route: string) => number | 'taken';
}

const refuseReader = (route: string): number => {
  if (!(route in readOnlyBodies)) return 401;
  return routesWithoutBridge.has(route) ? 404 : 200;
};
const foreignHeaders: readonly Record<string, string>[] = [
  { origin: 'http://elsewhere.lan' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];
const isRefusal = (status: number): boolean => [401, 403, 415].includes(status);
const formTypes = ['text/plain', 'application/x-www-form-urlencoded'];

const rows: readonly Row[] = [
  { who: 'refused without a token', isFor: () => true, expected: () => 401 },
  {
    who: 'refused with a token that is made up',
    headers: { authorization: 'Bearer made-up' },
    isFor: () => true,
    expected: () => 401,
  },
  {
    who: 'open to readers only where it reads',
    user: 'reader',
    isFor: () => true,
    expected: refuseReader,
  },
  { who: 'open to writers', user: 'writer', isFor: () => true, expected: () => 'taken' },
  ...foreignHeaders.map((headers) => ({
    who: `refused to writers on another site, where it changes anything: ${JSON.stringify(headers)}`,
    user: 'writer' as const,
    headers,
    isFor: isChanging,
    expected: () => 403,
  })),
  ...formTypes.map((type) => ({
    who: `refused to writers in a form of the type ${type}`,
    user: 'writer' as const,
    headers: { 'content-type': type },
    isFor: ({ method }: AdminRoute) => method === 'POST',
    expected: () => 415,
  })),
];

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

  it('is known to this test', () => {
    const known = new Set(routes.map(toRouteName));
    for (const route of Object.keys(readOnlyBodies)) assert.ok(known.has(route), route);
    for (const { method, path } of routes) {
      assert.match(path, /^\/lighting-bridge\//);
      assert.match(method, /^(GET|POST|DELETE)$/);
    }
  });

  for (const { who, user, headers, isFor, expected } of rows) {
    it(`is ${who}`, async () => {
      const requestsBefore = simulator.requests.length;
      const statuses: number[] = [];
      for (const route of routes.filter(isFor)) {
        const name = toRouteName(route);
        const { status } = await requestRoute(route, user, headers);
        const wanted = expected(name);
        if (wanted === 'taken') assert.ok(!isRefusal(status), `${name}: ${status}`);
        else assert.equal(status, wanted, name);
        statuses.push(status);
      }
      if (statuses.every(isRefusal))
        assert.equal(
          simulator.requests.length,
          requestsBefore,
          'requests to the bridge, as before',
        );
    });
  }

  it('changes nothing by GET or HEAD', async () => {
    const readable = new Set(
      routes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    );
    for (const { path } of routes.filter(
      (route) => isChanging(route) && !readable.has(route.path),
    )) {
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
