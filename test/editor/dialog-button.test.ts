import assert from 'node:assert/strict';
import { createFixtureId } from '../../src/simulator';
import { startDialogHarness } from './support/dialog-harness';
import type { DialogHarness } from './support/dialog-harness';
import { saveRequestedScreenshot } from '../support/browser/browser';

const node = 'bridge-button';

describe('The dialog of buttons', () => {
  let harness: DialogHarness;

  before(async () => {
    harness = await startDialogHarness({
      [node]: {
        split: 'rules',
        rules: [
          { button: '1', event: 'short_release' },
          { button: '2', event: 'long_press' },
          { button: '', event: 'long_release' },
        ],
        outputs: 3,
        wires: [['bridge-light'], ['bridge-room'], ['bridge-poll']],
      },
    });
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  const undoLastChange = (): Promise<unknown> => harness.editor.page.evaluate('RED.history.pop()');
  const readWires = async (): Promise<unknown> => (await harness.settings(node))['wires'];
  /** Labels of the outputs as the canvas shows them on hover. */
  const readOutputLabels = (): Promise<unknown> =>
    harness.editor.page.evaluate(
      `(() => {
        const node = RED.nodes.node(${JSON.stringify(node)});
        return Array.from({ length: node.outputs }, (_, index) => node._def.outputLabels.call(node, index));
      })()`,
    );

  it('says what each output is for', async () => {
    assert.deepEqual(await readOutputLabels(), [
      'button 1, short press',
      'button 2, held',
      'released after holding',
    ]);
  });

  it('opens the settings of its bridge with Enter and with the space bar', async () => {
    const { editor } = harness;
    for (const key of ['Enter', ' ']) {
      await harness.open(node);
      await editor.page.getByRole('button', { name: 'Edit the bridge' }).press(key);
      await editor.page.locator('#node-config-dialog-cancel').click();
      await editor.closeDialog('cancel');
    }
  });

  it('keeps the wires with their outputs when a rule is taken away and another one changed', async () => {
    const { editor } = harness;
    await harness.open(node);
    const rows = editor.page.locator('#bridge-button-rules > li');
    await rows.nth(2).getByLabel('Kind of press').selectOption('repeat');
    await rows.nth(0).locator('.red-ui-editableList-item-remove').click();
    await rows.nth(2).waitFor({ state: 'detached' });
    assert.deepEqual(await rows.locator('.lighting-bridge-row-name').allTextContents(), [
      '→ 1',
      '→ 2',
    ]);
    await editor.closeDialog('ok');
    const { outputs, rules } = await harness.settings(node);
    assert.equal(outputs, 2);
    assert.deepEqual(rules, [
      { button: '2', event: 'long_press' },
      { button: '', event: 'repeat' },
    ]);
    assert.deepEqual(await readWires(), [['bridge-room'], ['bridge-poll']]);
    await undoLastChange();
    assert.deepEqual(await readWires(), [['bridge-light'], ['bridge-room'], ['bridge-poll']]);
  });

  it('offers any button first, then each in its order', async () => {
    await harness.open(node);
    const row = harness.editor.page.locator('#bridge-button-rules > li').first();
    const choices = await row.getByLabel('Button', { exact: true }).locator('option').all();
    const texts = await Promise.all(choices.map((choice) => choice.textContent()));
    assert.deepEqual(
      [...texts.slice(0, 3), texts.at(-1)],
      ['any button', 'button 1', 'button 2', 'bell'],
    );
    await harness.editor.closeDialog('cancel');
  });

  it('adds an output behind the others', async () => {
    const { editor } = harness;
    await harness.open(node);
    await editor.page.getByText('Add an output').click();
    const row = editor.page.locator('#bridge-button-rules > li').nth(3);
    await row.getByLabel('Button', { exact: true }).selectOption('dial');
    await editor.closeDialog('ok');
    assert.equal((await harness.settings(node))['outputs'], 4);
    assert.deepEqual(await readWires(), [['bridge-light'], ['bridge-room'], ['bridge-poll'], []]);
    assert.equal(await harness.label(node), 'button');
    await undoLastChange();
  });

  it('begins a list of outputs with one row', async () => {
    const { editor } = harness;
    await harness.open(node);
    const rows = editor.page.locator('#bridge-button-rules > li');
    while ((await rows.count()) > 0) {
      const before = await rows.count();
      await rows.first().locator('.red-ui-editableList-item-remove').click();
      await rows.nth(before - 1).waitFor({ state: 'detached' });
    }
    await harness.field('Outputs').selectOption('none');
    await harness.field('Outputs').selectOption('rules');
    await rows.first().getByLabel('Kind of press').waitFor();
    assert.equal(await rows.count(), 1);
    await editor.closeDialog('cancel');
  });

  it('has an output for each kind of press that is checked', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Outputs').selectOption('event');
    const kinds = editor.page.getByRole('group', { name: 'Kinds of press' });
    await kinds.getByLabel('all kinds of press').uncheck();
    const problem = editor.page.locator('.lighting-bridge-problem');
    await problem.getByText('Send: choose at least one.').waitFor();
    await kinds.getByLabel('short press').check();
    await kinds.getByLabel('turned left').check();
    assert.equal(await problem.count(), 0);
    await editor.closeDialog('ok');
    const { outputs, events } = await harness.settings(node);
    assert.deepEqual([outputs, events], [2, 'short_release, counter_clock_wise']);
    assert.deepEqual(await readOutputLabels(), ['short press', 'turned left']);
    await undoLastChange();
  });

  it('offers what can be pressed, and takes the buttons of the device that is picked', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Outputs').selectOption('button');
    await harness.field('Buttons: choose').click();
    const picker = editor.page.locator('.lighting-bridge-picker');
    await picker.locator('.red-ui-treeList-label:visible').first().waitFor();
    const kinds = await picker.locator('.lighting-bridge-leaf-kind').allTextContents();
    assert.deepEqual([...new Set(kinds)].toSorted(), ['bell button', 'button', 'device', 'dial']);
    await picker.getByLabel('Search by name, room or id').pressSequentially('bedroom device');
    await picker
      .locator(`.lighting-bridge-leaf [title='${createFixtureId('device/bedroom-dial')}']`)
      .click();
    await picker.waitFor({ state: 'detached' });
    await harness.field('Send').selectOption('chosen');
    const events = editor.page.getByRole('group', { name: 'Kinds of press' });
    await events.getByLabel('bell rung').waitFor({ state: 'hidden' });
    assert.equal(await events.getByLabel('turned left').isVisible(), true);
    assert.equal(await events.getByLabel('double press').isVisible(), true);
    await harness.field('Outputs').selectOption('rules');
    const row = editor.page.locator('#bridge-button-rules > li').first();
    const listKinds = (): Promise<string[]> =>
      row.getByLabel('Kind of press').locator('option').allTextContents();
    // The row holds a short press already.
    await row.getByLabel('Button', { exact: true }).selectOption('dial');
    assert.deepEqual(await listKinds(), [
      'any kind of press',
      'short press',
      'turned right',
      'turned left',
    ]);
    await harness.field('Outputs').selectOption('button');
    assert.equal(await harness.field('Buttons with an output').inputValue(), '1, 2, 3, 4, dial');
    await harness.field('Buttons with an output').fill('1, knob');
    await harness.field('Buttons with an output').dispatchEvent('change');
    await editor.page.getByText('“knob” is none of these').waitFor();
    await harness.field('Buttons with an output').fill('dial, 1');
    await editor.closeDialog('ok');
    assert.deepEqual(await readOutputLabels(), ['dial', 'button 1']);
    assert.equal(await harness.label(node), 'Dial');
    await undoLastChange();
  });

  it('of an older flow without chosen kinds sends every kind of press', async () => {
    await harness.open(node);
    await harness.field('Outputs').selectOption('none');
    assert.equal(await harness.field('Send').inputValue(), 'all');
    await harness.editor.closeDialog('ok');
    assert.equal((await harness.settings(node))['events'], '');
    await undoLastChange();
  });

  it('of a new node sends short presses, of a dial its turns, and shows the boxes when asked', async () => {
    const { page } = harness.editor;
    const newNode = await page.evaluate<string>(`(() => {
      const { node } = RED.view.createNode('${node}', 200, 200);
      return RED.nodes.add(node, { source: 'palette' }).id;
    })()`);
    const boxes = page.getByRole('group', { name: 'Kinds of press' });
    const save = async (): Promise<unknown> => {
      await harness.editor.closeDialog('ok');
      return (await harness.settings(newNode))['events'];
    };
    await harness.open(newNode);
    await page.getByText('any button, dial or bell').waitFor();
    assert.equal(await harness.field('Send').inputValue(), 'short');
    assert.equal(await boxes.isVisible(), false);
    await saveRequestedScreenshot(page, 'button-new');
    assert.equal(await save(), 'short_release');
    await harness.open(newNode);
    await harness.field('Send').selectOption('chosen');
    await boxes.getByLabel('held', { exact: false }).first().check();
    assert.equal(await save(), 'short_release, long_press');
    await harness.open(newNode);
    assert.equal(await harness.field('Send').inputValue(), 'chosen');
    await harness.field('Send').selectOption('short');
    await harness.field('Buttons: choose').click();
    await page.getByLabel('Search by name, room or id').pressSequentially('bedroom dial');
    await page
      .locator(`.lighting-bridge-leaf [title='${createFixtureId('relative_rotary/bedroom-dial')}']`)
      .click();
    await page.locator('.lighting-bridge-picker').waitFor({ state: 'detached' });
    assert.equal(await harness.field('Send').inputValue(), 'all');
    assert.equal(await save(), '');
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(harness.editor.problems, []);
  });
});
