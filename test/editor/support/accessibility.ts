import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Node-RED's own: keyboard traps, and the small grey count of a search. */
const nodeRedElements = ['[id^="red-ui-trap"]', '.red-ui-searchBox-resultCount'];

/**
 * Checks also the contrast of texts.
 *
 * @param part selector
 * @throws AssertionError that lists rules and elements
 */
export async function assertAccessible(page: Page, part: string): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') {
    await page.evaluate(axe.source);
    // Without a height of the body, axe finds everything invisible and skips contrasts.
    await page.addStyleTag({ content: 'body { height: 100vh }' });
  }
  const violations: unknown = await page.evaluate(checkScript(part));
  assert.deepEqual(violations, []);
}

/** Runs in the page. Hides canvas and other bars: axe measures all that is visible. */
const checkScript = (part: string): string => `(async () => {
  const others = $('#red-ui-header, #red-ui-palette, #red-ui-workspace, #red-ui-sidebar, #red-ui-sidebar-left').filter(':visible').not(':has(:focus)').not($(${JSON.stringify(part)}).parents());
  others.hide();
  try {
    const { violations } = await axe.run(
      ${JSON.stringify({ include: part, exclude: nodeRedElements })},
      { resultTypes: ['violations'] },
    );
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html, any }) => [html, any[0]?.message])]);
  } finally {
    others.show();
  }
})()`;
