import assert from 'node:assert/strict';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { createDeferred } from '../../support/deferred';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { createPickerPage } from './picker-page';
import type { PickerPage } from './picker-page';

describe('A person in the picker', () => {
  let harness: DialogHarness;
  let pickerPage: PickerPage;

  before(async () => {
    harness = await startDialogHarness();
    pickerPage = createPickerPage(harness);
  });

  after(() => harness.stop());

  afterEach(() => harness.closeOpenDialogs());

  it('stays within the dialog', async () => {
    await harness.open('bridge-sensor');
    await harness.field('Sensor: choose').click();
    await pickerPage.visibleRows().first().waitFor();
    await saveRequestedScreenshot(harness.editor.page, 'picker-narrow');
    const tray = await harness.editor.page.locator('.red-ui-tray').boundingBox();
    const panel = await harness.editor.page
      .locator('.red-ui-popover-panel:visible, .red-ui-editor-dialog:visible', {
        has: pickerPage.picker,
      })
      .last()
      .boundingBox();
    assert.ok(tray && panel);
    assert.ok(panel.x >= tray.x, `${panel.x} < ${tray.x}`);
    assert.ok(panel.x + panel.width <= tray.x + tray.width, `${panel.x + panel.width}`);
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('goes from the search to its first match with one key', async () => {
    const { keyboard } = harness.editor.page;
    await pickerPage.open();
    await pickerPage.search('kitchen spot');
    await pickerPage.waitForResults(pickerPage.findLampNames(/^Kitchen spot/));
    await keyboard.press('ArrowDown');
    assert.deepEqual(await pickerPage.focusedRowName.allTextContents(), ['Kitchen spot 1']);
    await keyboard.press('ArrowDown');
    assert.deepEqual(await pickerPage.focusedRowName.allTextContents(), ['Kitchen spot 2']);

    await saveRequestedScreenshot(harness.editor.page, 'picker-keys');
    await keyboard.press('Enter');
    await pickerPage.picker.waitFor({ state: 'detached' });
    assert.equal(await pickerPage.pickedName.textContent(), 'Kitchen spot 2');
    await harness.editor.closeDialog('cancel');
  });

  it('works with the keyboard alone', async () => {
    const { page } = harness.editor;
    const { keyboard } = page;
    const readFocus = (): Promise<unknown> =>
      page.evaluate(`document.activeElement.getAttribute('aria-label')`);
    await pickerPage.open();
    assert.equal(await readFocus(), 'Search by name, room or id');
    await keyboard.press('Escape');
    await pickerPage.picker.waitFor({ state: 'detached' });
    assert.equal(await readFocus(), 'Lamp or group: choose');
    await keyboard.press('Enter');
    await pickerPage.search('floor lamp');
    await pickerPage.waitForResults(['Floor lamp']);
    await keyboard.press('ArrowDown');
    for (let step = 0; step < 40 && (await pickerPage.focusedRowName.count()) === 0; step += 1) {
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
    await pickerPage.picker.waitFor({ state: 'detached' });
    assert.equal(await pickerPage.pickedName.textContent(), 'Floor lamp');
    await harness.editor.closeDialog('cancel');
  });

  it('takes the only match with Enter, and nothing while there are several', async () => {
    const { keyboard } = harness.editor.page;
    await pickerPage.open();
    await pickerPage.search('lamp');
    await keyboard.press('Enter');
    assert.equal(await pickerPage.picker.count(), 1);
    await pickerPage.search('floor lamp');
    await keyboard.press('Enter');
    await pickerPage.picker.waitFor({ state: 'detached' });
    assert.equal(await pickerPage.pickedName.textContent(), 'Floor lamp');
    await harness.editor.closeDialog('cancel');
  });

  it('leaves a person where they are when the list of the bridge comes later', async () => {
    const { page } = harness.editor;
    await pickerPage.open();
    await pickerPage.waitForList();
    await page.keyboard.press('Escape');
    const deferredResponse = createDeferred();
    await page.route('**/lighting-bridge/resources', async (route) => {
      await deferredResponse.promise;
      await route.continue();
    });
    await harness.field('Lamp or group: choose').click();
    await pickerPage.search('kitchen spot');
    await pickerPage.waitForResults(pickerPage.findLampNames(/^Kitchen spot/));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    deferredResponse.resolve();
    await pickerPage.waitForList();
    await page.unroute('**/lighting-bridge/resources');
    assert.deepEqual(await pickerPage.focusedRowName.allTextContents(), ['Kitchen spot 2']);
    await page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('keeps the rooms open that a person left open when the list is drawn anew', async () => {
    await pickerPage.open();
    await pickerPage.waitForList();
    const bathroom = pickerPage.picker.locator('.red-ui-treeList-label', { hasText: /^Bathroom$/ });
    await bathroom.locator('.fa-angle-right').click();
    await pickerPage.picker.getByText('Bathroom ceiling', { exact: true }).waitFor();
    await pickerPage.picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    await pickerPage.waitForList();
    assert.ok(await pickerPage.picker.getByText('Bathroom ceiling', { exact: true }).isVisible());
    assert.equal(
      await pickerPage.picker.getByText('Kitchen spot 1', { exact: true }).isVisible(),
      false,
    );
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('shows what sensors, automations and buttons report in the words that nodes have for it', async () => {
    const { page } = harness.editor;
    for (const [id, field, query, state] of [
      ['bridge-sensor', 'Sensor', 'contact', 'closed'],
      ['bridge-sensor', 'Sensor', 'tamper', 'not tampered with'],
      ['bridge-sensor', 'Sensor', 'battery', '92 %'],
      ['bridge-automation', 'Automation', '', 'running'],
      ['bridge-button', 'Buttons', 'dimmer', 'short press'],
    ] as const) {
      await harness.open(id);
      await harness.field(`${field}: choose`).click();
      await pickerPage.visibleRows().first().waitFor();
      await pickerPage.search(query);
      const states = pickerPage.picker.locator('.lighting-bridge-leaf-state:visible');
      await states.getByText(state, { exact: true }).first().waitFor();
      assert.deepEqual(await states.getByText(/^(?:true|false)$|_/).allTextContents(), [], id);
      await page.keyboard.press('Escape');
      await harness.editor.closeDialog('cancel');
    }
  });

  it('names a picked room once', async () => {
    await pickerPage.open();
    await pickerPage.search('together kitchen');
    await pickerPage.waitForResults(['Kitchen']);
    await harness.editor.page.keyboard.press('Enter');
    await pickerPage.picker.waitFor({ state: 'detached' });
    const picked = harness.editor.page.locator('.lighting-bridge-picked');
    assert.equal(await picked.textContent(), 'Kitchenall lamps together');
    await harness.editor.closeDialog('cancel');
  });

  it('shows the whole name of what was picked, however little else has room', async () => {
    const { page } = harness.editor;
    await harness.open('bridge-sensor');
    await harness.field('Sensor: choose').click();
    await pickerPage.visibleRows().first().waitFor();
    await pickerPage.search('bathroom temperature');
    await pickerPage.waitForResults(['Bathroom sensor']);
    await page.keyboard.press('Enter');
    await pickerPage.picker.waitFor({ state: 'detached' });
    await saveRequestedScreenshot(page, 'picked');
    assert.equal(await pickerPage.pickedName.textContent(), 'Bathroom sensor');
    const isWhole: unknown = await page.evaluate(`(([name]) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return name.getBoundingClientRect().width >= text.getBoundingClientRect().width;
    })($(".lighting-bridge-picked-name"))`);
    assert.equal(isWhole, true);
    await harness.editor.closeDialog('cancel');
  });
});
