import assert from 'node:assert/strict';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';

describe('The fields that build a command, in the light dialog', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness({
      'bridge-light': { command: '{"on":true,"brightness":40}', commandType: 'json' },
    });
  });
  after(() => harness.stop());

  it('dim in turn, and save and restore what the lamps show', async () => {
    const { page } = harness.editor;
    const readCommand = async (): Promise<unknown> => {
      const text = await page.evaluate<string>(`$('#node-input-command').val()`);
      return JSON.parse(text);
    };
    await harness.open('bridge-light');
    await page
      .getByText('In words: turn the lamps on and set the brightness to 40 %.')
      .waitFor({ state: 'visible' });
    await harness.field('Switch').selectOption('turn');
    assert.deepEqual(await readCommand(), { dim: 'turn' });
    await harness.field('Switch').selectOption('save');
    assert.deepEqual(await readCommand(), { save: 'before' });
    await harness.field('Saved as').fill('bell');
    assert.deepEqual(await readCommand(), { save: 'bell' });
    await page.getByText('In words: save what the lamps show as “bell”.').waitFor();
    await harness.field('Switch').selectOption('restore');
    assert.deepEqual(await readCommand(), { restore: 'bell' });
    await saveRequestedScreenshot(page, 'light-restore');
    await harness.field('Switch').selectOption('on');
    assert.deepEqual(await readCommand(), { on: true, brightness: 40 });
    await harness.field('Saved as').waitFor({ state: 'hidden' });
    await harness.editor.closeDialog('cancel');
  });

  it('say the name of a room once, after a command for all its lamps was tried, until the command changes', async () => {
    const { page } = harness.editor;
    await harness.open('bridge-light');
    await page.evaluate(`$('#node-input-target').typedInput('type', 'str')`);
    await page.evaluate(`$('#node-input-target').typedInput('value', 'Bathroom')`);
    await harness.field('Switch').selectOption('off');
    await page.getByRole('button', { name: 'Try it' }).click();
    const result = page.getByText('Bathroom: done.', { exact: true });
    await result.waitFor();
    await page.evaluate(`$('#node-input-command').trigger('change')`);
    assert.equal(await result.count(), 1);
    await harness.field('Switch').selectOption('on');
    await result.waitFor({ state: 'hidden' });
    await harness.editor.closeDialog('cancel');
  });

  it('list the steps of a sequence, and write and show them', async () => {
    const { page } = harness.editor;
    const readCommand = async (): Promise<unknown> => {
      const text = await page.evaluate<string>(`$('#node-input-command').val()`);
      return JSON.parse(text);
    };
    await harness.open('bridge-light');
    await harness.field('Switch').selectOption('steps');
    const first = { on: true, for: '1s' };
    const second = { on: false, for: '1s' };
    assert.deepEqual(await readCommand(), { play: [first, second], repeat: 3, restore: true });
    await harness.field('What the lamps do in this step').first().selectOption('color');
    await harness.field('Colour').first().fill('#0000ff');
    await harness.field('Brightness in this step').first().selectOption('50 %');
    await harness.field('Length of the step').first().fill('5');
    await harness.field('Longest time of a random length').first().fill('20s');
    await page.keyboard.press('Tab');
    await harness.field('Repeat').last().selectOption('forever');
    await harness.field('Afterwards').first().selectOption('stay');
    const blue = { on: true, color: '#0000ff', brightness: 50, for: ['5s', '20s'] };
    assert.deepEqual(await readCommand(), { play: [blue, second], repeat: true });
    await page.locator('.red-ui-tray').getByText('Add a step').click();
    assert.deepEqual(await readCommand(), { play: [blue, second, first], repeat: true });
    await saveRequestedScreenshot(page, 'light-steps');
    await harness.editor.closeDialog('ok');
    await harness.open('bridge-light');
    assert.equal(await harness.field('Length of the step').count(), 3);
    await page.evaluate(
      `$('#node-input-command').typedInput('value', '{"play":[{"kelvin":2750,"for":"2s"}]}')`,
    );
    assert.equal(await harness.field('Length of the step').inputValue(), '2s');
    assert.equal(await harness.field('White, from warm to cold').first().inputValue(), '2750');
    await harness.editor.closeDialog('cancel');
  });

  it('play a sequence that has a name, as often and for as long as is chosen', async () => {
    const { page } = harness.editor;
    const readCommand = async (): Promise<unknown> => {
      const text = await page.evaluate<string>(`$('#node-input-command').val()`);
      return JSON.parse(text);
    };
    await harness.open('bridge-light');
    await harness.field('Switch').selectOption('on');
    await harness.field('Switch').selectOption('play');
    await harness.field('Sequence').selectOption('candle');
    assert.deepEqual(await readCommand(), { play: 'candle' });
    await harness.field('Repeat').first().selectOption('times');
    await harness.field('How often the steps are played').first().fill('5');
    assert.deepEqual(await readCommand(), { play: 'candle', repeat: 5 });
    await harness.field('Repeat').first().selectOption('usual');
    await harness.field('Play for').fill('90');
    await page.keyboard.press('Tab');
    assert.deepEqual(await readCommand(), { play: 'candle', for: '1.5min' });
    await harness.field('Afterwards').last().selectOption('restore what the lamps showed before');
    assert.deepEqual(await readCommand(), { play: 'candle', for: '1.5min', restore: true });
    await saveRequestedScreenshot(page, 'light-play');
    await harness.editor.closeDialog('ok');
    await harness.open('bridge-light');
    assert.equal(await harness.field('Play for').inputValue(), '1.5min');
    await harness.field('Switch').selectOption('on');
    assert.deepEqual(await readCommand(), { on: true });
    await harness.editor.closeDialog('cancel');
  });

  it('let a lamp blink for as long and in the colour that is chosen', async () => {
    const { page } = harness.editor;
    const readCommand = async (): Promise<unknown> => {
      const text = await page.evaluate<string>(`$('#node-input-command').val()`);
      return JSON.parse(text);
    };
    await harness.open('bridge-light');
    await harness.field('Switch').selectOption('alert');
    assert.deepEqual(await readCommand(), { alert: '5s' });
    await harness.field('Brightness').waitFor({ state: 'hidden' });
    await harness.field('Blinks in').selectOption('other');
    assert.deepEqual(await readCommand(), { alert: { duration: '5s', color: '#ff0000' } });
    await harness.field('Blinks for').selectOption('10s');
    await harness.field('Colour of the blinking').fill('#0000ff');
    assert.deepEqual(await readCommand(), { alert: { duration: '10s', color: '#0000ff' } });
    await harness.field('Blinks for').selectOption('once, softly');
    assert.deepEqual(await readCommand(), { alert: true });
    await harness.field('Blinks in').waitFor({ state: 'hidden' });
    await harness.field('Afterwards').last().selectOption('restore what the lamps showed before');
    assert.deepEqual(await readCommand(), { alert: true, restore: true });
    await harness
      .field('Afterwards')
      .last()
      .selectOption('leave the lamps as the bridge leaves them');
    assert.deepEqual(await readCommand(), { alert: true });
    await harness.editor.closeDialog('ok');
    assert.equal((await harness.settings('bridge-light'))['command'], '{"alert":true}');
  });
});
