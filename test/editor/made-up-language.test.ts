import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { buttonEventNames } from '../../src/resources';
import { isObject } from '../../src/resources/values/member-access';
import { saveRequestedScreenshot } from '../support/browser/browser';
import { nodeIds, startDialogHarness } from './support/dialog-harness';
import type { DialogHarness } from './support/dialog-harness';

/** Node-RED's own words, the name of the bridge, and the codes of presses, which messages hold. */
const untranslated: ReadonlySet<string> = new Set(['msg.', 'none', 'Home', ...buttonEventNames]);

/** Marks a text and makes it 40 % longer, as a translation may be. */
const markText = (text: string): string => `«${text}${'~'.repeat(Math.ceil(text.length * 0.4))}»`;

const markTexts = (content: unknown): unknown => {
  if (typeof content === 'string') return markText(content);
  if (!isObject(content)) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, markTexts(value)]),
  );
};

/** Gives the page marked catalogues of this package, and Node-RED's own as they are. */
async function loadInMadeUpLanguage(page: Page): Promise<void> {
  await page.route(/\/messages\?/, async (route) => {
    const response = await route.fetch();
    const catalogue: unknown = await response.json();
    const isOwn = route.request().url().includes('lighting-bridge');
    const marked = isOwn
      ? markTexts(catalogue)
      : Object.fromEntries(
          Object.entries(isObject(catalogue) ? catalogue : {}).map(([name, content]) => [
            name,
            name.includes('lighting-bridge') ? markTexts(content) : content,
          ]),
        );
    await route.fulfill({ response, json: marked });
  });
  await page.reload();
  await page.waitForFunction('typeof RED === "object" && RED.workspaces.count() > 0');
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden' });
  await page.waitForFunction(`RED.nodes.node(${JSON.stringify(nodeIds.at(-1))}) !== undefined`);
}

/** Runs in the page: the visible words of the open dialog, and the texts that their element cuts off. */
const readDialog = `(() => {
  const form = document.querySelector('.lighting-bridge-form');
  const walker = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
  const words = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const isShown = parentElement.closest('option') ? parentElement.closest('select').offsetParent : parentElement.offsetParent;
    if (isShown && /[a-z]{3}/i.test(textContent)) words.push(textContent.trim());
  }
  const placeholders = [...form.querySelectorAll('input[placeholder]')]
    .filter((input) => input.offsetParent && /[a-z]{3}/i.test(input.placeholder))
    .map((input) => input.placeholder);
  const cutOff = [...form.querySelectorAll('label, p, summary, button, legend')]
    .filter((element) => element.offsetParent && getComputedStyle(element).overflowX !== 'visible')
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent.trim());
  return { words: [...words, ...placeholders], cutOff };
})()`;

describe('The dialogs in a language whose texts are 40 % longer', () => {
  let harness: DialogHarness;

  before(async () => {
    harness = await startDialogHarness();
    await loadInMadeUpLanguage(harness.editor.page);
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  for (const id of nodeIds) {
    it(`show no English and cut nothing off: that of ${id}`, async () => {
      const { page } = harness.editor;
      await harness.open(id);
      await harness.expandDetails();
      await saveRequestedScreenshot(page, `made-up-${id}`);
      const { words, cutOff } = await page.evaluate<{ words: string[]; cutOff: string[] }>(
        readDialog,
      );
      assert.deepEqual(
        words.filter((text) => !text.includes('«') && !untranslated.has(text)),
        [],
      );
      assert.deepEqual(cutOff, []);
      await harness.editor.closeDialog('cancel');
    });
  }
});
