import './process/source-maps';
import { join } from 'node:path';
import { mkdirSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
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
import { readExampleTexts } from './node-red/example-texts';
import { packageFolder } from './node-red/user-directory';
import type { FlowNode } from './node-red/user-directory';
import { readRecipes } from './docs/cookbook-recipes';
import { translateExample } from '../src/editor/workspace/example-texts';
import { createHueMagicFlow } from './docs/huemagic-flow';

/** In bytes: the README must open fast. */
const maxSize = 200_000;

/** The first is in front. */
const exampleNames = ['light', 'motion-light', 'button', 'poll', 'smart-scene'];

const flowViewport = { width: 1_080, height: 650 };
const dialogViewport = { width: 1_080, height: 720 };
const statusViewport = { width: 1_480, height: 335 };
const homeViewport = { width: 1_480, height: 640 };
const importedViewport = { width: 980, height: 400 };
const recipeViewport = { width: 1_480, height: 900 };

/** Around groups, in pixels. */
const recipeMargin = 12;

const original = 'en-US';
let language = original;
const cleanups: (() => Promise<unknown>)[] = [];

/** Writes `docs/images`; with `--language de`, pictures of the German editor in `docs/de/images`. */
async function takePictures(): Promise<void> {
  ({ language } = parseArgs({
    options: { language: { type: 'string', default: original } },
  }).values);
  try {
    const simulator = await startSimulator({ controlPort: 0 });
    cleanups.push(() => simulator.stop());
    const nodeRed = await startExamples(simulator);
    cleanups.push(() => nodeRed.stop());
    const browser = await startBrowser();
    cleanups.push(() => browser.close());
    const home = await openHome(browser, simulator);
    const editor = await openEditor(browser, nodeRed, flowViewport, language);
    await prepareEditor(editor);
    await takeFlow(editor, nodeRed);
    await takeDialog(editor);
    await takeHomeTab(browser, nodeRed, simulator);
    await takeStatus(editor, home);
    await takeRecipes(browser, simulator);
    await takeImport(browser, simulator);
    if (language !== original) return;
    await home.evaluate('window.scrollTo(0, 0)');
    await savePicture(home, 'simulated-home');
  } finally {
    for (const stop of cleanups.toReversed()) await stop();
  }
}

/** One lamp is picked instead of named. */
function startExamples(simulator: Simulator): Promise<RunningNodeRed> {
  const lamp = simulator.home.findByName('light', 'Floor lamp');
  const picked = { target: lamp?.id ?? '', targetType: 'resource', targetName: 'Floor lamp' };
  return startFlows(
    simulator,
    withNodeSettings(readExampleFlows(exampleNames), 'light-lamp', picked),
  );
}

function startFlows(
  { host, port, fingerprint, bridgeId, key }: Simulator,
  exampleFlows: readonly FlowNode[],
): Promise<RunningNodeRed> {
  const address = { host, port: String(port), fingerprint, bridgeId };
  const flows = withNodeSettings(exampleFlows, 'example-bridge', address);
  return startNodeRed({
    flows: language === original ? flows : translateExample(flows, readExampleTexts(language)),
    credentials: { 'example-bridge': { key } },
    settings: { lang: language },
  });
}

async function takeRecipes(browser: Browser, simulator: Simulator): Promise<void> {
  const recipes = readRecipes();
  const examples = [...new Set(recipes.map(({ example }) => example))];
  const flows = withNodeSettings(readExampleFlows(examples), 'example-mqtt-broker', {
    autoConnect: false,
  });
  const nodeRed = await startFlows(simulator, flows);
  cleanups.push(() => nodeRed.stop());
  const editor = await openEditor(browser, nodeRed, recipeViewport, language);
  await hideAllButCanvas(editor);
  await editor.page.evaluate('RED.actions.invoke("core:toggle-palette")');
  for (const { example, groups, picture } of recipes) {
    await showOnCanvas(editor, `${example}-tab`);
    const boxes = await readGroupBoxes(
      editor,
      groups.map(({ id }) => id),
    );
    const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - recipeMargin);
    const top = Math.min(...boxes.map((box) => box.top)) - recipeMargin;
    const right = Math.max(...boxes.map((box) => box.right)) + recipeMargin;
    const bottom = Math.max(...boxes.map((box) => box.bottom)) + recipeMargin;
    await editor.page.evaluate(
      `document.querySelector('#red-ui-workspace-chart').scrollTo(0, ${top})`,
    );
    const corner = await editor.page.locator('#red-ui-workspace-chart').boundingBox();
    const clip = {
      x: (corner?.x ?? 0) + left,
      y: corner?.y ?? 0,
      width: right - left,
      height: bottom - top,
    };
    await savePicture(editor.page, picture, clip);
  }
}

