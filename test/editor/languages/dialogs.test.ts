import assert from 'node:assert/strict';
import { parse } from 'node:path';
import type { Page } from 'playwright-core';
import { buttonEventNames } from '../../../src/resources/button-events';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { nodeIds, startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import {
  listLanguages,
  listTextFiles,
  localeFolders,
  original,
  readTexts,
  withoutPluralForm,
} from './language-files';
import type { Texts } from './language-files';

/** Node-RED's own words, the name of the bridge, and the codes of presses, which messages hold. */
const untranslated: ReadonlySet<string> = new Set(['msg.', 'none', 'Home', ...buttonEventNames]);

/** Catalogues by the name that Node-RED knows them by. */
type Catalogues = ReadonlyMap<string, Texts>;

/** A character without width that marks the texts of the catalogues. */
const mark = '\u2060';

const toCatalogueName = (file: string): string =>
  `@lighting-bridge/node-red/${file === 'plugin.json' ? 'editor' : parse(file).name}`;

/** Reads the catalogues of a language. Plural forms stand for the text without a form. */
const readCatalogues = (language: string): Catalogues =>
  new Map(
    localeFolders
      .filter((folder) => [original, ...listLanguages(folder)].includes(language))
      .flatMap((folder) =>
        listTextFiles(folder, language)
          .filter((file) => file.endsWith('.json'))
          .map((file) => [toCatalogueName(file), readTexts(folder, language, file)] as const),
      ),
  );

/** Makes catalogues of the texts that a function takes out of the English texts and their translations. */
const mapCatalogues = (
  catalogues: readonly Catalogues[],
  choose: (texts: readonly string[]) => string,
): Catalogues =>
  new Map(
    [...readCatalogues(original)].map(([name, english]) => [
      name,
      new Map(
        [...english].map(([key, text]) => [
          key,
          choose([text, ...catalogues.flatMap((other) => findTexts(other.get(name), key))]),
        ]),
      ),
    ]),
  );

const findTexts = (texts: Texts | undefined, key: string): readonly string[] =>
  [...(texts ?? [])].filter(([other]) => withoutPluralForm(other) === key).map(([, text]) => text);

const last = (texts: readonly string[]): string => texts.at(-1) ?? '';

const splitWords = (text: string): readonly string[] => text.split(/[\s\u2e80-\uffff-]/);

/** How wide the editor draws texts and each of their words, in px. */
async function measureTexts(
  page: Page,
  texts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const all = [...new Set(texts.flatMap((text) => [text, ...splitWords(text)]))];
  const widths = await page.evaluate<readonly number[]>(`(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.font = getComputedStyle(document.getElementById('red-ui-editor')).font;
    return ${JSON.stringify(all)}.map((text) => context.measureText(text).width);
  })()`);
  return new Map(all.map((text, index) => [text, widths[index] ?? 0]));
}

/** Chooses the text that is the widest, or that has the widest word. */
function chooseWidest(
  widths: ReadonlyMap<string, number>,
  of: 'text' | 'word',
): (texts: readonly string[]) => string {
  const measure = (text: string): number =>
    Math.max(...(of === 'text' ? [text] : splitWords(text)).map((part) => widths.get(part) ?? 0));
  return (texts) => texts.reduce((best, text) => (measure(text) > measure(best) ? text : best));
}

/** Gives the editor other texts of this package. */
const showTexts = (page: Page, catalogues: Catalogues): Promise<void> =>
  page.evaluate<void>(
    [...catalogues]
      .flatMap(([name, texts]) =>
        [...texts].map(
          ([key, text]) =>
            `i18next.addResource('${original}', '${name}', ${JSON.stringify(key)}, ${JSON.stringify(text)})`,
        ),
      )
      .join(';\n'),
  );

/** What the open dialog shows. */
interface ShownDialog {
  words: string[];
  /** Texts that are cut off, reach out of the dialog, or lie over a field. */
  misplaced: string[];
}

/** Runs in the page: reads the open dialog. */
const readDialog = `(() => {
  const form = document.querySelector('.lighting-bridge-form');
  const right = form.getBoundingClientRect().right + 1;
  const context = document.createElement('canvas').getContext('2d');
  const measure = (text, element) => {
    context.font = getComputedStyle(element).font;
    return context.measureText(text).width;
  };
  const isShown = (element) => element.offsetParent !== null;
  const isIn = (element) => !element.closest('.lighting-bridge-picker, .red-ui-treeList');
  const shownIn = (selector) => [...form.querySelectorAll(selector)].filter(isShown).filter(isIn);

  const walker = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
  const words = [];
  const places = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const isOption = parentElement.closest('option') !== null;
    if (!isShown(isOption ? parentElement.closest('select') : parentElement)) continue;
    if (!/[^\\s\\d]{2}/.test(textContent)) continue;
    words.push(textContent.trim());
    if (isOption || !isIn(parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    places.push({ element: parentElement, text: textContent.trim(), rectangles: [...range.getClientRects()] });
  }
  const fields = shownIn('input:not([type=hidden]), select, textarea, button');
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  const liesOverField = ({ element, rectangles }) =>
    fields.some((field) => !field.contains(element) && !element.contains(field) &&
      rectangles.some((rectangle) => overlaps(rectangle, field.getBoundingClientRect())));

  const placeholders = shownIn('input[placeholder]').filter(({ placeholder }) => /[a-z]{3}/i.test(placeholder));
  const inner = (field, spare) => {
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - spare + 1;
  };
  const misplaced = [
    ...shownIn('label, p, summary, button, legend')
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => 'cut off: ' + element.textContent.trim()),
    ...places.filter(({ rectangles }) => rectangles.some((rectangle) => rectangle.right > right))
      .map(({ text }) => 'reaches out of the dialog: ' + text),
    ...places.filter(liesOverField).map(({ text }) => 'lies over a field: ' + text),
    ...placeholders.filter((field) => measure(field.placeholder, field) > inner(field, 0))
      .map(({ placeholder }) => 'cut off in its field: ' + placeholder),
    ...shownIn('select').flatMap((field) => [...field.options]
      .filter((option) => measure(option.text, field) > inner(field, 16))
      .map(({ text }) => 'cut off in its list: ' + text)),
  ];
  return { words: [...words, ...placeholders.map(({ placeholder }) => placeholder)], misplaced };
})()`;

describe('The dialogs', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness();
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  async function readOpenDialog(id: string, picture: string): Promise<ShownDialog> {
    const { page } = harness.editor;
    await harness.open(id);
    await harness.expandDetails();
    await saveRequestedScreenshot(page, `${picture}-${id}`);
    const shown = await page.evaluate<ShownDialog>(readDialog);
    await harness.editor.closeDialog('cancel');
    return shown;
  }

  // A dialog takes a second to open. So all languages share it: each text is that of the language that needs most room.
  // LANGUAGE=de opens the dialogs of one language instead, for pictures of them.
  const chosen = process.env['LANGUAGE'];
  const languages = chosen === undefined ? listLanguages(localeFolders[0] ?? '') : [chosen];
  const choices =
    chosen === undefined
      ? ({ 'widest translation': 'text', 'widest word of all translations': 'word' } as const)
      : { [`translation (${chosen})`]: undefined };
  for (const [what, widest] of Object.entries(choices)) {
    describe(`with the ${what} of each text`, () => {
      before(async () => {
        const { page } = harness.editor;
        const catalogues = [original, ...languages].map(readCatalogues);
        const texts = catalogues.flatMap((all) =>
          [...all.values()].flatMap((one) => [...one.values()]),
        );
        const choose =
          widest === undefined ? last : chooseWidest(await measureTexts(page, texts), widest);
        await showTexts(
          page,
          mapCatalogues(catalogues, (translations) => `${mark}${choose(translations)}`),
        );
      });

      for (const id of nodeIds) {
        it(`have room for each text, and show no other: that of ${id}`, async () => {
          const shown = await readOpenDialog(id, chosen ?? what.replaceAll(' ', '-'));
          assert.deepEqual(shown.misplaced, []);
          const others = shown.words.filter(
            (text) => /[a-z]{3}/i.test(text) && !text.includes(mark) && !untranslated.has(text),
          );
          assert.deepEqual(others, []);
        });
      }
    });
  }
});
