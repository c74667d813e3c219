import assert from 'node:assert/strict';
import { createFixtureId } from '../../src/simulator';
import { startDialogHarness } from './support/dialog-harness';
import type { DialogHarness } from './support/dialog-harness';

const drive = {
  type: 'warp_drive',
  id: createFixtureId('warp_drive/one'),
  metadata: { name: 'Drive' },
};

describe('The resource types of a dialog', () => {
  let harness: DialogHarness;

  before(async () => {
    harness = await startDialogHarness();
    harness.simulator.home.add(drive);
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  const waitForType = (): Promise<void> =>
    harness
      .field('Type')
      .locator('optgroup[label="Types of your bridge that are newer than this package"]')
      .locator('option[value="warp_drive"]')
      .waitFor({ state: 'attached' });

  it('are those of the table, those that the bridge has beside them, and any other', async () => {
    for (const id of ['bridge-resource', 'bridge-poll']) {
      await harness.open(id);
      await waitForType();
      await harness.field('Type').selectOption('…');
      const name = harness.field('Name of the other type');
      await name.fill('Not a type!');
      await name.press('Tab');
      assert.equal(await harness.field('Type').inputValue(), '…');
      await name.fill('flux_capacitor');
      await name.press('Tab');
      assert.equal(await harness.field('Type').inputValue(), 'flux_capacitor');
      assert.equal(await name.isVisible(), false);
      assert.equal(await name.inputValue(), '');
      const last = harness.field('Type').locator('> option').last();
      assert.equal(await last.getAttribute('value'), '…');
      await harness.editor.closeDialog('ok');
      assert.equal((await harness.settings(id))['rtype'], 'flux_capacitor');
      await harness.open(id);
      assert.equal(await harness.field('Type').inputValue(), 'flux_capacitor');
      await harness.editor.closeDialog('cancel');
    }
  });

  it('have resources to pick, whatever the type', async () => {
    await harness.open('bridge-poll');
    await waitForType();
    await harness.field('Type').selectOption('warp_drive');
    await harness.field('Resources: choose').click();
    const picker = harness.editor.page.locator('.lighting-bridge-picker');
    await picker.getByText('Drive', { exact: true }).click();
    await picker.waitFor({ state: 'detached' });
    await harness.editor.closeDialog('ok');
    const { rtype, target } = await harness.settings('bridge-poll');
    assert.deepEqual({ rtype, target }, { rtype: 'warp_drive', target: drive.id });
  });
});
