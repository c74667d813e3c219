import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { LinkButton } from '../../src/simulator/pairing';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { sendRequest } from './support/simulator-client';
import type { ReceivedResponse } from './support/simulator-client';

describe('Pairing with the simulator', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ bridgeId: '02a1b2fffec3d4e5' });
  });
  afterEach(() => simulator.stop());

  const requestPairing = (body: unknown): Promise<ReceivedResponse> =>
    sendRequest(simulator, 'POST', '/api', { key: null, body });
  const parseBody = (answer: ReceivedResponse): unknown => JSON.parse(answer.text);

  it('waits for the link button', async () => {
    const answer = await requestPairing({ devicetype: 'lighting-bridge#test' });
    assert.equal(answer.status, 200);
    assert.deepEqual(parseBody(answer), [
      { error: { type: 101, address: '', description: 'link button not pressed' } },
    ]);
  });

  it('gives a key that opens the bridge once the button is pressed', async () => {
    simulator.pressLinkButton();
    const answer = await requestPairing({
      devicetype: 'lighting-bridge#test',
      generateclientkey: true,
    });
    const [, key = ''] =
      /^\[\{"success":\{"username":"([\w-]{40})","clientkey":"[0-9A-F]{32}"\}\}\]$/.exec(
        answer.text,
      ) ?? [];
    assert.notEqual(key, '');
    assert.equal(
      (await sendRequest(simulator, 'GET', '/clip/v2/resource/room', { key })).status,
      200,
    );
  });

  it('gives no client key to those who do not ask for one', async () => {
    simulator.pressLinkButton();
    assert.match(
      (await requestPairing({ devicetype: 'test' })).text,
      /^\[\{"success":\{"username":"[\w-]{40}"\}\}\]$/,
    );
  });

  it('ends with the time of the button', async () => {
    simulator.pressLinkButton(5);
    await once(simulator.linkButton, 'change');
    assert.match((await requestPairing({ devicetype: 'test' })).text, /"type":101/);
  });

  it('lasts as long as the last press of the button', () => {
    const waiting: (() => void)[] = [];
    const cancelled = new Set<() => void>();
    const button = new LinkButton({
      after: (_, act) => {
        waiting.push(act);
        return () => cancelled.add(act);
      },
    });
    button.press(1_000);
    const firstEnd = button.pressedUntil;
    button.press(60_000);
    assert.ok(Number(button.pressedUntil) > Number(firstEnd));
    const [endOfFirst, endOfSecond] = waiting;
    assert.ok(endOfFirst !== undefined && cancelled.has(endOfFirst));
    assert.ok(endOfSecond !== undefined && !cancelled.has(endOfSecond));
    endOfSecond();
    assert.equal(button.pressedUntil, undefined);
  });

  it('may be watched by many pages of the simulator', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    for (let page = 0; page < 20; page += 1) simulator.linkButton.on('change', () => undefined);
    await setImmediate();
    process.off('warning', onWarning);
    assert.deepEqual(warnings, []);
  });

  it('explains what is wrong with a request, with status 200', async () => {
    simulator.pressLinkButton();
    const long = 'x'.repeat(21);
    const wrong: [unknown, number][] = [
      [{}, 5],
      [{ devicetype: long }, 7],
      [{ devicetype: `app#${long}` }, 7],
      [{ devicetype: 5 }, 7],
      ['text', 2],
    ];
    for (const [body, type] of wrong) {
      const answer = await requestPairing(body);
      assert.equal(answer.status, 200);
      assert.match(answer.text, new RegExp(`"error":\\{"type":${type},`));
    }
    assert.match((await sendRequest(simulator, 'GET', '/api')).text, /"type":4,.*method, GET/);
  });

  it('is preceded by public information about the bridge', async () => {
    for (const path of ['/api/config', '/api/0/config']) {
      const answer = await sendRequest(simulator, 'GET', path, { key: null });
      assert.deepEqual(parseBody(answer), {
        name: 'Simulated bridge',
        datastoreversion: '172',
        swversion: '1978027000',
        apiversion: '1.78.0',
        mac: '02:a1:b2:c3:d4:e5',
        bridgeid: '02A1B2FFFEC3D4E5',
        factorynew: false,
        replacesbridgeid: null,
        modelid: 'BSB002',
        starterkitid: '',
      });
    }
  });

  it('is followed by a cheap test of the key', async () => {
    const good = await sendRequest(simulator, 'GET', '/auth/v1');
    assert.equal(good.status, 200);
    assert.match(String(good.headers['hue-application-id']), /^[0-9a-f-]{36}$/);
    assert.equal((await sendRequest(simulator, 'GET', '/auth/v1', { key: 'wrong' })).status, 403);
  });
});
