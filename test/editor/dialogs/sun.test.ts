import assert from 'node:assert/strict';
import { parseSunSettings } from '../../../src/runtime/nodes/sun';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { saveRequestedScreenshot } from '../../support/browser/browser';

describe('The dialog of a sun node', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness({});
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  const choose = async (field: string, moment: string): Promise<void> => {
    await harness.field(`${field}: where the value comes from`).click();
    const options = harness.editor.page.locator('.red-ui-typedInput-options:visible');
    await options.getByText(moment, { exact: true }).click();
  };
  const readProblem = async (): Promise<string | null> =>
    harness.editor.page.locator('.lighting-bridge-problem').textContent();
  const readSun = async () => {
    const saved = await harness.settings('bridge-sun');
    return parseSunSettings({ id: 'node', type: 'bridge-sun', z: '', name: '', ...saved }).sun;
  };

  it('begins with sunset until 23:00, as a node without settings does', async () => {
    await harness.open('bridge-sun');
    assert.equal(await harness.field('Until').inputValue(), '23:00');
    assert.ok(await harness.field('Also send once after deploy').isChecked());
    await saveRequestedScreenshot(harness.editor.page, 'sun');
    await harness.editor.closeDialog('ok');
    const expected = {
      kind: 'period',
      period: { from: { kind: 'sunset', offset: 0 }, to: { kind: 'time', minute: 23 * 60 } },
      emitAtStart: true,
    };
    assert.deepEqual(await readSun(), expected);
    const bare = parseSunSettings({ id: 'node', type: 'bridge-sun', z: '', name: '' });
    assert.deepEqual(bare.sun, expected);
  });

  it('takes an offset from sunset and a time of day, and says what is wrong with them', async () => {
    await harness.open('bridge-sun');
    await choose('From', 'before sunset');
    const from = harness.field('From');
    await from.fill('9h');
    await from.dispatchEvent('change');
    assert.equal(await readProblem(), 'From: write a time up to 6h, such as 30min.');
    await from.fill('30min');
    await from.dispatchEvent('change');
    const until = harness.field('Until');
    await until.fill('25:00');
    await until.dispatchEvent('change');
    assert.equal(await readProblem(), 'Until: write a time of day such as 23:30.');
    await until.fill('1:30');
    await until.dispatchEvent('change');
    await saveRequestedScreenshot(harness.editor.page, 'sun-offset');
    await harness.editor.closeDialog('ok');
    const sun = await readSun();
    assert.equal(sun.kind, 'period');
    assert.deepEqual(sun.period, {
      from: { kind: 'sunset', offset: -30 * 60_000 },
      to: { kind: 'time', minute: 90 },
    });
  });

  it('shows only the fields of what the node sends', async () => {
    await harness.open('bridge-sun');
    await harness.field('Send').selectOption('events');
    for (const [field, isShown] of [
      ['From', false],
      ['Until', false],
      ['Also send once after deploy', false],
    ] as const)
      assert.equal(await harness.field(field).isVisible(), isShown, field);
    await choose('At', 'after sunrise');
    await harness.field('At').fill('1h');
    await saveRequestedScreenshot(harness.editor.page, 'sun-events');
    await harness.editor.closeDialog('ok');
    const sun = await readSun();
    assert.deepEqual(sun, {
      kind: 'events',
      moments: [{ kind: 'sunrise', offset: 3_600_000 }],
    });
  });
});
