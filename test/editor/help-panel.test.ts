import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { getSharedBrowser } from '../support/browser/shared-browser';
import { openEditor } from '../support/browser/editor';
import type { Editor } from '../support/browser/editor';
import { placedNodeTypes } from '../support/node-red/node-types';
import { deployOnSharedNodeRed } from '../support/node-red/shared-node-red';
import type { RunningNodeRed } from '../support/node-red/node-red';
import { builtHelpFolder, readHelpPage } from './support/help-page';

/** A property of a message: its name, its type, and what it holds. */
type Definition = [term: string, type: string, text: string];

interface HelpPanel {
  /** All that the panel shows, without white space. */
  text: string;
  definitions: Definition[];
  headings: string[];
  /** Texts whose right end the panel cuts off. */
  clipped: string[];
}

const removeSpace = (text: string): string => text.replaceAll(/\s+/g, '');

/** Removes the marks of emphasis, code and links from Markdown. */
const removeInlineMarks = (markdown: string): string =>
  markdown
    .split('`')
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/_([^_]+)_|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]+\)/g, '$1$2$3'),
    )
    .join('');

/** A line that defines a property of a message, also inside a numbered list. */
const definitionLine = /^ *: *(.+?) \((.+?)\) : (.+)$/;

function readDefinitions(markdown: string): Definition[] {
  return markdown
    .split('\n')
    .filter((line) => /^ *:/.test(line))
    .map((line) => {
      const match = definitionLine.exec(line);
      assert.ok(match, `This line is no definition of the form ": name (type) : text": ${line}`);
      const [, term = '', type = '', text = ''] = match;
      return [term, type, removeInlineMarks(text)];
    });
}

/** The words of Markdown, without its marks and without white space. */
const readText = (markdown: string): string =>
  removeSpace(
    markdown
      .replaceAll(/<!--.*?-->/g, '')
      .split(/^```\w*$/m)
      .map((part, index) => (index % 2 === 1 ? part : readProse(part)))
      .join(''),
  );

const readProse = (markdown: string): string =>
  removeInlineMarks(
    markdown
      .replaceAll(/^\|[ |:-]+\|$/gm, '')
      .replaceAll(/^\|(.*)\|$/gm, (_row, cells: string) => cells.replaceAll(' | ', ' '))
      .replaceAll(/^ *: *(.+?) \((.+?)\) : /gm, '$1 $2 ')
      .replaceAll(/^ *(?:#+|-|\d+\.) /gm, ''),
  );

/** Runs in the page: shows the help of a node type and reads it. */
const readPanel = (type: string): string => `(() => {
  RED.sidebar.help.show(${JSON.stringify(type)}, true);
  const panel = document.querySelector('.red-ui-help-title + .red-ui-help');
  const elements = (selector) => [...panel.querySelectorAll(selector)];
  return {
    text: panel.textContent.replace(/\\s+/g, ''),
    definitions: elements('dt').map((term) => [
      term.firstChild.textContent,
      term.querySelector('.property-type')?.textContent,
      term.parentElement.matches('dl.message-properties') ? term.nextElementSibling?.textContent : '',
    ]),
    headings: elements('h3').map((heading) => heading.textContent),
    clipped: elements('dt, dd, p, li, h3, table, code')
      .filter((element) => !element.closest('pre'))
      .filter((element) => element.getBoundingClientRect().right > panel.getBoundingClientRect().right + 1)
      .map((element) => element.textContent),
  };
})()`;

/** Runs in the page: shows and reads each of several texts as the help of a node type. */
const readPanels = (type: string, pages: readonly string[]): string =>
  `${JSON.stringify(pages)}.map((markdown) => {
    const help = markdown + '\\n<div class="lighting-bridge-help"></div>';
    $('script[data-help-name="${type}"]').text(help);
    return ${readPanel(type)};
  })`;

/** What the panel is to show of Markdown. */
const describePanel = (markdown: string): HelpPanel => ({
  text: readText(markdown),
  definitions: readDefinitions(markdown),
  headings: [...markdown.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading),
  clipped: [],
});

describe('The help panel', () => {
  let nodeRed: RunningNodeRed;
  let editor: Editor;

  before(async () => {
    const [started, browser] = await Promise.all([deployOnSharedNodeRed(), getSharedBrowser()]);
    nodeRed = started;
    editor = await openEditor(browser, nodeRed, { width: 1500, height: 2400 });
  });
  after(async () => {
    await editor.close();
    await nodeRed.stop();
  });

  const languages = readdirSync(builtHelpFolder);
  for (const type of ['bridge-config', ...placedNodeTypes]) {
    it(`shows every word of the help of ${type} in every language, and each property of a message with its type`, async () => {
      const pages = languages.map((language) => readHelpPage(type, language));
      const panels = await editor.page.evaluate<HelpPanel[]>(readPanels(type, pages));
      for (const [index, language] of languages.entries())
        assert.deepEqual(panels[index], describePanel(pages[index] ?? ''), language);
    });
  }

  it('opens a page of the documentation, at its heading, and the pages that it links to', async () => {
    const { page } = editor;
    await page.evaluate(readPanel('bridge-poll'));
    await page.click('.red-ui-help a[href="docs/resources.md#plain-values"]');
    await page.waitForFunction(
      () => document.querySelector('.red-ui-help-title')?.textContent === 'Resources',
    );
    const isHeadingShown = await page.evaluate(() => {
      const heading = [...document.querySelectorAll('.red-ui-help h2')].find(
        ({ textContent }) => textContent === 'Plain values',
      );
      const top = heading?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < window.innerHeight;
    });
    assert.ok(isHeadingShown);
    await page.evaluate(readPanel('bridge-light'));
    await page.click('.red-ui-help a[href="docs/errors.md"]');
    await page.waitForFunction(
      () =>
        document.querySelector('.red-ui-help-title')?.textContent?.startsWith('Errors') === true,
    );
    await page.click('.red-ui-help a[href^="docs/"]');
    await page.waitForFunction(
      () =>
        document.querySelector('.red-ui-help-title')?.textContent?.startsWith('Errors') === false,
    );
  });
});
