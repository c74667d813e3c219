import assert from 'node:assert/strict';
import { once } from 'node:events';
import { BridgeClient, pairWithBridge } from '../../../src/bridge';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { pairWithClock } from '../../../src/bridge/pairing';
import { waitUntil } from '../../support/wait-until';
import { FakeClock } from '../support/fake-clock';
import { respondWith, startScriptedBridge } from '../../support/network/scripted-bridge';

describe('Pairing', () => {
  let simulator: Simulator;
  beforeEach(async () => (simulator = await startSimulator({ port: 0 })));
  afterEach(() => simulator.stop());

  it('waits for the button, and brings a key that works', async () => {
    const { host, port } = simulator;
    const pairing = pairWithBridge({ host, port, timeout: 8_000 });
    for (let attempt = 0; attempt < 2; attempt += 1) await once(simulator.log, 'request');
    simulator.pressLinkButton();
    const { key, fingerprint, bridgeId } = await pairing;
    assert.equal(fingerprint, simulator.fingerprint);
    assert.equal(bridgeId, simulator.bridgeId.toLowerCase());
    const [first, second] = simulator.requests.map(({ receivedAt: at }) => at.getTime());
    assert.ok((second ?? 0) - (first ?? 0) >= 990, 'it asks once a second');
    const client = new BridgeClient({ host, port, key, trust: { fingerprint } });
    assert.ok((await client.list('light')).data.length > 0);
    await client.close();
  });

  it('ends with a sentence when nobody presses the button', async () => {
    const { host, port } = simulator;
    await assert.rejects(pairWithBridge({ host, port, timeout: 500 }), {
      code: 'ERR_BRIDGE_TIMEOUT',
      message: /pressed the button/,
    });
  });

  it('can be given up', async () => {
    const { host, port } = simulator;
    const controller = new AbortController();
    const refused = assert.rejects(pairWithBridge({ host, port, signal: controller.signal }), {
      code: 'ERR_BRIDGE_ABORTED',
    });
    await once(simulator.log, 'request');
    controller.abort();
    await refused;
  });

  it('sends nothing to an impostor', async () => {
    const { host, port } = simulator;
    const trust = { fingerprint: 'AB'.repeat(32) };
    await assert.rejects(pairWithBridge({ host, port, trust }), { code: 'ERR_BRIDGE_UNTRUSTED' });
    assert.equal(simulator.requests.length, 0);
  });
});

describe('Pairing with what is no bridge', () => {
  it('says so at once', async () => {
    const server = await startScriptedBridge();
    const { host, port } = server;
    const cases = [
      [respondWith(200, '<html></html>'), 'ERR_BRIDGE_MALFORMED_ANSWER'],
      [respondWith(200, '[{"success":{"username":"two words"}}]'), 'ERR_BRIDGE_MALFORMED_ANSWER'],
      [respondWith(301, '', { location: 'https://example.com/' }), 'ERR_BRIDGE_UNEXPECTED_STATUS'],
      [respondWith(404), 'ERR_BRIDGE_NOT_FOUND'],
      [
        respondWith(200, '[{"error":{"type":7,"description":"invalid value"}}]'),
        'ERR_BRIDGE_REFUSED',
      ],
    ] as const;
    for (const [script, code] of cases) {
      server.setScript(script);
      await assert.rejects(pairWithBridge({ host, port }), { code });
    }
    await assert.rejects(pairWithBridge({ host, port: 9 }), { code: 'ERR_BRIDGE_UNREACHABLE' });
    await assert.rejects(pairWithBridge({ host: '169.254.169.254' }), {
      code: 'ERR_BRIDGE_NOT_CONFIGURED',
    });
    await server.stop();
  });

  it('goes on while the bridge is busy, and says so when it stays busy', async () => {
    const server = await startScriptedBridge();
    const { host, port } = server;
    server.setScript((seen, response) => {
      const script =
        server.requests.length === 1
          ? respondWith(429, '', { 'retry-after': '1' })
          : respondWith(200, '[{"success":{"username":"the-new-key"}}]');
      script(seen, response);
    });
    assert.equal((await pairWithBridge({ host, port })).key, 'the-new-key');
    server.setScript(respondWith(503));
    const clock = new FakeClock();
    const busy = assert.rejects(pairWithClock(clock, { host, port }), { code: 'ERR_BRIDGE_BUSY' });
    await waitUntil('the wait for the next question', () => clock.pendingTimers === 2);
    await clock.advance(30_000);
    await busy;
    assert.equal(clock.pendingTimers, 0);
    await server.stop();
  });

  it('says what it is called, within the lengths that bridges take, and sends no key', async () => {
    const server = await startScriptedBridge();
    const { host, port } = server;
    server.setScript(respondWith(200, '[{"success":{"username":"fresh-key"}}]'));
    const { key } = await pairWithBridge({
      host,
      port,
      application: 'an application with # and a long name',
      instance: 'kitchen\u0000 computer of the whole family',
    });
    assert.equal(key, 'fresh-key');
    const { body = '', headers = {} } = server.requests[0] ?? {};
    const [application = '', instance = '', ...more] = body.split('"')[3]?.split('#') ?? [];
    assert.ok(application.length <= 20 && instance.length <= 19 && more.length === 0, body);
    assert.equal(headers['home-application-key'], undefined);
    await server.stop();
  });
});
