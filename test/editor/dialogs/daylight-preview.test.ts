import assert from 'node:assert/strict';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';

describe('The day that the daylight dialog draws', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness({ 'bridge-daylight': { follow: 'table' } });
  });
  after(() => harness.stop());

  it('goes with its label while the table is wrong, and comes back with it', async () => {
    await harness.open('bridge-daylight');
    const { page } = harness.editor;
    const label = page.locator('#bridge-daylight-preview-label');
    const chart = page.locator('#bridge-daylight-preview svg');
    await chart.waitFor();
    const table = harness.field('Times');
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
