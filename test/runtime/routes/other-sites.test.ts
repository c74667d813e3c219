import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startBrowser } from '../../support/browser/browser';
import { startRecordingServer } from '../../support/network/recording-server';
import { listenOnLoopback } from '../../support/network/sockets';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { RunningNodeRed } from '../../support/node-red/node-red';

/** Sends a request from a page, as a script in it would. */
const sendFromPage = (page: Page, url: string, init: RequestInit): Promise<unknown> =>
  page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then((answer) => answer.status, () => 'no answer')`,
  );

describe('A page in a browser, over plain HTTP', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let browser: Browser;
  let site: Server;
  let sitePort: number;
  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: [{ id: 'tab', type: 'tab' }, createBridgeNode(simulator)],
      credentials: createCredentials(simulator),
    });
    browser = await startBrowser(['*.example', '*.lan']);
    site = createServer((_request, response) => response.end('<title>Elsewhere</title>'));
    sitePort = await listenOnLoopback(site, 0);
  });
  after(async () => {
    await browser.close();
    site.close();
    await once(site, 'close');
    await nodeRed.stop();
    await simulator.stop();
  });

  const body = JSON.stringify({ bridge: 'bridge' });
  const command = JSON.stringify({
    rtype: 'light',
    id: createFixtureId('light/living-floor'),
    command: { on: true },
  });
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const openPage = async (origin: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`${origin}/favicon.ico`);
    return page;
  };

  it('of the editor gets the resources', async () => {
    const { port } = new URL(nodeRed.url);
    const page = await openPage(`http://node-red.lan:${port}`);
    const status = await sendFromPage(page, '/lighting-bridge/resources', {
      method: 'POST',
      body,
      headers,
    });
    assert.equal(status, 200);
  });

  it('of another site gets nothing, whatever it says about a proxy', async () => {
    const { port } = new URL(nodeRed.url);
    const page = await openPage(`http://elsewhere.lan:${sitePort}`);
    const editor = `http://node-red.lan:${port}/lighting-bridge`;
    const forged = { ...headers, 'x-forwarded-host': `elsewhere.lan:${sitePort}` };
    const target = await startRecordingServer();
    const answers = [
      await sendFromPage(page, `${editor}/resources`, { method: 'POST', body, headers: forged }),
      await sendFromPage(page, `${editor}/certificate`, {
        method: 'POST',
        body: JSON.stringify({ host: '127.0.0.1', port: target.port }),
        headers: forged,
      }),
      await sendFromPage(page, `${editor}/table`, { headers: forged }),
      await sendFromPage(page, `${editor}/table`, {}),
      await sendFromPage(page, `${editor}/discover/any`, { method: 'DELETE', headers: forged }),
      await sendFromPage(page, `${editor}/home/bridge/command`, {
        method: 'POST',
        body: command,
        headers: forged,
      }),
      // A form of another site can send this without asking first.
      await sendFromPage(page, `${editor}/home/bridge/command`, { method: 'POST', body: command }),
      await sendFromPage(page, `${editor}/home/bridge/stream`, {}),
      await sendFromPage(page, `${editor}/home/bridge/twin`, { headers: forged }),
    ];
    assert.deepEqual(new Set(answers), new Set(['no answer']));
    assert.ok(!simulator.requests.some(({ method }) => method === 'PUT'), 'a lamp was switched');
    assert.equal(target.connections(), 0, 'connections made for it');
    await target.stop();
  });

  it('whose name was made to lead to Node-RED gets nothing', async () => {
    const { port } = new URL(nodeRed.url);
    const page = await openPage(`http://rebound.example:${port}`);
    for (const [path, init] of [
      ['resources', { method: 'POST', body, headers }],
      ['table', { headers }],
      ['table', { headers, referrerPolicy: 'no-referrer' }],
      ['home/bridge/stream', { headers }],
      ['home/bridge/command', { method: 'POST', body: command, headers }],
    ] as const) {
      assert.equal(await sendFromPage(page, `/lighting-bridge/${path}`, init), 403);
    }
  });
});
