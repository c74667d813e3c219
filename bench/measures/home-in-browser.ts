import type { CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../../test/support/browser/browser';
import { openEditor } from '../../test/support/browser/editor';
import { startNodeRed } from '../../test/support/node-red/node-red';
import type { Measure, MeasureOptions, MeasureResult } from '../measure';
import { quantile } from '../statistics';
import { pause } from '../support/clock';
import { createBridgeNodes, createCredentials } from '../support/flows';
import { deriveRid } from '../support/sample-home';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';

/** With device and temperature sensor each: 2,000 resources. */
const lamps = 666;
const perSecond = 100;
const tabs = 20;

export const homeInBrowserMeasure: Measure = {
  name: 'home-in-browser',
  title: 'The home in the sidebar, in a browser: 2,000 resources',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const simulator = await startSimulatorProcess(lamps, { batch: 0 });
  const { address } = simulator;
  const nodeRed = await startNodeRed({
    flows: createBridgeNodes(address).map((node) => ({ ...node, port: String(address.port) })),
    credentials: createCredentials(address),
  });
  const browser = await startBrowser();
  const { page } = await openEditor(browser, nodeRed);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const results = [
    {
      what: 'open the tab until its sections are drawn',
      value: await open(page),
      unit: 'ms',
      atMost: 500,
    },
    ...(await measureDrawing(page, session, simulator, quick ? 4 : 10)),
    {
      what: 'event of the bridge until it is drawn (95 %)',
      value: quantile(await measureDelays(page, simulator, quick ? 20 : 60), 0.95),
      unit: 'ms',
      atMost: 300,
    },
    {
      what: `heap after ${tabs} further times of opening and closing`,
      value: await measureHeap(page, session),
      unit: 'KB',
      atMost: 1_024,
    },
  ];
  await browser.close();
  await nodeRed.stop();
  await simulator.stop();
  return results;
}

/** Returns the ms until the home is drawn. */
const open = (page: Page): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const start = performance.now();
    RED.sidebar.show('lighting-bridge-home');
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const home = document.querySelector('.lighting-bridge-home');
    const isDrawn = () => home.querySelectorAll('.section[data-section]').length > 0;
    while (!isDrawn()) await nextFrame();
    await nextFrame();
    return performance.now() - start;
  })()`);

const close = async (page: Page): Promise<void> => {
  await page.evaluate(`RED.sidebar.show('info')`);
  await pause(100);
};

/** Opens all tiles. */
async function measureDrawing(
  page: Page,
  session: CDPSession,
  simulator: SimulatorProcess,
  seconds: number,
): Promise<MeasureResult[]> {
  await page.evaluate(
    `document.querySelectorAll('.lighting-bridge-home .section-toggle[aria-expanded="false"]').forEach((one) => one.click())`,
  );
  await page.locator('.lighting-bridge-home .section-content .tile').nth(lamps).waitFor();
  await pause(2_000);
  const longestFrame = await page.evaluate<number>(`(async () => {
    let scroller = document.querySelector('.lighting-bridge-home');
    while (scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
    let longest = 0;
    let last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 120; frame += 1) {
      scroller.scrollTop += 120;
      const now = await new Promise(requestAnimationFrame);
      longest = Math.max(longest, now - last);
      last = now;
    }
    scroller.scrollTop = 0;
    return longest;
  })()`);
  const busyBefore = await readMetric(session, 'TaskDuration');
  await simulator.burst({ perSecond, seconds, sensors: lamps });
  const share = ((await readMetric(session, 'TaskDuration')) - busyBefore) / seconds;
  return [
    {
      what: 'longest frame while all tiles are scrolled',
      value: longestFrame,
      unit: 'ms',
      atMost: 50,
    },
    {
      what: `main thread of the browser at ${perSecond} changes a second`,
      value: share * 100,
      unit: '%',
      atMost: 5,
    },
  ];
}

/** Returns the ms from change to frame. */
async function measureDelays(
  page: Page,
  simulator: SimulatorProcess,
  rounds: number,
): Promise<readonly number[]> {
  const rid = deriveRid('light', 0);
  await page.evaluate(`(() => {
    const tile = document.querySelector('.tile[data-rid="${rid}"]');
    tile.scrollIntoView();
    window.drawnAt = [];
    let lit = tile.classList.contains('is-lit');
    new MutationObserver(() => {
      if (tile.classList.contains('is-lit') === lit) return;
      lit = !lit;
      requestAnimationFrame(() => setTimeout(() => drawnAt.push(Date.now())));
    }).observe(tile, { attributes: true });
  })()`);
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const changedAt = Date.now();
    await simulator.change(rid, { on: { on: round % 2 === 1 } });
    await page.waitForFunction(`drawnAt.length > ${round}`);
    delays.push((await page.evaluate<number>(`drawnAt[${round}]`)) - changedAt);
    await pause(30 + ((round * 37) % 100));
  }
  return delays;
}

/** Returns the growth of the page's heap, in KB. */
async function measureHeap(page: Page, session: CDPSession): Promise<number> {
  const read = async (): Promise<number> => {
    for (let round = 0; round < 3; round += 1) {
      await session.send('HeapProfiler.collectGarbage');
      await pause(200);
    }
    return readMetric(session, 'JSHeapUsedSize');
  };
  await close(page);
  const before = await read();
  for (let tab = 0; tab < tabs; tab += 1) {
    await open(page);
    await close(page);
  }
  return ((await read()) - before) / 1_024;
}

async function readMetric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find((metric) => metric.name === name);
  if (found === undefined) throw new Error(`The browser reports no ${name}.`);
  return found.value;
}
