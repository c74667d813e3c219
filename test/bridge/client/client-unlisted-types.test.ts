import assert from 'node:assert/strict';
import { BridgeClient } from '../../../src/bridge';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { waitForConnection } from '../support/wait-for-connection';

const id = createFixtureId('warp_drive/one');

describe('A type that the table does not list, such as one of a newer firmware', () => {
  let simulator: Simulator;
  let bridge: BridgeClient;

  beforeEach(async () => {
    simulator = await startSimulator({ port: 0, events: { batch: 0 } });
    simulator.home.add({ type: 'warp_drive', id, metadata: { name: 'Drive' }, warp: 1 });
    const { host, port, key, fingerprint } = simulator;
    bridge = new BridgeClient({ host, port, key, trust: { fingerprint } });
  });
  afterEach(async () => {
    await bridge.close();
    await simulator.stop();
  });

  const writes = (): unknown[] =>
    simulator.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => [method, body]);

  it('is listed, read and found', async () => {
    const { data } = await bridge.list('warp_drive');
    assert.deepEqual(data, [simulator.home.get(id)]);
    assert.deepEqual((await bridge.get('warp_drive', id)).data, data[0]);
    assert.deepEqual(await bridge.find('warp_drive', 'Drive'), data[0]);
    assert.ok(bridge.stateCache.types().includes('warp_drive'));
  });

  it('is watched, over the event stream and without one', async () => {
    const changes = bridge.changes('warp_drive');
    await waitForConnection(bridge, ({ mode }) => mode === 'stream');
    simulator.home.change(id, { warp: 2 });
    for await (const { resource, changed } of changes) {
      assert.equal(resource['warp'], 2);
      assert.deepEqual(changed, ['warp']);
      break;
    }
    const { host, port, key, fingerprint } = simulator;
    const polling = new BridgeClient({
      host,
      port,
      key,
      trust: { fingerprint },
      events: 'never',
      limits: { minPollInterval: 50 },
    });
    const polled = polling.changes('warp_drive', { interval: 50 });
    await polling.stateCache.refresh();
    simulator.home.change(id, { warp: 3 });
    for await (const { resource } of polled) {
      assert.equal(resource['warp'], 3);
      break;
    }
    await polling.close();
  });

  it('is written only when unknown members are allowed', async () => {
    const code = 'ERR_BRIDGE_INVALID_COMMAND';
    const message = /warp_drive is a type that this package does not know/;
    await assert.rejects(bridge.update('warp_drive', id, { warp: 9 }), { code, message });
    await assert.rejects(bridge.create('warp_drive', { warp: 9 }), { code, message });
    await assert.rejects(bridge.remove('warp_drive', id), { code, message });
    assert.deepEqual(writes(), []);
    const options = { allowUnknownFields: true };
    await bridge.update('warp_drive', id, { warp: 9 }, options);
    const created = await bridge.create('warp_drive', { warp: 1 }, options);
    await bridge.remove('warp_drive', created.data.rid, options);
    assert.deepEqual(writes(), [
      ['PUT', '{"warp":9}'],
      ['POST', '{"warp":1}'],
      ['DELETE', ''],
    ]);
  });

  it('has every write sent as it is, since nobody knows what a repetition does', async () => {
    const options = { allowUnknownFields: true };
    await Promise.all([1, 2, 3].map((warp) => bridge.update('warp_drive', id, { warp }, options)));
    assert.equal(writes().length, 3);
  });

  it('is refused when its name could reach another path', async () => {
    for (const rtype of ['../config', 'light/x', 'Light', 'light?', '', 'x'.repeat(65), '%2e']) {
      await assert.rejects(bridge.list(rtype), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
      assert.throws(() => bridge.watch({ rtype }), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
    }
    assert.equal(simulator.requests.length, 0);
  });
});
