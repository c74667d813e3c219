import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { pairWithClock } from '../../../src/bridge/pairing';
import type { PairingOptions, PairingResult } from '../../../src/bridge/pairing';
import { createSelfSignedCertificate } from '../../../src/simulator/identity/certificate';
import { respondWith, startScriptedBridge } from '../../support/network/scripted-bridge';
import type { ResponseScript, ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';
import { FakeClock } from '../support/fake-clock';

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
