import assert from 'node:assert/strict';
import { isObject, getNestedMember } from '../../../src/resources/members';
import { resourceTypes } from '../../../src/resources/table';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startNodeRed } from '../../support/node-red/node-red';
import type { AdminResponse, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { adminAuth, createAuthHeaders } from './admin-users';
import type { AdminUser } from './admin-users';

const lamp = createFixtureId('light/living-floor');

describe('The editor routes', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator({ key: 'very-secret-key-of-the-test' });
    nodeRed = await startNodeRed({
      flows: [{ id: 'tab', type: 'tab' }, createBridgeNode(simulator, { name: 'Attic' })],
      credentials: createCredentials(simulator),
      settings: { adminAuth },
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const postRoute = async (
    route: string,
    body: unknown,
    headers: Record<string, string> = {},
    user: AdminUser = 'writer',
  ): Promise<AdminResponse> =>
    nodeRed.admin(body === undefined ? 'GET' : 'POST', `lighting-bridge/${route}`, body, {
      ...(await createAuthHeaders(nodeRed, user)),
      ...headers,
    });
  const createSettings = (overrides: object = {}): object => {
    const { host, port } = simulator;
    return { host, port: String(port), keyHeader: 'home-application-key', ...overrides };
  };

  it('try the command of a dialog on the lamp of the bridge that its target names', async () => {
    const settings = {
      target: 'Attic:Floor lamp',
      targetType: 'str',
      command: 'true',
      commandType: 'bool',
    };
    const { status, body } = await postRoute('try', { bridge: 'bridge', settings });
    assert.equal(status, 200);
    assert.deepEqual(body, { name: 'Floor lamp', room: 'Living room', warnings: [] });
    settings.target = 'Cellar:Floor lamp';
    const refused = await postRoute('try', { bridge: 'bridge', settings });
    assert.match(JSON.stringify(refused.body), /Before a colon stands the name of a bridge/);
  });

  it('try only what stands in the dialog, and read no environment, context or expression', async () => {
    const literals = {
      target: lamp,
      targetType: 'resource',
      command: 'true',
      commandType: 'bool',
      transition: '2s',
      transitionType: 'str',
    };
    const tried = await postRoute('try', { bridge: 'bridge', settings: literals });
    assert.equal(tried.status, 200, JSON.stringify(tried.body));
    process.env['TRIED_SECRET'] = 'kept-from-others';
    const sent = simulator.requests.length;
    for (const name of ['target', 'command', 'transition']) {
      for (const [type, value] of [
        ['env', 'TRIED_SECRET'],
        ['jsonata', '$env("TRIED_SECRET")'],
        ['flow', 'x'],
        ['global', 'x'],
        ['msg', 'payload'],
      ]) {
        const settings = { ...literals, [name]: value, [`${name}Type`]: type };
        const { status, body } = await postRoute('try', { bridge: 'bridge', settings });
        assert.equal(status, 400, `${name} of the type ${type}`);
        assert.equal(getNestedMember(body, 'error', 'code'), 'LITERALS_ONLY');
        assert.ok(!JSON.stringify(body).includes('kept-from-others'));
      }
    }
    const { commandType, ...untyped } = literals;
    const { status } = await postRoute('try', { bridge: 'bridge', settings: untyped });
    assert.equal(status, 400, `a command that is not a ${commandType}, but of a message`);
    delete process.env['TRIED_SECRET'];
    assert.equal(simulator.requests.length, sent, 'requests to the bridge, as before');
  });

  it('list what the deployed bridge holds, with names, rooms and present states', async () => {
    const { body } = await postRoute('resources', { bridge: 'bridge' }, {}, 'reader');
    const resources = getNestedMember(body, 'resources');
    assert.ok(Array.isArray(resources));
    const listed: unknown = resources.find((one: unknown) => getNestedMember(one, 'rid') === lamp);
    assert.ok(isObject(listed));
    const { state, abilities, ...rest } = listed;
    assert.deepEqual(rest, {
      rid: lamp,
      rtype: 'light',
      name: 'Floor lamp',
      room: { rid: createFixtureId('room/living-room'), name: 'Living room' },
      owner: createFixtureId('device/living-floor'),
    });
    assert.equal(getNestedMember(state, 'on'), true);
    assert.match(String(getNestedMember(state, 'color')), /^#[0-9a-f]{6}$/);
    const { effects, ...whites } = isObject(abilities) ? abilities : {};
    assert.deepEqual(whites, {
      hasColor: true,
      isDimmable: true,
      kelvin: { warmest: 2000, coldest: 6536 },
    });
    assert.ok(Array.isArray(effects) && effects.includes('candle'));
  });

  it('read the bridge again when that is asked for', async () => {
    simulator.home.change(lamp, { metadata: { name: 'Reading lamp' } });
    const { body } = await postRoute('resources', { bridge: 'bridge', refresh: true });
    assert.match(JSON.stringify(body), /Reading lamp/);
  });

  it('show the table of all types', async () => {
    const { body } = await postRoute('table', undefined, {}, 'reader');
    const types = getNestedMember(body, 'types');
    assert.ok(Array.isArray(types));
    assert.deepEqual(
      types.map((type: unknown) => getNestedMember(type, 'rtype')),
      resourceTypes,
    );
  });

  it('show a page of the documentation, and no other file', async () => {
    const { body } = await postRoute('docs/limits', undefined, {}, 'reader');
    assert.match(String(getNestedMember(body, 'markdown')), /^# Bounds\n/);
    for (const page of ['no-such-page', '..%2Freadme']) {
      const refused = await postRoute(`docs/${page}`, undefined, {}, 'reader');
      assert.equal(refused.status, 404);
      assert.deepEqual(refused.body, {
        error: { code: 'NO_PAGE', message: 'The documentation has no page of this name.' },
      });
    }
  });

  it('show the certificate at an address without sending anything there', async () => {
    const requestsBefore = simulator.requests.length;
    const { body } = await postRoute('certificate', { host: simulator.host, port: simulator.port });
    assert.equal(getNestedMember(body, 'fingerprint'), simulator.fingerprint);
    assert.equal(String(getNestedMember(body, 'commonName')).toLowerCase(), simulator.bridgeId);
    assert.equal(simulator.requests.length, requestsBefore, 'requests to the bridge, as before');
  });

  it('test settings with a key that was typed, and with the one that is kept', async () => {
    for (const overrides of [{ key: simulator.key }, { bridge: 'bridge' }]) {
      const { body } = await postRoute('test', createSettings(overrides));
      assert.equal(getNestedMember(body, 'ok'), true, JSON.stringify(body));
      assert.equal(getNestedMember(body, 'fingerprint'), simulator.fingerprint);
      assert.ok(Number(getNestedMember(body, 'resources')) > 100);
    }
  });

  it('close the connections to a bridge that was tested, whether it worked or not', async () => {
    const tested = await startSimulator({ key: simulator.key });
    const { host, port, fingerprint, key } = tested;
    for (const used of [key, 'wrong-key']) {
      const settings = createSettings({ host, port: String(port), fingerprint, key: used });
      const { body } = await postRoute('test', settings);
      assert.equal(getNestedMember(body, 'ok'), used === key ? true : undefined);
      await waitUntil('the end of the connections', () => tested.connectionCount() === 0);
    }
    await tested.stop();
  });

  it('test a bridge that shows its collections only', async () => {
    const endFault = simulator.faults.inject({ match: { path: /\/resource$/ }, status: 404 });
    const { body } = await postRoute('test', createSettings({ bridge: 'bridge' }));
    endFault();
    assert.equal(getNestedMember(body, 'ok'), true, JSON.stringify(body));
    assert.ok(Number(getNestedMember(body, 'resources')) > 100);
  });

  it('say why settings do not work', async () => {
    const failingSettings: readonly (readonly [object, string])[] = [
      [createSettings({ key: 'wrong-key' }), 'ERR_BRIDGE_FORBIDDEN'],
      [createSettings({}), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [createSettings({ key: 'a', host: '169.254.169.254' }), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [createSettings({ key: 'a', host: 'user@127.0.0.1' }), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [createSettings({ key: 'a', port: '99999' }), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [createSettings({ key: 'a', port: '1' }), 'ERR_BRIDGE_UNREACHABLE'],
      [
        createSettings({ key: 'a', fingerprint: 'AA:'.repeat(31).concat('AA') }),
        'ERR_BRIDGE_UNTRUSTED',
      ],
    ];
    for (const [body, code] of failingSettings) {
      const answer = await postRoute('test', body);
      assert.equal(
        getNestedMember(answer.body, 'error', 'code'),
        code,
        JSON.stringify(answer.body),
      );
    }
  });

  it('do not send a kept key to a certificate that is not the pinned one', async () => {
    const impostor = await startSimulator({ key: simulator.key });
    try {
      const { host, port } = impostor;
      const impostorSettings = { host, port: String(port), bridge: 'bridge' };
      const failingSettings: readonly (readonly [object, string])[] = [
        [{}, 'ERR_BRIDGE_UNTRUSTED'],
        [{ fingerprint: simulator.fingerprint }, 'ERR_BRIDGE_UNTRUSTED'],
        [{ fingerprint: impostor.fingerprint }, 'NOT_DEPLOYED'],
        [{ fingerprint: impostor.fingerprint.replaceAll(':', '') }, 'NOT_DEPLOYED'],
        [{ bridgeId: impostor.bridgeId }, 'NOT_DEPLOYED'],
      ];
      for (const route of ['test', 'resources']) {
        for (const [named, code] of failingSettings) {
          const { body } = await postRoute(
            route,
            createSettings({ ...impostorSettings, ...named }),
          );
          assert.equal(getNestedMember(body, 'error', 'code'), code, JSON.stringify(named));
          const sentence = String(getNestedMember(body, 'error', 'message'));
          if (code === 'NOT_DEPLOYED')
            assert.match(sentence, /^Node-RED sends the stored key only to .*Deploy first/);
        }
      }
      assert.equal(impostor.requests.length, 0, 'requests to the impostor');

      const { key, fingerprint } = impostor;
      const { body } = await postRoute(
        'test',
        createSettings({ ...impostorSettings, fingerprint, key }),
      );
      assert.equal(
        getNestedMember(body, 'ok'),
        true,
        'a key that was typed goes where the dialog says',
      );
    } finally {
      await impostor.stop();
    }
  });

  it('connect to a few addresses at a time only', async () => {
    simulator.faults.delayHandshakes(60_000);
    const headers = await createAuthHeaders(nodeRed, 'writer');
    const { host, port } = simulator;
    const codes: unknown[] = [];
    const asking = Array.from({ length: 30 }, async () => {
      const answer = await nodeRed.admin(
        'POST',
        'lighting-bridge/certificate',
        { host, port },
        headers,
      );
      codes.push([answer.status, getNestedMember(answer.body, 'error', 'code')]);
    });
    await waitUntil('the answers to all but four', () => codes.length >= 26);
    assert.deepEqual(
      codes,
      Array.from({ length: 26 }, () => [429, 'TOO_MANY_AT_ONCE']),
    );
    simulator.faults.clear();
    await Promise.all(asking);
    assert.deepEqual(
      codes.slice(26),
      Array.from({ length: 4 }, () => [200, undefined]),
    );
  });

  it('let those who may only read neither connect nor refresh', async () => {
    for (const body of [{ bridge: 'bridge', refresh: true }, createSettings()]) {
      assert.equal((await postRoute('resources', body, {}, 'reader')).status, 401);
    }
  });

  it('let no browser or proxy keep a response, and no other site read one', async () => {
    const headers = {
      ...(await createAuthHeaders(nodeRed, 'writer')),
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    };
    // A search would ask the whole network; it is answered by the same code as the others.
    const asked = (await nodeRed.routes()).filter(
      ({ method, path }) =>
        path.startsWith('/lighting-bridge/') &&
        `${method} ${path}` !== 'POST /lighting-bridge/discover',
    );
    assert.ok(asked.length >= 9, `only ${asked.length} routes`);
    for (const { method, path } of asked) {
      const url = new URL(path.replace(':id', 'none').slice(1), nodeRed.editorUrl);
      const response = await fetch(url, {
        method,
        headers,
        ...(method === 'POST' && { body: '{"host":""}' }),
      });
      assert.equal(response.headers.get('cache-control'), 'no-store', `${method} ${path}`);
      assert.equal(response.headers.get('access-control-allow-origin'), null, path);
      await response.arrayBuffer();
    }
  });

  it('refuse a page of another site that names itself as the host of a proxy that nobody trusts', async () => {
    const sent = simulator.requests.length;
    const headers = { origin: 'http://192.0.2.7', 'x-forwarded-host': '192.0.2.7' };
    const command = { rtype: 'light', id: lamp, command: { on: true } };
    for (const [route, body] of [
      ['home/bridge/command', command],
      ['resources', { bridge: 'bridge', refresh: true }],
    ] as const) {
      const refused = await postRoute(route, body, headers);
      assert.equal(refused.status, 403, route);
      assert.equal(getNestedMember(refused.body, 'error', 'code'), 'FOREIGN_ORIGIN');
    }
    assert.equal(simulator.requests.length, sent, 'requests to the bridge, as before');
  });

  it('never return a key', async () => {
    const answers = await Promise.all([
      postRoute('resources', { bridge: 'bridge' }),
      postRoute('test', createSettings({ bridge: 'bridge' })),
      postRoute('test', createSettings({ key: simulator.key, port: '1' })),
      postRoute('test', createSettings({ key: `${simulator.key}-wrong` })),
    ]);
    assert.ok(!JSON.stringify(answers).includes('very-secret-key'));
    assert.ok(!JSON.stringify(nodeRed.observations).includes('very-secret-key'));
  });
});
