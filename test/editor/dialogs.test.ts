import assert from 'node:assert/strict';
import axe from 'axe-core';
import { bridgeId, nodeIds, openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';

describe('The dialogs', function () {
  this.timeout(90_000);
  let stage: DialogStage;

  before(async () => {
    stage = await openStage();
    await stage.editor.page.evaluate(axe.source);
  });

  after(() => stage.end());

  afterEach(() => stage.tidy());

  for (const id of nodeIds) {
    it(`opens that of ${id} without an error, accessible and complete`, async () => {
      const { editor } = stage;
      await stage.open(id);
      await stage.unfold();

      const violations: unknown = await editor.page.evaluate(
        `axe.run({ include: '.lighting-bridge-form', exclude: '[id^="red-ui-trap"]' })
          .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
      );
      assert.deepEqual(violations, []);
      const untranslated = await editor.page
        .locator('.lighting-bridge-form')
        .getByText(/@lighting-bridge|^[a-z]+\.[a-zA-Z.]+$/)
        .allTextContents();
      assert.deepEqual(untranslated, []);
      await editor.closeDialog('cancel');
      assert.deepEqual(editor.problems, []);
    });
  }

  it('does not change a node whose dialog is opened and confirmed', async () => {
    for (const type of nodeIds) {
      await stage.open(type);
      await stage.editor.closeDialog('ok');
    }
    // The first time, settings that the flow did not have get their defaults.
    const before = await Promise.all(nodeIds.map((type) => stage.settings(type)));
    for (const type of nodeIds) {
      await stage.open(type);
      await stage.editor.closeDialog('ok');
    }
    assert.deepEqual(await Promise.all(nodeIds.map((type) => stage.settings(type))), before);
  });

  it('shows in the room dialog only what the operation needs', async () => {
    const { editor } = stage;
    await stage.open('bridge-room');
    await stage.field('Operation').selectOption('list');
    assert.equal(await stage.field('Name of room').isVisible(), false);
    await stage.field('Operation').selectOption('create');
    assert.equal(await stage.field('Name of room').isVisible(), true);
    assert.equal(await stage.field('Room: choose').isVisible(), false);
    await stage.field('Operation').selectOption('delete');
    assert.equal(await stage.field('Room: choose').isVisible(), true);
    assert.equal(await stage.field('Command').isVisible(), false);
    await editor.closeDialog('cancel');
  });

  it('offers the resource types under two headings, each in alphabetical order', async () => {
    const { editor } = stage;
    for (const id of ['bridge-resource', 'bridge-poll']) {
      await stage.open(id);
      const groups = stage.field('Type').locator('optgroup');
      const headings = await groups.all();
      assert.deepEqual(
        await Promise.all(headings.map((heading) => heading.getAttribute('label'))),
        ['Types that the service describes', 'Further types, found on real bridges'],
      );
      for (const heading of headings) {
        const types = await heading.locator('option').allTextContents();
        assert.ok(types.length > 10);
        assert.deepEqual(types, types.toSorted());
      }
      assert.equal(await stage.field('Type').locator('> option').count(), 1);
      await editor.closeDialog('cancel');
    }
  });

  it('offers only the operations that a resource type has, and says what a body may hold', async () => {
    const { editor } = stage;
    await stage.open('bridge-resource');
    await stage.field('Type').selectOption('light');
    const operations = await stage.field('Operation').locator('option').allTextContents();
    assert.deepEqual(operations, ['list', 'read', 'change', 'taken from msg.operation']);
    await stage.field('Operation').selectOption('update');
    await editor.page.getByText('What the body may hold').click();
    await editor.page.getByRole('rowheader', { name: 'dimming.brightness', exact: true }).waitFor();
    await editor.closeDialog('cancel');
  });

  it('tests the connection with what the dialog holds, also before a deploy', async () => {
    const { editor, simulator } = stage;
    await stage.open(bridgeId);
    await editor.page.getByRole('button', { name: 'Test connection' }).click();
    const result = editor.page.locator('#bridge-config-result');
    await result.locator(':not(.lighting-bridge-busy)').waitFor();
    assert.match((await result.textContent()) ?? '', /Connected to .+: \d+ resources\./);
    await stage.field('Key').fill('a-key-that-the-bridge-does-not-know');
    await editor.page.getByRole('button', { name: 'Test connection' }).click();
    const problem = editor.page.locator('#bridge-config-result .lighting-bridge-bad');
    await problem.waitFor();
    assert.match((await problem.textContent()) ?? '', /key/i);
    assert.ok(simulator.requests.length > 0);
    await editor.closeDialog('cancel');
  });

  it('forgets what a test said when the address changes', async () => {
    const { editor } = stage;
    await stage.open(bridgeId);
    await editor.page.getByRole('button', { name: 'Test connection' }).click();
    await editor.page.getByText(/^Connected to /).waitFor();
    await stage.field('Address').fill('192.168.1.20');
    assert.equal(await editor.page.locator('#bridge-config-result').textContent(), '');
    await editor.closeDialog('cancel');
  });

  it('shows the certificate of the bridge and takes it when it is trusted', async () => {
    const { editor, simulator } = stage;
    await stage.open(bridgeId);
    await stage.field('Certificate').fill(`${'00:'.repeat(31)}00`);
    await editor.page.getByRole('button', { name: 'Fetch' }).click();
    await editor.page.getByText('The bridge shows another certificate').waitFor();
    await editor.page.getByRole('button', { name: 'Trust the new certificate' }).click();
    assert.equal(await stage.field('Certificate').inputValue(), simulator.fingerprint);
    await editor.closeDialog('cancel');
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(stage.editor.problems, []);
  });
});