/** Takes each step, for docs/moving.md. */
async function takeImport(browser: Browser, simulator: Simulator): Promise<void> {
  const bridge = readExampleFlows(['light']).filter(({ type }) => type === 'bridge-config');
  const nodeRed = await startFlows(simulator, bridge);
  cleanups.push(() => nodeRed.stop());
  const editor = await openEditor(browser, nodeRed, dialogViewport, language);
  const { page } = editor;
  await page.evaluate('RED.actions.invoke("core:toggle-palette")');
  await page.click('#red-ui-header-button-sidemenu');
  await page.locator('#menu-item-lighting-bridge-import').waitFor();
  await savePicture(page, 'import-menu');
  await page.click('#menu-item-lighting-bridge-import');
  const flow = createHueMagicFlow(simulator);
  await page.locator('#lighting-bridge-import-text').fill(JSON.stringify(flow, null, 2));
  await page.locator('.lighting-bridge-import summary').first().waitFor();
  await savePicture(page, 'import-list');
  await page.click('#lighting-bridge-import-ok');
  await page.locator('.lighting-bridge-import').waitFor({ state: 'detached' });
  await page.evaluate('RED.actions.invoke("core:toggle-sidebar")');
  await page.addStyleTag({ content: '.red-ui-notification { display: none }' });
  await page.setViewportSize(importedViewport);
  await page.locator('.red-ui-flow-node-changed').first().waitFor({ state: 'attached' });
  await savePicture(page, 'import-flow');
  await page.click('#red-ui-header-button-deploy');
  await page.locator('.red-ui-flow-node-status-label', { hasText: '%' }).first().waitFor();
  await savePicture(page, 'import-deployed');
}

async function showOnCanvas({ page }: Editor, tab: string): Promise<void> {
  const id = JSON.stringify(tab);
  await page.evaluate(`RED.workspaces.show(${id})`);
  await page.waitForFunction(`RED.nodes.filterNodes({ z: ${id} }).every((node) => node.w > 0)`);
}

const readGroupBoxes = ({ page }: Editor, ids: readonly string[]): Promise<readonly Box[]> =>
  page.evaluate<readonly Box[]>(
    `${JSON.stringify(ids)}.map((id) => RED.nodes.group(id)).map(({ x, y, w, h }) => ({
      left: x, top: y, right: x + w, bottom: y + h,
    }))`,
  );

