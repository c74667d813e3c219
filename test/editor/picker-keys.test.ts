import assert from 'node:assert/strict';
import { saveScreenshot } from '../support/browser';
import { gate } from '../support/gate';
import { openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';
import { pickerHands } from './picker-hands';
import type { PickerHands } from './picker-hands';

describe('A person in the picker', function () {
  this.timeout(90_000);
  let stage: DialogStage;
  let hands: PickerHands;

  before(async () => {
    stage = await openStage();
    hands = pickerHands(stage);
  });

  after(() => stage.end());

  afterEach(() => stage.tidy());

  it('stays within the dialog', async () => {
    await stage.open('bridge-sensor');
    await stage.field('Sensor: choose').click();
    await hands.branches().first().waitFor();
    await saveScreenshot(stage.editor.page, 'picker-narrow');
    const tray = await stage.editor.page.locator('.red-ui-tray').boundingBox();
    const panel = await stage.editor.page
      .locator('.red-ui-popover-panel:visible, .red-ui-editor-dialog:visible', {
        has: hands.picker,
      })
      .last()
      .boundingBox();
    assert.ok(tray && panel);
    assert.ok(panel.x >= tray.x, `${panel.x} < ${tray.x}`);
    assert.ok(panel.x + panel.width <= tray.x + tray.width, `${panel.x + panel.width}`);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('goes from the search to its first match with one key', async () => {
    const { keyboard } = stage.editor.page;
    await hands.open();
    await hands.search('kitchen spot');
    await hands.shows(hands.lampsLike(/^Kitchen spot/));
    await keyboard.press('ArrowDown');
    assert.deepEqual(await hands.focused.allTextContents(), ['Kitchen spot 1']);
    await keyboard.press('ArrowDown');
    assert.deepEqual(await hands.focused.allTextContents(), ['Kitchen spot 2']);

    await saveScreenshot(stage.editor.page, 'picker-keys');
    await keyboard.press('Enter');
    await hands.picker.waitFor({ state: 'detached' });
    assert.equal(await hands.picked.textContent(), 'Kitchen spot 2');
    await stage.editor.closeDialog('cancel');
  });

  it('works with the keyboard alone', async () => {
    const { keyboard } = stage.editor.page;
    await hands.open();
    await hands.search('floor lamp');
    await hands.shows(['Floor lamp']);
    await keyboard.press('ArrowDown');
    for (let step = 0; step < 40 && (await hands.focused.count()) === 0; step += 1) {
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
    await hands.picker.waitFor({ state: 'detached' });
    assert.equal(await hands.picked.textContent(), 'Floor lamp');
    await stage.editor.closeDialog('cancel');
  });

  it('takes the only match with Enter, and nothing while there are several', async () => {
    const { keyboard } = stage.editor.page;
    await hands.open();
    await hands.search('lamp');
    await keyboard.press('Enter');
    assert.equal(await hands.picker.count(), 1);
    await hands.search('floor lamp');
    await keyboard.press('Enter');
    await hands.picker.waitFor({ state: 'detached' });
    assert.equal(await hands.picked.textContent(), 'Floor lamp');
    await stage.editor.closeDialog('cancel');
  });

  it('leaves a person where they are when the list of the bridge comes later', async () => {
    const { page } = stage.editor;
    await hands.open();
    await hands.answered();
    await page.keyboard.press('Escape');
    const answer = gate();
    await page.route('**/lighting-bridge/resources', async (route) => {
      await answer.opened;
      await route.continue();
    });
    await stage.field('Lamp or group: choose').click();
    await hands.search('kitchen spot');
    await hands.shows(hands.lampsLike(/^Kitchen spot/));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    answer.open();
    await hands.answered();
    await page.unroute('**/lighting-bridge/resources');
    assert.deepEqual(await hands.focused.allTextContents(), ['Kitchen spot 2']);
    await page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('keeps the rooms open that a person left open when the list is drawn anew', async () => {
    await hands.open();
    await hands.answered();
    const bathroom = hands.picker.locator('.red-ui-treeList-label', { hasText: /^Bathroom$/ });
    await bathroom.locator('.fa-angle-right').click();
    await hands.picker.getByText('Bathroom ceiling', { exact: true }).waitFor();
    await hands.picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    await hands.answered();
    assert.ok(await hands.picker.getByText('Bathroom ceiling', { exact: true }).isVisible());
    assert.equal(
      await hands.picker.getByText('Kitchen spot 1', { exact: true }).isVisible(),
      false,
    );
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('shows the whole name of what was picked, however little else has room', async () => {
    const { page } = stage.editor;
    await stage.open('bridge-sensor');
    await stage.field('Sensor: choose').click();
    await hands.branches().first().waitFor();
    await hands.search('bathroom temperature');
    await hands.shows(['Bathroom sensor']);
    await page.keyboard.press('Enter');
    await hands.picker.waitFor({ state: 'detached' });
    await saveScreenshot(page, 'picked');
    assert.equal(await hands.picked.textContent(), 'Bathroom sensor');
    const isWhole: unknown = await page.evaluate(`(([name]) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return name.getBoundingClientRect().width >= text.getBoundingClientRect().width;
    })($(".lighting-bridge-picked-name"))`);
    assert.equal(isWhole, true);
    await stage.editor.closeDialog('cancel');
  });
});
