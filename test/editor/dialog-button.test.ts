import assert from 'node:assert/strict';
import { idOf } from '../../src/simulator';
import { openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';

const node = 'bridge-button';

describe('The dialog of buttons', function () {
  this.timeout(90_000);
  let stage: DialogStage;

  before(async () => {
    stage = await openStage({
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
  after(() => stage.end());
  afterEach(() => stage.tidy());

  const undo = (): Promise<unknown> => stage.editor.page.evaluate('RED.history.pop()');
  const wires = async (): Promise<unknown> => (await stage.settings(node))['wires'];
  /** What the canvas says of the outputs when somebody points at them. */
  const labels = (): Promise<unknown> =>
    stage.editor.page.evaluate(
      `(() => {
        const node = RED.nodes.node(${JSON.stringify(node)});
        return Array.from({ length: node.outputs }, (_, index) => node._def.outputLabels.call(node, index));
      })()`,
    );

  it('says what each output is for', async () => {
    assert.deepEqual(await labels(), [
      'button 1, short press',
      'button 2, held',
      'let go after holding',
    ]);
  });

  it('keeps the wires with their outputs when a rule is taken away and another one changed', async () => {
    const { editor } = stage;
    await stage.open(node);
    const rows = editor.page.locator('#bridge-button-rules > li');
    await rows.nth(2).getByLabel('Kind of press').selectOption('repeat');
    await rows.nth(0).locator('.red-ui-editableList-item-remove').click();
    await rows.nth(2).waitFor({ state: 'detached' });
    assert.deepEqual(await rows.locator('.lighting-bridge-row-name').allTextContents(), [
      '→ 1',
      '→ 2',
    ]);
    await editor.closeDialog('ok');
    const { outputs, rules } = await stage.settings(node);
    assert.equal(outputs, 2);
    assert.deepEqual(rules, [
      { button: '2', event: 'long_press' },
      { button: '', event: 'repeat' },
    ]);
    assert.deepEqual(await wires(), [['bridge-room'], ['bridge-poll']]);
    await undo();
    assert.deepEqual(await wires(), [['bridge-light'], ['bridge-room'], ['bridge-poll']]);
  });

  it('offers any button first, then each in its order', async () => {
    await stage.open(node);
    const row = stage.editor.page.locator('#bridge-button-rules > li').first();
    const choices = await row.getByLabel('Button', { exact: true }).locator('option').all();
    const words = await Promise.all(choices.map((choice) => choice.textContent()));
    assert.deepEqual(
      [...words.slice(0, 3), words.at(-1)],
      ['any button', 'button 1', 'button 2', 'bell'],
    );
    await stage.editor.closeDialog('cancel');
  });

  it('adds an output behind the others', async () => {
    const { editor } = stage;
    await stage.open(node);
    await editor.page.getByText('Add an output').click();
    const row = editor.page.locator('#bridge-button-rules > li').nth(3);
    await row.getByLabel('Button', { exact: true }).selectOption('dial');
    await editor.closeDialog('ok');
    assert.equal((await stage.settings(node))['outputs'], 4);
    assert.deepEqual(await wires(), [['bridge-light'], ['bridge-room'], ['bridge-poll'], []]);
    assert.equal(await stage.label(node), 'button');
    await undo();
  });

  it('has an output for each kind of press that is checked', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Outputs').selectOption('event');
    const kinds = editor.page.getByRole('group', { name: 'Send' });
    await kinds.getByLabel('everything').uncheck();
    const problem = editor.page.locator('.lighting-bridge-problem');
    await problem.getByText('Send: choose at least one.').waitFor();
    await kinds.getByLabel('short press').check();
    await kinds.getByLabel('turned left').check();
    assert.equal(await problem.count(), 0);
    await editor.closeDialog('ok');
    const { outputs, events } = await stage.settings(node);
    assert.deepEqual([outputs, events], [2, 'short_release, counter_clock_wise']);
    assert.deepEqual(await labels(), ['short press', 'turned left']);
    await undo();
  });

  it('offers what can be pressed, and takes the buttons of the device that is picked', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Outputs').selectOption('button');
    await stage.field('Buttons: choose').click();
    const picker = editor.page.locator('.lighting-bridge-picker');
    await picker.locator('.red-ui-treeList-label:visible').first().waitFor();
    const kinds = await picker.locator('.lighting-bridge-leaf-kind').allTextContents();
    assert.deepEqual([...new Set(kinds)].toSorted(), ['bell button', 'button', 'device', 'dial']);
    await picker.getByLabel('Search by name, room or id').pressSequentially('bedroom device');
    await picker.locator('.lighting-bridge-leaf', { hasText: idOf('device/bedroom-dial') }).click();
    await picker.waitFor({ state: 'detached' });
    assert.equal(await stage.field('One for each of').inputValue(), '1, 2, 3, 4, dial');
    await stage.field('One for each of').fill('1, knob');
    await stage.field('One for each of').dispatchEvent('change');
    await editor.page.getByText('“knob” is none of them').waitFor();
    await stage.field('One for each of').fill('dial, 1');
    await editor.closeDialog('ok');
    assert.deepEqual(await labels(), ['dial', 'button 1']);
    assert.equal(await stage.label(node), 'Dial');
    await undo();
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(stage.editor.problems, []);
  });
});