async function openHome(browser: Browser, { controlUrl = '' }: Simulator): Promise<Page> {
  const context = await browser.newContext({ viewport: homeViewport, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(controlUrl);
  await page.locator('.lamp').first().waitFor();
  return page;
}

async function hideAllButCanvas({ page }: Editor): Promise<void> {
  await page.evaluate('RED.actions.invoke("core:toggle-sidebar")');
  await page.addStyleTag({
    content: '#red-ui-header { display: none } #red-ui-main-container { top: 0 }',
  });
  await page.evaluate('$(window).trigger("resize")');
}

async function prepareEditor(editor: Editor): Promise<void> {
  const { page } = editor;
  await hideAllButCanvas(editor);
  await page.locator('#red-ui-palette-search input').pressSequentially('bridge');
  await page.locator('[data-palette-type="inject"]').waitFor({ state: 'hidden' });
}

async function takeFlow({ page }: Editor, nodeRed: RunningNodeRed): Promise<void> {
  await nodeRed.pressInject('light-half');
  await nodeRed.pressInject('light-evening');
  const statuses = page.locator('.red-ui-flow-node-status-label');
  await statuses.getByText(/^50\s?%$/).waitFor();
  await statuses.getByText(/^40\s?%$/).waitFor();
  await savePicture(page, 'light-flow');
}

async function takeDialog(editor: Editor): Promise<void> {
  const { page } = editor;
  await page.setViewportSize(dialogViewport);
  await editor.openDialog('light-lamp');
  const field = await translate(editor, 'bridge-light:label.target');
  const choose = await translate(editor, 'editor:typed.choose', { field });
  await page.locator('.red-ui-tray').getByLabel(choose, { exact: true }).click();
  await page.locator('.lighting-bridge-leaf-name:visible').first().waitFor();
  const refresh = await translate(editor, 'editor:picker.refresh');
  await page.locator(`button[aria-label=${JSON.stringify(refresh)}]:enabled`).waitFor();
  await page
    .getByLabel(await translate(editor, 'editor:picker.search'))
    .pressSequentially('living');
  await page
    .locator('.red-ui-treeList-label-text', { hasText: /^Bathroom$/ })
    .waitFor({ state: 'hidden' });
  await page.locator('.lighting-bridge-leaf-name:visible', { hasText: 'Sofa left' }).waitFor();
  await savePicture(page, 'light-dialog');
  await page.keyboard.press('Escape');
  await editor.closeDialog('cancel');
}

/** Shows the living room beside a flow with its lamp. */
async function takeHomeTab(
  browser: Browser,
  nodeRed: RunningNodeRed,
  simulator: Simulator,
): Promise<void> {
  const editor = await openEditor(browser, nodeRed, dialogViewport, language);
  const { page } = editor;
  await page.evaluate('RED.actions.invoke("core:toggle-palette")');
  await page.evaluate('RED.sidebar.show("lighting-bridge-home")');
  const room = simulator.home.findByName('room', 'Living room');
  const section = page.locator(`[data-section="${room?.id ?? ''}"]`);
  await section.locator('.section-toggle').click();
  await section.locator('.bulb').nth(2).waitFor();
  await savePicture(page, 'home-tab');
  await editor.close();
}

async function takeStatus(editor: Editor, home: Page): Promise<void> {
  const { page } = editor;
  await page.setViewportSize(statusViewport);
  await page.evaluate('RED.actions.invoke("core:toggle-palette")');
  await page.evaluate('RED.workspaces.show("motion-light-tab")');
  const hallway = home.getByRole('region', { name: 'Hallway', exact: true });
  await hallway.getByRole('button', { name: 'Walk past' }).first().click();
  const statuses = page.locator('.red-ui-flow-node-status-label:visible');
  const motion = await translate(editor, 'bridge-config:status.motion');
  await statuses.getByText(motion, { exact: true }).waitFor();
  await statuses.getByText(/^\d+\s?%$/).waitFor();
  await savePicture(page, 'node-status');
}

/** @param key such as `editor:picker.search` */
const translate = ({ page }: Editor, key: string, values: object = {}): Promise<string> =>
  page.evaluate<string>(`RED._('@lighting-bridge/node-red/${key}', ${JSON.stringify(values)})`);

/** In pixels of the canvas. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Clip = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

async function savePicture(page: Page, name: string, clip?: Clip): Promise<void> {
  const folder = join(packageFolder, 'docs', language === original ? '' : language, 'images');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', ...(clip && { clip }) });
  const { size } = statSync(path);
  console.log(`${path}: ${Math.round(size / 1_000)} kB`);
  if (size > maxSize) throw new Error(`${name}.png has ${size} bytes, more than ${maxSize}.`);
}

takePictures().catch(reportScriptFailure);
