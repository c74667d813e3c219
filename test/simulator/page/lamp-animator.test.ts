import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { getSharedBrowser } from '../../support/browser/shared-browser';
import {
  openSimulatorPage,
  requestBridge,
  startSimulatorWithPage,
  stopSimulatorWithPage,
} from '../../support/browser/simulator-page';

describe('A lamp on the page of the simulator', () => {
  const lamp = createFixtureId('light/living-floor');
  let simulator: Simulator;
  let page: Page;
  let tile: Locator;
  beforeEach(async () => {
    ({ simulator, page } = await startSimulatorWithPage(({ home }) =>
      home.change(lamp, { on: { on: true }, dimming: { brightness: 100 } }),
    ));
    tile = page.locator(`[data-rid="${lamp}"]`);
    await tile.getByText(/^100 %[^(]*$/).waitFor();
  });
  afterEach(() => stopSimulatorWithPage({ simulator, page }));

  const put = async (body: object): Promise<void> => {
    assert.equal(await requestBridge(simulator, 'PUT', `light/${lamp}`, body), 200);
  };
  const getLevel = (): Promise<number> =>
    tile.evaluate((element) => Number(element.style.getPropertyValue('--level')));
  const isLit = async (): Promise<boolean> =>
    /is-lit/.test((await tile.getAttribute('class')) ?? '');

  it('fades to off as long as the transition takes, though it is reported as off', async () => {
    await put({ on: { on: false }, dynamics: { duration: 60_000 } });
    await tile.getByText(/^off \(now \d+ %\)$/).waitFor();
    await page.clock.fastForward(30_000);
    await tile.getByText(/^off \(now [45]\d %\)$/).waitFor();
    assert.ok(await isLit());
    const level = await getLevel();
    assert.ok(level > 0.4 && level < 0.6, `${level} is about half`);
    await page.clock.fastForward(31_000);
    await tile.getByText(/^off$/).waitFor();
    assert.equal(await isLit(), false);
  });

  it('goes on fading when the page is loaded anew', async () => {
    await put({ dimming: { brightness: 1 }, dynamics: { duration: 600_000 } });
    await page.reload();
    await tile.getByText(/^1 %.*\(now (?:9\d|100) %\)$/).waitFor();
  });

  it('blinks while it identifies itself, and then no more', async () => {
    await put({ identify: { action: 'identify', duration: 20_000 } });
    await tile.getByText('(blinking)').waitFor();
    await tile.evaluate(
      (element) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!element.classList.contains('is-lit')) resolve();
          });
          observer.observe(element, { attributes: true });
        }),
    );
    await page.clock.fastForward(20_000);
    await tile.getByText(/^100 %[^(]*$/).waitFor();
    assert.ok(await isLit());
  });

  it('flickers with a candle', async () => {
    await put({ effects: { effect: 'candle' } });
    await tile.getByText('candle').waitFor();
    const levels = new Set<number>();
    for (let look = 0; look < 5; look += 1) {
      await page.clock.fastForward(170);
      levels.add(await getLevel());
    }
    assert.ok(levels.size > 3, [...levels].join());
  });

  it('stays as it is reported for people who want little motion', async () => {
    await page.context().close();
    page = await openSimulatorPage(await getSharedBrowser(), simulator, {
      reducedMotion: 'reduce',
    });
    tile = page.locator(`[data-rid="${lamp}"]`);
    await put({ dimming: { brightness: 50 }, dynamics: { duration: 60_000 } });
    await tile.getByText(/^50 %[^(]*$/).waitFor();
    assert.equal(Math.round((await getLevel()) * 100), 50);
  });
});
