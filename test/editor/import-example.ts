import type { Page } from 'playwright-core';

/** Runs in the page: presses the button that imports what is selected; false while it is disabled. */
const pressImport = `(() => {
  const button = document.querySelector('#red-ui-clipboard-dialog-ok');
  const enabled = !button.disabled;
  button.click();
  return enabled;
})()`;

/** Imports an example of this package as people do: in the import dialog, whatever its language. */
export async function importExample(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+i');
  await page.click(
    '#red-ui-clipboard-dialog-import-tabs [href="#red-ui-clipboard-dialog-import-tab-examples"]',
  );
  const tree = page.locator('.red-ui-clipboard-dialog-tab-library:visible');
  const branch = tree.locator('.red-ui-treeList-label', { hasText: '@lighting-bridge/node-red' });
  await branch.locator('.fa-angle-right').click();
  const example = tree.locator('.red-ui-treeList-label-text').getByText(name, { exact: true });
  // The editor looks at its empty clipboard a moment after the dialog opens, and may then disable its button again.
  do await example.click();
  while (!(await page.evaluate<boolean>(pressImport)));
}
