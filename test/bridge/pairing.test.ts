import assert from 'node:assert/strict';
import { once } from 'node:events';
import { BridgeClient, pair } from '../../src/bridge';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { pairBy } from '../../src/bridge/finding/pairing';
import { until } from '../support/until';
import { FakeClock } from './fake-clock';
import { answer, startScriptedBridge } from './scripted-bridge';

describe('Pairing', () => {
  let simulator: Simulator;
  beforeEach(async () => (simulator = await startSimulator({ port: 0 })));
  afterEach(() => simulator.stop());

  it('waits for the button, and brings a key that works', async () => {
    const { host, port } = simulator;
    const pairing = pair({ host, port, deadline: 8_000 });
    for (let asked = 0; asked < 2; asked += 1) await once(simulator.log, 'request');
    simulator.pressLinkButton();
    const { key, fingerprint, bridgeId } = await pairing;
    assert.equal(fingerprint, simulator.fingerprint);
    assert.equal(bridgeId, simulator.bridgeId.toLowerCase());
    const [first, second] = simulator.requests.map(({ at }) => at.getTime());
    assert.ok((second ?? 0) - (first ?? 0) >= 990, 'it asks once a second');
    const client = new BridgeClient({ host, port, key, trust: { fingerprint } });
    assert.ok((await client.list('light')).data.length > 0);
    await client.close();
  });

  it('ends with a sentence when nobody presses the button', async () => {
    const { host, port } = simulator;
    await assert.rejects(pair({ host, port, deadline: 500 }), {
      code: 'ERR_BRIDGE_TIMEOUT',
      message: /pressed the button/,
    });
  });

  it('can be given up', async () => {
    const { host, port } = simulator;
    const giveUp = new AbortController();
    const refused = assert.rejects(pair({ host, port, signal: giveUp.signal }), {
      code: 'ERR_BRIDGE_ABORTED',
    });
    await once(simulator.log, 'request');
    giveUp.abort();
    await refused;
  });

  it('sends nothing to an impostor', async () => {
    const { host, port } = simulator;
    const trust = { fingerprint: 'AB'.repeat(32) };
    await assert.rejects(pair({ host, port, trust }), { code: 'ERR_BRIDGE_UNTRUSTED' });
    assert.equal(simulator.requests.length, 0);
  });
});

describe('Pairing with what is no bridge', () => {
  it('says so at once', async () => {
    const other = await startScriptedBridge();
    const { host, port } = other;
    const cases = [
      [answer(200, '<html></html>'), 'ERR_BRIDGE_MALFORMED_ANSWER'],
      [answer(200, '[{"success":{"username":"two words"}}]'), 'ERR_BRIDGE_MALFORMED_ANSWER'],
      [answer(301, '', { location: 'https://example.com/' }), 'ERR_BRIDGE_UNEXPECTED_STATUS'],
      [answer(404), 'ERR_BRIDGE_NOT_FOUND'],
      [answer(200, '[{"error":{"type":7,"description":"invalid value"}}]'), 'ERR_BRIDGE_REFUSED'],
    ] as const;
    for (const [script, code] of cases) {
      other.answerWith(script);
      await assert.rejects(pair({ host, port }), { code });
    }
    await assert.rejects(pair({ host, port: 9 }), { code: 'ERR_BRIDGE_UNREACHABLE' });
    await assert.rejects(pair({ host: '169.254.169.254' }), { code: 'ERR_BRIDGE_NOT_CONFIGURED' });
    await other.stop();
  });

  it('goes on while the bridge is busy, and says so when it stays busy', async () => {
    const other = await startScriptedBridge();
    const { host, port } = other;
    other.answerWith((seen, response) => {
      const script =
        other.requests.length === 1
          ? answer(429, '', { 'retry-after': '1' })
          : answer(200, '[{"success":{"username":"the-new-key"}}]');
      script(seen, response);
    });
    assert.equal((await pair({ host, port })).key, 'the-new-key');
    other.answerWith(answer(503));
    const clock = new FakeClock();
    const busy = assert.rejects(pairBy(clock, { host, port }), { code: 'ERR_BRIDGE_BUSY' });
    await until('the wait for the next question', () => clock.waiting === 2);
    await clock.pass(30_000);
    await busy;
    assert.equal(clock.waiting, 0);
    await other.stop();
  });

  it('says what it is called, within the lengths that bridges take, and sends no key', async () => {
    const other = await startScriptedBridge();
    const { host, port } = other;
    other.answerWith(answer(200, '[{"success":{"username":"fresh-key"}}]'));
    const { key } = await pair({
      host,
      port,
      application: 'an application with # and a long name',
      instance: 'kitchen\u0000 computer of the whole family',
    });
    assert.equal(key, 'fresh-key');
    const { body = '', headers = {} } = other.requests[0] ?? {};
    const [application = '', instance = '', ...more] = body.split('"')[3]?.split('#') ?? [];
    assert.ok(application.length <= 20 && instance.length <= 19 && more.length === 0, body);
    assert.equal(headers['home-application-key'], undefined);
    await other.stop();
  });
});
