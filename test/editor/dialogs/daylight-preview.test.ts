import assert from 'node:assert/strict';
import { startDialogHarness } from '../support/dialog-harness';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import type { DialogHarness } from '../support/dialog-harness';

describe('The day that the daylight dialog draws', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness({ 'bridge-daylight': { follow: 'table' } });
  });
  after(() => harness.stop());

  it('comes from a day and a night in one row each, and a wrong number is marked by itself', async () => {
    const { page } = harness.editor;
    await harness.open('bridge-daylight');
    await harness.field('Follows').selectOption('sun');
    const rows = page.locator(
      '.form-row:visible:has(#node-input-dayKelvin, #node-input-nightKelvin)',
    );
    assert.equal(await rows.count(), 2);
    assert.equal(await harness.field('By day').inputValue(), '5000');
    await saveRequestedScreenshot(page, 'daylight-rows');
    await harness.field('At night (%)').fill('200');
    await harness.field('At night (%)').press('Tab');
    await page
      .locator('.lighting-bridge-problem')
      .getByText('At night (%) must be a number from 1 to 100.')
      .waitFor();
    const marks = await Promise.all(
      ['By day', 'By day (%)', 'At night', 'At night (%)'].map((label) =>
        harness.field(label).getAttribute('aria-invalid'),
      ),
    );
    assert.deepEqual(marks, [null, null, null, 'true']);
    await harness.editor.closeDialog('cancel');
  });

  it('goes with its label while the table is wrong, and comes back with it', async () => {
    await harness.open('bridge-daylight');
    const { page } = harness.editor;
    const label = page.locator('#bridge-daylight-preview-label');
    const chart = page.locator('#bridge-daylight-preview svg');
    await chart.waitFor();
    const table = harness.field('Table of times');
    const right = await table.inputValue();
    await table.fill('at noon it is bright');
    await table.press('Tab');
    await chart.waitFor({ state: 'detached' });
    await label.waitFor({ state: 'hidden' });
    await table.fill(right);
    await table.press('Tab');
    await chart.waitFor();
    assert.ok(await label.isVisible());
    await harness.editor.closeDialog('cancel');
  });
});
