import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { readExampleFlow } from '../../scripts/node-red/example-flows';
import { getNestedMember } from '../../src/resources/members';
import { roomFixtures } from '../../src/simulator/fixtures/home';
import { getSharedBrowser } from '../support/browser/shared-browser';
import { waitUntil } from '../support/wait-until';
import { startExampleHarness } from './example-harness';
import type { ExampleHarness } from './example-harness';

describe('The example dashboard-room, on a real dashboard', () => {
  let harness: ExampleHarness;
  let page: Page;
  let thumb: Locator;
  before(async () => {
    harness = await startExampleHarness({}, readExampleFlow('dashboard-room'));
    await harness.run('dashboard-room');
    const browser = await getSharedBrowser();
    page = await browser.newPage();
    await page.goto(new URL('/dashboard/rooms', harness.nodeRed.url).href);
    thumb = page.getByRole('slider').first();
    await thumb.waitFor();
  });
  after(async () => {
    await page.close();
    await harness.stop();
  });

  it('dims the room by the slider', async () => {
    await thumb.press('End');
    await harness.waitForResource(
      'light',
      'Floor lamp',
      (lamp) => getNestedMember(lamp, 'dimming', 'brightness') === 100,
    );
  });

  it('moves the slider when somebody else dims the room', async () => {
    const lamps = roomFixtures.find(({ name }) => name === 'Living room')?.lamps ?? [];
    for (const { name } of lamps) {
      const { id } = harness.findResource('light', name);
      harness.simulator.home.change(id, { on: { on: true }, dimming: { brightness: 20 } });
    }
    await waitUntil(
      'the slider at 20',
      async () => Math.round(Number(await thumb.getAttribute('aria-valuenow'))) === 20,
    );
  });

  it('keeps a room on that is dimmed very low', async () => {
    const { id } = harness.findResource('light', 'Floor lamp');
    await harness.run('dashboard-room', {
      'dashboard-room-room': { target: 'Living room/Floor lamp' },
    });
    await thumb.waitFor();
    harness.simulator.home.change(id, { on: { on: true }, dimming: { brightness: 0.39 } });
    await waitUntil(
      'the slider at 1',
      async () => (await thumb.getAttribute('aria-valuenow')) === '1',
    );
    assert.equal(getNestedMember(harness.findResource('light', 'Floor lamp'), 'on', 'on'), true);
  });
});
