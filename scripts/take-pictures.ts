import './process/source-maps';
import { join } from 'node:path';
import { statSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { startSimulator } from '../src/simulator';
import type { Simulator } from '../src/simulator';
import { startBrowser } from '../test/support/browser/browser';
import { openEditor } from '../test/support/browser/editor';
import type { Editor } from '../test/support/browser/editor';
import { startNodeRed } from '../test/support/node-red/node-red';
import type { RunningNodeRed } from '../test/support/node-red/node-red';
import { reportScriptFailure } from './process/command-line';
import { readExampleFlows, withNodeSettings } from './node-red/example-flows';
import { packageFolder } from './node-red/user-directory';

/** Largest picture, in bytes: the README is to open fast. */
const maxSize = 200_000;

/** Examples whose tabs are shown, the first one in front. */
const exampleNames = ['light', 'motion-light', 'button', 'poll', 'smart-scene'];

const flowViewport = { width: 1_080, height: 650 };
const dialogViewport = { width: 1_080, height: 720 };
const statusViewport = { width: 1_480, height: 335 };
const homeViewport = { width: 1_480, height: 640 };

/** Takes the pictures of the README in `docs/images`, from the simulated home on loopback. */
async function takePictures(): Promise<void> {
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const simulator = await startSimulator({ controlPort: 0 });
    cleanups.push(() => simulator.stop());
    const nodeRed = await startExamples(simulator);
    cleanups.push(() => nodeRed.stop());
    const browser = await startBrowser();
    cleanups.push(() => browser.close());
    const home = await openHome(browser, simulator);
    const editor = await openEditor(browser, nodeRed, flowViewport);
    await prepareEditor(editor);
    await takeFlow(editor, nodeRed);
    await takeDialog(editor);
    await takeStatus(editor, home);
    await home.evaluate('window.scrollTo(0, 0)');
    await savePicture(home, 'simulated-home');
  } finally {
    for (const stop of cleanups.toReversed()) await stop();
  }
}

/** The examples, with a lamp that was picked instead of named. */
function startExamples({
  host,
  port,
  fingerprint,
  bridgeId,
  key,
  home,
}: Simulator): Promise<RunningNodeRed> {
  const address = { host, port: String(port), fingerprint, bridgeId };
  const lamp = home.findByName('light', 'Floor lamp');
  const picked = { target: lamp?.id ?? '', targetType: 'resource', targetName: 'Floor lamp' };
  const flows = [
    { id: 'example-bridge', settings: address },
    { id: 'light-lamp', settings: picked },
  ].reduce(
    (present, { id, settings }) => withNodeSettings(present, id, settings),
    readExampleFlows(exampleNames),
  );
  return startNodeRed({ flows, credentials: { 'example-bridge': { key } } });
}

async function openHome(browser: Browser, { controlUrl = '' }: Simulator): Promise<Page> {
  const context = await browser.newContext({ viewport: homeViewport, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(controlUrl);
  await page.locator('.lamp').first().waitFor();
  return page;
}

/** Leaves the palette of this package and the canvas: no sidebar, no header. */
async function prepareEditor({ page }: Editor): Promise<void> {
  await page.evaluate('RED.actions.invoke("core:toggle-sidebar")');
  await page.addStyleTag({
    content: '#red-ui-header { display: none } #red-ui-main-container { top: 0 }',
  });
  await page.evaluate('$(window).trigger("resize")');
  await page.getByPlaceholder('filter nodes').pressSequentially('bridge');
  await page.locator('[data-palette-type="inject"]').waitFor({ state: 'hidden' });
}

async function takeFlow({ page }: Editor, nodeRed: RunningNodeRed): Promise<void> {
  await nodeRed.pressInject('light-half');
  await nodeRed.pressInject('light-evening');
  const statuses = page.locator('.red-ui-flow-node-status-label');
  await statuses.getByText('50 %', { exact: true }).waitFor();
  await statuses.getByText('40 %', { exact: true }).waitFor();
  await savePicture(page, 'light-flow');
}

async function takeDialog(editor: Editor): Promise<void> {
  const { page } = editor;
  await page.setViewportSize(dialogViewport);
  await editor.openDialog('light-lamp');
  await page.locator('.red-ui-tray').getByLabel('Lamp or group: choose', { exact: true }).click();
  await page.locator('.lighting-bridge-leaf-name:visible').first().waitFor();
  await page.locator('button[aria-label="Ask the bridge again"]:enabled').waitFor();
  await page.getByLabel('Search by name, room or id').pressSequentially('living');
  await page.getByText('Bathroom ceiling').waitFor({ state: 'hidden' });
  await page.locator('.lighting-bridge-leaf-name:visible', { hasText: 'Sofa left' }).waitFor();
  await savePicture(page, 'light-dialog');
  await page.keyboard.press('Escape');
  await editor.closeDialog('cancel');
}

async function takeStatus({ page }: Editor, home: Page): Promise<void> {
  await page.setViewportSize(statusViewport);
  await page.evaluate('RED.actions.invoke("core:toggle-palette")');
  await page.evaluate('RED.workspaces.show("motion-light-tab")');
  const hallway = home.getByRole('region', { name: 'Hallway', exact: true });
  await hallway.getByRole('button', { name: 'Walk past' }).first().click();
  const statuses = page.locator('.red-ui-flow-node-status-label:visible');
  await statuses.getByText('motion', { exact: true }).waitFor();
  await statuses.getByText(/^\d+ %$/).waitFor();
  await savePicture(page, 'node-status');
}

/** @throws Error when the picture is too large */
async function savePicture(page: Page, name: string): Promise<void> {
  const path = join(packageFolder, 'docs', 'images', `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  const { size } = statSync(path);
  console.log(`${path}: ${Math.round(size / 1_000)} kB`);
  if (size > maxSize) throw new Error(`${name}.png has ${size} bytes, more than ${maxSize}.`);
}

takePictures().catch(reportScriptFailure);
