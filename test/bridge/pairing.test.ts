import assert from 'node:assert/strict';
import { once, getEventListeners } from 'node:events';
import { BridgeClient, pairWithBridge, detectKeyHeaderName } from '../../src/bridge';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { pairWithClock } from '../../src/bridge/pairing';
import type { PairingOptions, PairingResult } from '../../src/bridge/pairing';
import { waitUntil } from '../support/wait-until';
import { FakeClock } from './support/fake-clock';
import {
  respondWith,
  startScriptedBridge,
  respondAsBridge,
  scriptedKey,
} from '../support/network/scripted-bridge';
import type { ResponseScript, ScriptedBridge } from '../support/network/scripted-bridge';
import { createSelfSignedCertificate } from '../../src/simulator/identity';

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

const giveKey = respondWith(200, '[{"success":{"username":"the-new-key"}}]');

const askForButton = respondWith(200, '[{"error":{"type":101,"description":"not pressed"}}]');

const beBusy = respondWith(503);

const loseConnection: ResponseScript = (_seen, response) => response.socket?.destroy();

describe('Pairing that does not go smoothly', () => {
  let bridge: ScriptedBridge;
  let clock: FakeClock;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    clock = new FakeClock();
  });
  afterEach(() => bridge.stop());

  const pair = (options: Partial<PairingOptions> = {}): Promise<PairingResult> =>
    pairWithClock(clock, { host: bridge.host, port: bridge.port, ...options });

  /** Answers one request after the other, the last script for all that follow. */
  function answerInTurn(scripts: readonly ResponseScript[]): void {
    bridge.setScript((seen, response) => {
      const script = scripts[Math.min(bridge.requests.length, scripts.length) - 1];
      script?.(seen, response);
    });
  }

  /** Lets the wait between two requests pass, so often. */
  async function passWaits(count: number): Promise<void> {
    for (let passed = 1; passed <= count; passed += 1) {
      // One timer ends the pairing, the other the wait.
      await waitUntil(
        `wait ${passed}`,
        () => bridge.requests.length === passed && clock.pendingTimers === 2,
      );
      await clock.advance(1_000);
    }
  }

  async function assertNothingLeft(): Promise<void> {
    assert.equal(clock.pendingTimers, 0);
    await waitUntil('the end of its connections', () => bridge.openConnections() === 0);
  }

  it('goes on after a connection that was lost', async () => {
    answerInTurn([askForButton, loseConnection, giveKey]);
    const pairing = pair();
    await passWaits(2);
    assert.equal((await pairing).key, 'the-new-key');
    await assertNothingLeft();
  });

  it('goes on after two that were lost, where the bridge answered in between', async () => {
    answerInTurn([loseConnection, beBusy, loseConnection, giveKey]);
    const pairing = pair();
    await passWaits(3);
    assert.equal((await pairing).key, 'the-new-key');
  });

  it('ends after two that were lost one after the other', async () => {
    answerInTurn([loseConnection]);
    const refused = assert.rejects(pair(), { code: 'ERR_BRIDGE_UNREACHABLE' });
    await passWaits(1);
    await refused;
    assert.equal(bridge.requests.length, 2);
    await assertNothingLeft();
  });

  it('asks once a second for thirty seconds, and says so when they are over', async () => {
    answerInTurn([askForButton]);
    const refused = assert.rejects(pair(), {
      code: 'ERR_BRIDGE_TIMEOUT',
      message: /within 30 s\.$/,
    });
    await passWaits(30);
    await refused;
    assert.equal(bridge.requests.length, 30);
    await assertNothingLeft();
  });

  it('ends at once when it is given up while the bridge is silent', async () => {
    bridge.setScript(() => undefined);
    const controller = new AbortController();
    const { signal } = controller;
    const refused = assert.rejects(pair({ signal }), { code: 'ERR_BRIDGE_ABORTED' });
    await waitUntil('the request', () => bridge.requests.length === 1);
    controller.abort();
    await refused;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await assertNothingLeft();
  });

  it('ends when its time is over while the bridge is silent', async () => {
    bridge.setScript(() => undefined);
    const refused = assert.rejects(pair(), { code: 'ERR_BRIDGE_TIMEOUT' });
    await waitUntil('the request', () => bridge.requests.length === 1);
    await clock.advance(30_000);
    await refused;
    await assertNothingLeft();
  });

  it('sends nothing where it was given up before it began', async () => {
    const signal = AbortSignal.abort();
    await assert.rejects(pair({ signal }), { code: 'ERR_BRIDGE_ABORTED' });
    assert.equal(bridge.requests.length, 0);
    await assertNothingLeft();
  });

  it('names no bridge id where the certificate has none', async () => {
    const identity = createSelfSignedCertificate({ commonName: 'philips-hue.local' });
    const other = await startScriptedBridge({ identity });
    other.setScript(giveKey);
    const { host, port, fingerprint } = other;
    assert.deepEqual(await pair({ host, port }), { key: 'the-new-key', fingerprint });
    await other.stop();
  });

  it('has a name of two parts, whatever separates them in the settings', async () => {
    bridge.setScript(giveKey);
    await pair({ application: 'my#app', instance: 'a#b' });
    assert.equal(bridge.requests[0]?.body, '{"devicetype":"my app#a b"}');
    await pair();
    assert.equal(bridge.requests[1]?.body, '{"devicetype":"lighting-bridge#node-red"}');
  });
});

describe('The header for the key', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  const detectHeader = (
    fingerprint = bridge.fingerprint,
    first: { keyHeader?: string } = {},
  ): Promise<string> =>
    detectKeyHeaderName({
      host: bridge.host,
      port: bridge.port,
      key: scriptedKey,
      trust: { fingerprint },
      ...first,
    });

  for (const header of ['home-application-key', 'hue-application-key']) {
    it(`is ${header} where the bridge takes the key in that alone`, async () => {
      bridge.setScript((seen, response) => {
        const script = seen.headers[header] === scriptedKey ? respondAsBridge : respondWith(403);
        script(seen, response);
      });
      assert.equal(await detectHeader(), header);
      await waitUntil('the end of its connections', () => bridge.openConnections() === 0, {
        timeout: 3_000,
      });
    });
  }

  it('is the usual one where the bridge takes the key in none', async () => {
    bridge.setScript(respondWith(403));
    assert.equal(await detectHeader(), 'home-application-key');
  });

  it('is tried first in the one that is set', async () => {
    bridge.setScript((seen, response) => {
      const script = seen.headers['x-key'] === scriptedKey ? respondAsBridge : respondWith(403);
      script(seen, response);
    });
    assert.equal(await detectHeader(bridge.fingerprint, { keyHeader: 'x-key' }), 'x-key');
    assert.equal(bridge.requests.length, 1);
  });

  it('is not sought at an impostor', async () => {
    await assert.rejects(detectHeader('AB'.repeat(32)), { code: 'ERR_BRIDGE_UNTRUSTED' });
    assert.equal(bridge.requests.length, 0);
  });
});
