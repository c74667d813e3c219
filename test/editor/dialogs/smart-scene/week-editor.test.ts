import assert from 'node:assert/strict';
import { getNestedMember } from '../../../../src/resources/members';
import type { Resource } from '../../../../src/resources/resource';
import { saveRequestedScreenshot } from '../../../support/browser/browser';
import { createDeferred } from '../../../support/deferred';
import { assertAccessible } from '../../support/accessibility';
import { startDialogHarness } from '../../support/dialog-harness';
import type { DialogHarness } from '../../support/dialog-harness';

const node = 'bridge-smart-scene';

/** Names of the scenes of two rooms, of which one alone tells which scene is meant. */
const unclearNames: Readonly<Record<string, readonly string[]>> = {
  Bathroom: ['Day/night', 'Twin', ' twin'],
  Hallway: [' ', '00000000-0000-4000-8000-000000000000', 'Clear'],
};

describe('The week of a smart scene', () => {
  let harness: DialogHarness;

  /** Scenes of a room of the simulated home. */
  const listScenes = (room: string): readonly Resource[] =>
    harness.simulator.home
      .byType('scene')
      .filter((scene) => getNestedMember(scene, 'group', 'rid') === findId('room', room));

  before(async () => {
    harness = await startDialogHarness({ [node]: { operation: 'create' } });
    for (const [room, names] of Object.entries(unclearNames))
      for (const [index, { id }] of listScenes(room).entries())
        harness.simulator.home.change(id, { metadata: { name: names[index] } });
  });

  after(() => harness.stop());

  afterEach(() => harness.closeOpenDialogs());

  const findId = (rtype: string, name: string): string => {
    const found = harness.simulator.home
      .byType(rtype)
      .find((resource) => getNestedMember(resource, 'metadata', 'name') === name);
    assert.ok(found, `no ${rtype} ${name}`);
    return found.id;
  };

  it('is drawn in the dialog, and makes a smart scene at the bridge', async () => {
    const { editor, nodeRed, simulator } = harness;
    await harness.open(node);
    await editor.page.getByRole('button', { name: 'Draw the week' }).click();
    assert.equal(await editor.page.locator('.lighting-bridge-problem').count(), 0);
    await harness.field('Scene name').fill('Quiet day');
    await harness.field('Room or zone').selectOption('Living room');
    await harness.field('Monday').check();
    await harness.field('Sunday').check();
    await editor.page.getByRole('button', { name: 'Add a time' }).click();
    await harness.field('Time').fill('06:45');
    await harness.field('Scene').selectOption('Relax');
    await editor.page.getByRole('button', { name: 'Add a time' }).click();
    await harness.field('When').last().selectOption('sunset');
    await harness.field('Scene').last().selectOption('Sunset');
    await harness.field('Transition').fill('90');
    await harness.field('Transition').blur();

    await assertAccessible(editor.page, '.lighting-bridge-week');
    await editor.closeDialog('ok');

    const { command, commandType } = await harness.settings(node);
    assert.equal(commandType, 'json');
    assert.deepEqual(JSON.parse(String(command)), {
      name: 'Quiet day',
      group: 'Living room',
      transition: '1.5min',
      week: [
        {
          days: ['monday', 'sunday'],
          slots: [
            { at: '06:45', scene: 'Relax' },
            { at: 'sunset', scene: 'Sunset' },
          ],
        },
      ],
    });

    await harness.editor.deploy();
    nodeRed.send(node, { payload: 'now' });
    await nodeRed.nextCompletion(node);
    const made = simulator.home.get(findId('smart_scene', 'Quiet day'));
    assert.equal(getNestedMember(made, 'transition_duration'), 90_000);
  });

  it('stores the scene that it shows, also of a time that was added before the room was chosen', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Scene name').fill('Order');
    await harness.field('Room or zone').selectOption('');
    await editor.page.getByRole('button', { name: 'Add days' }).click();
    await harness.field('Room or zone').selectOption('Kitchen');
    const shown = await harness.field('Scene').locator('option:checked').allTextContents();
    const command = await harness.field('Command').inputValue();
    await editor.closeDialog('cancel');
    const stored = [...command.matchAll(/"scene":"([^"]*)"/g)].map(
      ([, scene = '']) => scene || 'choose a scene',
    );
    assert.deepEqual(stored, ['Relax', 'Sunset', 'choose a scene']);
    assert.deepEqual(shown, stored);
  });

  it('hides the command where the dialog itself says whether to start or stop', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Operation').selectOption('recall');
    await harness.field('Action').selectOption('activate');
    assert.equal(await harness.field('Command').isVisible(), false);
    await harness.field('Action').selectOption('');
    assert.equal(await harness.field('Command').isVisible(), true);
    await harness.field('Operation').selectOption('');
    assert.equal(await harness.field('Action').isVisible(), false);
    assert.equal(await harness.field('Command').isVisible(), true);
    await editor.closeDialog('cancel');
  });

  it('offers to stop a smart scene, and no ordinary scene, which is for the scene node', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Operation').selectOption('recall');
    const stop = harness.field('Action').locator('option[value="deactivate"]');
    assert.equal(await stop.isDisabled(), false);
    await harness.field('Smart scene: choose').click();
    await editor.page.getByLabel('Search by name, room or id').fill('living relax');
    await editor.page.keyboard.press('Enter');
    await editor.page.getByText('This is an ordinary scene.').waitFor();
    assert.equal(await stop.isDisabled(), true);
    await editor.closeDialog('cancel');
  });

  it('says what a half-drawn smart scene still needs, and marks the node until it has it', async () => {
    const { editor } = harness;
    await harness.open(node);
    const originalCommand = await harness.field('Command').inputValue();
    const problem = editor.page.locator('#lighting-bridge-problem-command');
    const write = async (command: string): Promise<void> => {
      await harness.field('Command').fill(command);
      await harness.field('Command').dispatchEvent('change');
    };
    await write('{"name":"","week":[{"days":[],"slots":[]}]}');
    assert.equal(
      await problem.textContent(),
      'The smart scene still needs: a name, a room or zone, days, a time with its scene.',
    );
    await harness.field('Room or zone').getByText('Living room').waitFor({ state: 'attached' });
    await harness.field('Scene name').fill('Half');
    await harness.field('Monday').check();
    await editor.page.getByRole('button', { name: 'Add a time' }).click();
    assert.equal(
      await problem.textContent(),
      'The smart scene still needs: a room or zone, a scene for each time.',
    );
    await editor.closeDialog('ok');
    const isValid = (): Promise<unknown> =>
      editor.page.evaluate(`RED.nodes.node(${JSON.stringify(node)}).valid`);
    assert.equal(await isValid(), false);

    await harness.open(node);
    await harness.field('Room or zone').selectOption('Living room');
    await harness.field('Scene').selectOption('Relax');
    assert.equal(await problem.count(), 0);
    await write(originalCommand);
    await editor.closeDialog('ok');
    assert.equal(await isValid(), true);
  });

  it('keeps a fade that is no length of time, says so, and marks field and node', async () => {
    const { editor } = harness;
    const command = editor.page.locator('#lighting-bridge-problem-command');
    const fade = harness.field('Transition');
    const isValid = (): Promise<unknown> =>
      editor.page.evaluate(`RED.nodes.node(${JSON.stringify(node)}).valid`);
    await harness.open(node);
    await harness.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    for (const wrong of ['-5', '2,5', '86401s', 'abc']) {
      await fade.fill(wrong);
      assert.match((await command.textContent()) ?? '', /^Transition: write a time up to 24h/);
      assert.ok((await command.textContent())?.includes(`not “${wrong}”.`), wrong);
      assert.equal(await fade.getAttribute('aria-invalid'), 'true');
    }
    await saveRequestedScreenshot(editor.page, 'week-wrong-fade');
    await editor.closeDialog('ok');
    assert.equal(await isValid(), false);

    await harness.open(node);
    await harness.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    assert.equal(await fade.inputValue(), 'abc');
    assert.equal(await fade.getAttribute('aria-invalid'), 'true');
    for (const [right, stored] of [
      ['2 s', '"transition":"2 s"'],
      ['2.5', '"transition":"2.5s"'],
    ] as const) {
      await fade.fill(right);
      assert.ok((await harness.field('Command').inputValue()).includes(stored), right);
      assert.equal(await command.count(), 0);
      assert.equal(await fade.getAttribute('aria-invalid'), null);
    }
    await editor.closeDialog('ok');
    assert.equal(await isValid(), true);
  });

  it('says when a day has one time twice, and marks that time and the node', async () => {
    const { editor } = harness;
    const command = editor.page.locator('#lighting-bridge-problem-command');
    await harness.open(node);
    await harness.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    await editor.page.getByRole('button', { name: 'Add days' }).click();
    await harness.field('Monday').last().check();
    await harness.field('Tuesday').last().check();
    await harness.field('Time').last().fill('06:45');
    assert.equal(
      await command.textContent(),
      'Monday: 06:45 is given twice. Remove one of them, or change its time.',
    );
    assert.equal(await harness.field('Time').last().getAttribute('aria-invalid'), 'true');
    assert.equal(await harness.field('Time').first().getAttribute('aria-invalid'), null);
    await harness.field('Time').last().scrollIntoViewIfNeeded();
    await saveRequestedScreenshot(editor.page, 'week-twice');
    await harness.field('When').last().selectOption('sunset');
    assert.match((await command.textContent()) ?? '', /^Monday: sunset is given twice\./);
    await harness.field('Monday').last().uncheck();
    assert.equal(await command.count(), 0);
    await editor.closeDialog('cancel');
  });

  it('offers rooms and scenes in the order of the picker', async () => {
    const { editor } = harness;
    await harness.open(node);
    const groups = harness.field('Room or zone').locator('option');
    await groups.getByText('Bedroom').waitFor({ state: 'attached' });
    const [, ...names] = await groups.allTextContents();
    assert.ok(names.length > 3);
    assert.deepEqual(
      names,
      names.toSorted((one, other) => one.localeCompare(other)),
    );
    const scenes = await harness.field('Scene').first().locator('option').allTextContents();
    assert.ok(scenes.length > 2);
    assert.deepEqual(
      scenes,
      scenes.toSorted((one, other) => one.localeCompare(other)),
    );
    await editor.closeDialog('cancel');
  });

  it('names a scene by its id where its name would not tell which one is meant', async () => {
    await harness.open(node);
    for (const [room, names] of Object.entries(unclearNames)) {
      await harness.field('Room or zone').selectOption(room);
      const options = harness.field('Scene').first().locator('option:not([value=""])');
      await options.first().waitFor({ state: 'attached' });
      const values = await options.evaluateAll((all) =>
        all.map((option) => option.getAttribute('value') ?? ''),
      );
      const expected = listScenes(room).map(({ id }, index) =>
        names[index] === 'Clear' ? 'Clear' : id,
      );
      // The scene of the last drawn week is offered, too.
      assert.deepEqual(values.toSorted(), [...expected, 'Relax'].toSorted());
    }
    await harness.editor.closeDialog('cancel');
  });

  it('keeps what is typed, and where, when the rooms and scenes of the bridge come late', async () => {
    const { editor } = harness;
    const deferredResponse = createDeferred();
    const resources = '**/lighting-bridge/resources';
    await editor.page.route(resources, async (route) => {
      await deferredResponse.promise;
      await route.continue();
    });
    await harness.open(node);
    await harness.field('Scene name').fill('Slow');
    await harness.field('Scene name').selectText();
    deferredResponse.resolve();
    await harness.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    await editor.page.unroute(resources);
    assert.equal(await harness.field('Scene name').inputValue(), 'Slow');
    await editor.page.keyboard.insertText('Late');
    assert.equal(await harness.field('Scene name').inputValue(), 'Late');
    const focused: unknown = await editor.page.evaluate('document.activeElement.id');
    assert.equal(focused, 'lighting-bridge-week-name');
    await editor.closeDialog('cancel');
  });

  it('offers a time that is still free for each one that is added', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Command').fill('{"week":[{"days":["monday"],"slots":[]}]}');
    await harness.field('Command').dispatchEvent('change');
    for (let time = 0; time < 3; time += 1) {
      await editor.page.getByRole('button', { name: 'Add a time' }).click();
    }
    const times = await harness.field('Time').all();
    const values = await Promise.all(times.map((time) => time.inputValue()));
    assert.deepEqual(values, ['07:00', '08:00', '09:00']);
    await editor.closeDialog('cancel');
  });

  it('asks a change of a smart scene for no more than what is begun', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Operation').selectOption('update');
    const problem = editor.page.locator('#lighting-bridge-problem-command');
    await harness.field('Command').fill('{}');
    await harness.field('Command').dispatchEvent('change');
    assert.equal(await problem.textContent(), 'The smart scene still needs: a change.');
    await harness.field('Command').fill('{"name":"Other name"}');
    await harness.field('Command').dispatchEvent('change');
    assert.equal(await problem.count(), 0);
    await editor.closeDialog('cancel');
  });

  it('shows what was drawn before, and takes days and times away again', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Sunday').waitFor();
    assert.equal(await harness.field('Sunday').isChecked(), true);
    assert.equal(await harness.field('Tuesday').isChecked(), false);
    assert.equal(await harness.field('Time').first().inputValue(), '06:45');
    await editor.page.getByRole('button', { name: 'Remove this time' }).first().click();
    await editor.closeDialog('ok');
    const { command } = await harness.settings(node);
    const sunset = { at: 'sunset', scene: 'Sunset' };
    assert.ok(String(command).includes(`"slots":[${JSON.stringify(sunset)}]`), String(command));
  });

  it('is no longer drawn when the command comes from elsewhere', async () => {
    const { editor } = harness;
    await harness.open(node);
    await harness.field('Scene name').waitFor();
    await harness.field('Command: where the value comes from').click();
    await editor.page.locator('.red-ui-typedInput-options:visible').getByText('msg.').click();
    await harness.field('Scene name').waitFor({ state: 'detached' });
    await editor.page.getByRole('button', { name: 'Draw the week' }).waitFor();
    await editor.closeDialog('cancel');
  });

  it('leaves a command alone that was written by hand', async () => {
    const { editor } = harness;
    await harness.open(node);
    const handWritten = '{"metadata":{"name":"By hand"}}';
    await harness.field('Command').fill(handWritten);
    await harness.field('Command').dispatchEvent('change');
    await editor.page.getByText('The week cannot show this command.').waitFor();
    await editor.closeDialog('ok');
    assert.equal((await harness.settings(node))['command'], handWritten);
    assert.deepEqual(editor.problems, []);
  });
});
