import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Simulator } from '../../../src/simulator';
import {
  requestBridge,
  startSimulatorWithPage,
  stopSimulatorWithPage,
} from '../../support/browser/simulator-page';

const hostileName = '<img src=x onerror="document.title=1">';

describe('The page of the simulator, whoever looks at it', () => {
  let simulator: Simulator;
  let page: Page;

  before(async () => {
    ({ simulator, page } = await startSimulatorWithPage());
  });

  after(() => stopSimulatorWithPage({ simulator, page }));

  it('shows the address, the bridge id and the fingerprint, and never the key', async () => {
    const text = await page.locator('#top').innerText();
    assert.ok(text.includes(simulator.url), text);
    assert.ok(text.includes(simulator.bridgeId), text);
    assert.ok(text.includes(simulator.fingerprint), text);
    assert.ok(!(await page.content()).includes(simulator.key));
  });

  it('shows hostile names as the texts they are', async () => {
    const [room] = simulator.home.byType('room');
    assert.ok(room);
    simulator.home.change(room.id, { metadata: { name: hostileName } });
    await page.getByRole('heading', { name: hostileName }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.title(), 'Simulated bridge');
  });

  it('asks nobody but the simulator for anything', async () => {
    const requestedOrigins = new Set<string>();
    page.on('request', (sent) => requestedOrigins.add(new URL(sent.url()).origin));
    await page.reload();
    await page.locator('.lamp').first().waitFor();
    assert.deepEqual(
      [...requestedOrigins].filter((origin) => origin !== 'null'),
      [simulator.controlUrl],
    );
  });

  it('shows the requests that the bridge got', async () => {
    await requestBridge(simulator, 'GET', 'light');
    await page.locator('#requests summary').first().click();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_400, 390]) {
      it(`is accessible in ${colorScheme} colours on a screen ${width} wide`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(axe.source);
        const found: unknown = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        );
        assert.deepEqual(found, []);
        const tooWide: unknown = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        assert.equal(tooWide, false);
        if (width > 390) return;
        const tops = await page
          .locator('#link-button, #faults, #home, #requests')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
        assert.deepEqual(
          tops,
          tops.toSorted((one, other) => one - other),
          'link button and faults, then the home',
        );
      });
    }
  }
});
