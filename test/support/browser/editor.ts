import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningNodeRed } from '../node-red/node-red';
import { waitUntil } from '../wait-until';

export interface Editor {
  readonly page: Page;
  /** Exceptions, errors on the console, requests to other hosts. */
  readonly problems: readonly string[];
  /** Waits until the flows run. */
  deploy(): Promise<void>;
  /** @param nodeId also of a configuration node */
  openDialog(nodeId: string): Promise<void>;
  closeDialog(button: 'ok' | 'cancel'): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param locale such as `de-DE`
 * @returns once the flows are on the canvas
 */
export async function openEditor(
  browser: Browser,
  nodeRed: RunningNodeRed,
  viewport = { width: 1500, height: 950 },
  locale = 'en-US',
): Promise<Editor> {
  const context = await getContext(browser, locale);
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  page.setDefaultTimeout(60_000);
  page.setDefaultNavigationTimeout(60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // The browser cannot reach them. An interception would send each request through this process.
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== nodeRed.url && protocol.startsWith('http')) {
      problems.push(`asked ${request.url()}`);
    }
  });
  await page.goto(nodeRed.editorUrl);
  await page.waitForSelector('#red-ui-header-button-deploy');
  await page.waitForFunction('typeof RED === "object" && RED.workspaces.count() > 0');
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden' });

  return {
    page,
    problems,
    async deploy() {
      const countDeploys = (): number =>
        nodeRed.observations.filter(({ kind }) => kind === 'deploy').length;
      const before = countDeploys();
      await page.click('#red-ui-header-button-deploy');
      await page.waitForFunction('!RED.nodes.dirty()');
      // Node-RED answers before the flows have started.
      await waitUntil('the start of the flows', () => countDeploys() > before);
    },
    async openDialog(nodeId) {
      const opened = await page.evaluate(openDialogScript(nodeId));
      assert.equal(opened, true, `The editor has no node ${nodeId}.`);
      await page.waitForSelector('.red-ui-tray .red-ui-tray-toolbar');
      // Once open, the tray focuses its first field; nobody is that fast.
      await page.waitForFunction('$(document.activeElement).closest(".red-ui-tray").length > 0');
    },
    async closeDialog(button) {
      await page.click(`#node-dialog-${button}, #node-config-dialog-${button}`);
      await page.waitForSelector('.red-ui-tray', { state: 'detached' });
    },
    async close() {
      await page.evaluate('localStorage.clear()');
      await page.close();
    },
  };
}

const contexts = new WeakMap<Browser, Map<string, Promise<BrowserContext>>>();

/** A shared context keeps loaded and compiled code of the editor. */
function getContext(browser: Browser, locale: string): Promise<BrowserContext> {
  const ofBrowser = contexts.get(browser) ?? new Map<string, Promise<BrowserContext>>();
  contexts.set(browser, ofBrowser);
  const context = ofBrowser.get(locale) ?? createContext(browser, locale);
  ofBrowser.set(locale, context);
  return context;
}

async function createContext(browser: Browser, locale: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale });
  await context.addInitScript(spareDrawing);
  return context;
}

/**
 * Runs in each page first. Without animations, and Node-RED's pauses for them, a page is drawn a fraction as often;
 * without diagrams in the help of Node-RED's nodes, it loads a third less code.
 */
const spareDrawing = `const setTimer = setTimeout;
window.setTimeout = (callback, delay, ...values) => {
  const [, , caller] = new Error().stack.split('\\n');
  const isPause = delay <= 300 && caller?.includes('/red/red.min.js');
  return setTimer(callback, isPause ? 0 : delay, ...values);
};
addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = '*, ::before, ::after { transition: none !important; animation: none !important }';
  document.head.append(style);
  if (window.jQuery) jQuery.fx.off = true;
  if (window.RED) RED.editor.mermaid.render = () => {};
})`;

/** Runs in the page, as a double-click does. */
const openDialogScript = (nodeId: string): string => `(() => {
  const node = RED.nodes.node(${JSON.stringify(nodeId)});
  if (!node) return false;
  if (node._def.category === 'config') RED.editor.editConfig('', node.type, node.id);
  else RED.editor.edit(node);
  return true;
})()`;
