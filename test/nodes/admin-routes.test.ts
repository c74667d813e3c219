import assert from 'node:assert/strict';
import { isObject, member, resourceTypes } from '../../src/resources';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startNodeRed } from '../support/node-red';
import type { AdminAnswer, RunningNodeRed } from '../support/node-red';
import { bridgeNode, credentialsOf } from './home-flow';
import { adminAuth, headersOf } from './users';
import type { User } from './users';

const lamp = idOf('light/living-floor');

describe('The editor routes', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator({ key: 'very-secret-key-of-the-test' });
    nodeRed = await startNodeRed({
      flows: [{ id: 'tab', type: 'tab' }, bridgeNode(simulator)],
      credentials: credentialsOf(simulator),
      settings: { adminAuth },
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const ask = async (
    route: string,
    body: unknown,
    headers: Record<string, string> = {},
    user: User = 'writer',
  ): Promise<AdminAnswer> =>
    nodeRed.admin(body === undefined ? 'GET' : 'POST', `lighting-bridge/${route}`, body, {
      ...(await headersOf(nodeRed, user)),
      ...headers,
    });
  const settings = (more: object = {}): object => {
    const { host, port } = simulator;
    return { host, port: String(port), keyHeader: 'home-application-key', ...more };
  };

  it('list what the deployed bridge holds, with names, rooms and present states', async () => {
    const { body } = await ask('resources', { bridge: 'bridge' }, {}, 'reader');
    const resources = member(body, 'resources');
    assert.ok(Array.isArray(resources));
    const listed: unknown = resources.find((one: unknown) => member(one, 'rid') === lamp);
    assert.ok(isObject(listed));
    const { state, ...rest } = listed;
    assert.deepEqual(rest, {
      rid: lamp,
      rtype: 'light',
      name: 'Floor lamp',
      room: { rid: idOf('room/living-room'), name: 'Living room' },
    });
    assert.equal(member(state, 'on'), true);
    assert.match(String(member(state, 'color')), /^#[0-9a-f]{6}$/);
  });

  it('read the bridge again when that is asked for', async () => {
    simulator.home.change(lamp, { metadata: { name: 'Reading lamp' } });
    const { body } = await ask('resources', { bridge: 'bridge', refresh: true });
    assert.match(JSON.stringify(body), /Reading lamp/);
  });

  it('show the table of all types', async () => {
    const { body } = await ask('table', undefined, {}, 'reader');
    const types = member(body, 'types');
    assert.ok(Array.isArray(types));
    assert.deepEqual(
      types.map((type: unknown) => member(type, 'rtype')),
      resourceTypes,
    );
  });

  it('show the certificate at an address without sending anything there', async () => {
    const sent = simulator.requests.length;
    const { body } = await ask('certificate', { host: simulator.host, port: simulator.port });
    assert.equal(member(body, 'fingerprint'), simulator.fingerprint);
    assert.equal(String(member(body, 'commonName')).toLowerCase(), simulator.bridgeId);
    assert.equal(simulator.requests.length, sent);
  });

  it('test settings with a key that was typed, and with the one that is kept', async () => {
    for (const more of [{ key: simulator.key }, { bridge: 'bridge' }]) {
      const { body } = await ask('test', settings(more));
      assert.equal(member(body, 'ok'), true, JSON.stringify(body));
      assert.equal(member(body, 'fingerprint'), simulator.fingerprint);
      assert.ok(Number(member(body, 'resources')) > 100);
    }
  });

  it('test a bridge that shows its collections only', async () => {
    const lacking = simulator.faults.answer({ match: { path: /\/resource$/ }, status: 404 });
    const { body } = await ask('test', settings({ bridge: 'bridge' }));
    lacking();
    assert.equal(member(body, 'ok'), true, JSON.stringify(body));
    assert.ok(Number(member(body, 'resources')) > 100);
  });

  it('say why settings do not work', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [settings({ key: 'wrong-key' }), 'ERR_BRIDGE_FORBIDDEN'],
      [settings({}), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [settings({ key: 'a', host: '169.254.169.254' }), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [settings({ key: 'a', host: 'user@127.0.0.1' }), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [settings({ key: 'a', port: '99999' }), 'ERR_BRIDGE_NOT_CONFIGURED'],
      [settings({ key: 'a', port: '1' }), 'ERR_BRIDGE_UNREACHABLE'],
      [settings({ key: 'a', fingerprint: 'AA:'.repeat(31).concat('AA') }), 'ERR_BRIDGE_UNTRUSTED'],
    ];
    for (const [body, code] of wrong) {
      const answer = await ask('test', body);
      assert.equal(member(answer.body, 'error', 'code'), code, JSON.stringify(answer.body));
    }
  });

  it('do not send a kept key to a certificate that is not the pinned one', async () => {
    const impostor = await startSimulator({ key: simulator.key });
    try {
      const { host, port } = impostor;
      const elsewhere = { host, port: String(port), bridge: 'bridge' };
      const wrong: readonly (readonly [object, string])[] = [
        [{}, 'ERR_BRIDGE_UNTRUSTED'],
        [{ fingerprint: simulator.fingerprint }, 'ERR_BRIDGE_UNTRUSTED'],
        [{ fingerprint: impostor.fingerprint }, 'NOT_DEPLOYED'],
        [{ fingerprint: impostor.fingerprint.replaceAll(':', '') }, 'NOT_DEPLOYED'],
        [{ bridgeId: impostor.bridgeId }, 'NOT_DEPLOYED'],
      ];
      for (const route of ['test', 'resources']) {
        for (const [named, code] of wrong) {
          const { body } = await ask(route, settings({ ...elsewhere, ...named }));
          assert.equal(member(body, 'error', 'code'), code, JSON.stringify(named));
        }
      }
      assert.equal(impostor.requests.length, 0);

      const { key, fingerprint } = impostor;
      const { body } = await ask('test', settings({ ...elsewhere, fingerprint, key }));
      assert.equal(member(body, 'ok'), true, 'a key that was typed goes where the dialog says');
    } finally {
      await impostor.stop();
    }
  });

  it('connect to a few addresses at a time only', async () => {
    simulator.faults.holdHandshakes(2_000);
    const headers = await headersOf(nodeRed, 'writer');
    const { host, port } = simulator;
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        nodeRed.admin('POST', 'lighting-bridge/certificate', { host, port }, headers),
      ),
    );
    simulator.faults.clear();
    const codes = answers.map(({ body }) => member(body, 'error', 'code'));
    assert.equal(codes.filter((code) => code === undefined).length, 4);
    assert.equal(codes.filter((code) => code === 'TOO_MANY_AT_ONCE').length, 26);
    assert.equal(answers.filter(({ status }) => status === 429).length, 26);
  });

  it('let those who may only read neither connect nor refresh', async () => {
    for (const body of [{ bridge: 'bridge', refresh: true }, settings()]) {
      assert.equal((await ask('resources', body, {}, 'reader')).status, 401);
    }
  });

  it('never tell a key', async () => {
    const answers = await Promise.all([
      ask('resources', { bridge: 'bridge' }),
      ask('test', settings({ bridge: 'bridge' })),
      ask('test', settings({ key: simulator.key, port: '1' })),
      ask('test', settings({ key: `${simulator.key}-wrong` })),
    ]);
    assert.ok(!JSON.stringify(answers).includes('very-secret-key'));
    assert.ok(!JSON.stringify(nodeRed.observations).includes('very-secret-key'));
  });
});
