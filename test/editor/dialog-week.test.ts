import assert from 'node:assert/strict';
import axe from 'axe-core';
import { member } from '../../src/resources';
import { saveScreenshot } from '../support/browser';
import { gate } from '../support/gate';
import { openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';

const node = 'bridge-smart-scene';

describe('The week of a smart scene', function () {
  this.timeout(90_000);
  let stage: DialogStage;

  before(async () => {
    stage = await openStage({ [node]: { operation: 'create' } });
  });

  after(() => stage.end());

  afterEach(() => stage.tidy());

  const idOf = (rtype: string, name: string): string => {
    const found = stage.simulator.home
      .byType(rtype)
      .find((resource) => member(resource, 'metadata', 'name') === name);
    assert.ok(found, `no ${rtype} ${name}`);
    return found.id;
  };

  it('is drawn in the dialog, and makes a smart scene at the bridge', async () => {
    const { editor, nodeRed, simulator } = stage;
    await stage.open(node);
    await editor.page.getByRole('button', { name: 'Draw the week' }).click();
    await stage.field('Scene name').fill('Quiet day');
    await stage.field('Room or zone').selectOption('Living room');
    await stage.field('Monday').check();
    await stage.field('Sunday').check();
    await editor.page.getByRole('button', { name: 'Add a time' }).click();
    await stage.field('Time').fill('06:45');
    await stage.field('Scene').selectOption('Relax');
    await editor.page.getByRole('button', { name: 'Add a time' }).click();
    await stage.field('When').last().selectOption('sunset');
    await stage.field('Scene').last().selectOption('Sunset');
    await stage.field('Fade over (s)').fill('90');
    await stage.field('Fade over (s)').blur();

    await editor.page.evaluate(axe.source);
    const violations: unknown = await editor.page.evaluate(
      `axe.run('.lighting-bridge-week').then(({ violations }) => violations.map(({ id }) => id))`,
    );
    assert.deepEqual(violations, []);
    await editor.closeDialog('ok');

    const { command, commandType } = await stage.settings(node);
    assert.equal(commandType, 'json');
    assert.deepEqual(JSON.parse(String(command)), {
      name: 'Quiet day',
      group: idOf('room', 'Living room'),
      transition: 90_000,
      week: [
        {
          days: ['monday', 'sunday'],
          slots: [
            { at: '06:45', scene: idOf('scene', 'Relax') },
            { at: 'sunset', scene: idOf('scene', 'Sunset') },
          ],
        },
      ],
    });

    await stage.editor.deploy();
    nodeRed.send(node, { payload: 'now' });
    await nodeRed.completion(node);
    const made = simulator.home.get(idOf('smart_scene', 'Quiet day'));
    assert.equal(member(made, 'transition_duration'), 90_000);
  });

  it('stores the scene that it shows, also of a time that was added before the room was chosen', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Scene name').fill('Order');
    await stage.field('Room or zone').selectOption('');
    await editor.page.getByRole('button', { name: 'Add days' }).click();
    await stage.field('Room or zone').selectOption('Kitchen');
    const shown = await stage.field('Scene').locator('option:checked').allTextContents();
    const command = await stage.field('Command').inputValue();
    await editor.closeDialog('cancel');
    const stored = [...command.matchAll(/"scene":"([^"]*)"/g)].map(([, scene = '']) => {
      const known = stage.simulator.home.get(scene);
      return known === undefined ? 'choose a scene' : member(known, 'metadata', 'name');
    });
    assert.deepEqual(stored, ['Relax', 'Sunset', 'choose a scene']);
    assert.deepEqual(shown, ['Living room / Relax', 'Living room / Sunset', 'choose a scene']);
  });

  it('hides the command where the dialog itself says whether to start or stop', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Operation').selectOption('recall');
    await stage.field('Recall').selectOption('activate');
    assert.equal(await stage.field('Command').isVisible(), false);
    await stage.field('Recall').selectOption('');
    assert.equal(await stage.field('Command').isVisible(), true);
    await editor.closeDialog('cancel');
  });

  it('says what a half-drawn smart scene still needs, and marks the node until it has it', async () => {
    const { editor } = stage;
    await stage.open(node);
    const drawn = await stage.field('Command').inputValue();
    const problem = editor.page.locator('#lighting-bridge-problem-command');
    const write = async (command: string): Promise<void> => {
      await stage.field('Command').fill(command);
      await stage.field('Command').dispatchEvent('change');
    };
    await write('{"week":[{"days":[],"slots":[]}]}');
    assert.equal(
      await problem.textContent(),
      'The smart scene still needs: a name, a room or zone, days, a time with its scene.',
    );
    await stage.field('Room or zone').getByText('Living room').waitFor({ state: 'attached' });
    await stage.field('Scene name').fill('Half');
    await stage.field('Monday').check();
    await editor.page.getByRole('button', { name: 'Add a time' }).click();
    assert.equal(
      await problem.textContent(),
      'The smart scene still needs: a room or zone, a scene for each time.',
    );
    await editor.closeDialog('ok');
    const isValid = (): Promise<unknown> =>
      editor.page.evaluate(`RED.nodes.node(${JSON.stringify(node)}).valid`);
    assert.equal(await isValid(), false);

    await stage.open(node);
    await stage.field('Room or zone').selectOption('Living room');
    await stage.field('Scene').selectOption('Relax');
    assert.equal(await problem.count(), 0);
    await write(drawn);
    await editor.closeDialog('ok');
    assert.equal(await isValid(), true);
  });

  it('keeps a fade that is no length of time, says so, and marks field and node', async () => {
    const { editor } = stage;
    const command = editor.page.locator('#lighting-bridge-problem-command');
    const fade = stage.field('Fade over (s)');
    const isValid = (): Promise<unknown> =>
      editor.page.evaluate(`RED.nodes.node(${JSON.stringify(node)}).valid`);
    await stage.open(node);
    await stage.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    for (const wrong of ['-5', '2,5', '86401', 'abc']) {
      await fade.fill(wrong);
      assert.match((await command.textContent()) ?? '', /^Fade over \(s\): write seconds such as/);
      assert.ok((await command.textContent())?.includes(`“${wrong}” is not that.`), wrong);
      assert.equal(await fade.getAttribute('aria-invalid'), 'true');
    }
    await saveScreenshot(editor.page, 'week-wrong-fade');
    await editor.closeDialog('ok');
    assert.equal(await isValid(), false);

    await stage.open(node);
    await stage.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    assert.equal(await fade.inputValue(), 'abc');
    assert.equal(await fade.getAttribute('aria-invalid'), 'true');
    for (const [right, stored] of [
      ['2 s', '"transition":"2 s"'],
      ['2.5', '"transition":2500'],
    ] as const) {
      await fade.fill(right);
      assert.ok((await stage.field('Command').inputValue()).includes(stored), right);
      assert.equal(await command.count(), 0);
      assert.equal(await fade.getAttribute('aria-invalid'), null);
    }
    await editor.closeDialog('ok');
    assert.equal(await isValid(), true);
  });

  it('says when a day has one time twice, and marks that time and the node', async () => {
    const { editor } = stage;
    const command = editor.page.locator('#lighting-bridge-problem-command');
    await stage.open(node);
    await stage.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    await editor.page.getByRole('button', { name: 'Add days' }).click();
    await stage.field('Monday').last().check();
    await stage.field('Tuesday').last().check();
    await stage.field('Time').last().fill('06:45');
    assert.equal(
      await command.textContent(),
      'Monday: 06:45 is given twice. Remove one of them, or change its time.',
    );
    assert.equal(await stage.field('Time').last().getAttribute('aria-invalid'), 'true');
    assert.equal(await stage.field('Time').first().getAttribute('aria-invalid'), null);
    await stage.field('Time').last().scrollIntoViewIfNeeded();
    await saveScreenshot(editor.page, 'week-twice');
    await stage.field('When').last().selectOption('sunset');
    assert.match((await command.textContent()) ?? '', /^Monday: sunset is given twice\./);
    await stage.field('Monday').last().uncheck();
    assert.equal(await command.count(), 0);
    await editor.closeDialog('cancel');
  });

  it('offers rooms and scenes in the order of the picker', async () => {
    const { editor } = stage;
    await stage.open(node);
    const groups = stage.field('Room or zone').locator('option');
    await groups.getByText('Bedroom').waitFor({ state: 'attached' });
    const [, ...names] = await groups.allTextContents();
    assert.ok(names.length > 3);
    assert.deepEqual(
      names,
      names.toSorted((one, other) => one.localeCompare(other)),
    );
    const scenes = await stage.field('Scene').first().locator('option').allTextContents();
    assert.ok(scenes.length > 2);
    assert.deepEqual(
      scenes,
      scenes.toSorted((one, other) => one.localeCompare(other)),
    );
    await editor.closeDialog('cancel');
  });

  it('keeps what is typed, and where, when the rooms and scenes of the bridge come late', async () => {
    const { editor } = stage;
    const answer = gate();
    const resources = '**/lighting-bridge/resources';
    await editor.page.route(resources, async (route) => {
      await answer.opened;
      await route.continue();
    });
    await stage.open(node);
    await stage.field('Scene name').fill('Slow');
    await stage.field('Scene name').selectText();
    answer.open();
    await stage.field('Room or zone').getByText('Bedroom').waitFor({ state: 'attached' });
    await editor.page.unroute(resources);
    assert.equal(await stage.field('Scene name').inputValue(), 'Slow');
    await editor.page.keyboard.insertText('Late');
    assert.equal(await stage.field('Scene name').inputValue(), 'Late');
    const focused: unknown = await editor.page.evaluate('document.activeElement.id');
    assert.equal(focused, 'lighting-bridge-week-name');
    await editor.closeDialog('cancel');
  });

  it('offers a time that is still free for each one that is added', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Command').fill('{"week":[{"days":["monday"],"slots":[]}]}');
    await stage.field('Command').dispatchEvent('change');
    for (let time = 0; time < 3; time += 1) {
      await editor.page.getByRole('button', { name: 'Add a time' }).click();
    }
    const times = await stage.field('Time').all();
    const values = await Promise.all(times.map((time) => time.inputValue()));
    assert.deepEqual(values, ['07:00', '08:00', '09:00']);
    await editor.closeDialog('cancel');
  });

  it('asks a change of a smart scene for no more than what is begun', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Operation').selectOption('update');
    const problem = editor.page.locator('#lighting-bridge-problem-command');
    await stage.field('Command').fill('{}');
    await stage.field('Command').dispatchEvent('change');
    assert.equal(await problem.textContent(), 'The smart scene still needs: something to change.');
    await stage.field('Command').fill('{"name":"Other name"}');
    await stage.field('Command').dispatchEvent('change');
    assert.equal(await problem.count(), 0);
    await editor.closeDialog('cancel');
  });

  it('shows what was drawn before, and takes days and times away again', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Sunday').waitFor();
    assert.equal(await stage.field('Sunday').isChecked(), true);
    assert.equal(await stage.field('Tuesday').isChecked(), false);
    assert.equal(await stage.field('Time').first().inputValue(), '06:45');
    await editor.page.getByRole('button', { name: 'Remove this time' }).first().click();
    await editor.closeDialog('ok');
    const { command } = await stage.settings(node);
    const sunset = { at: 'sunset', scene: idOf('scene', 'Sunset') };
    assert.ok(String(command).includes(`"slots":[${JSON.stringify(sunset)}]`), String(command));
  });

  it('is no longer drawn when the command comes from elsewhere', async () => {
    const { editor } = stage;
    await stage.open(node);
    await stage.field('Scene name').waitFor();
    await stage.field('Command: where the value comes from').click();
    await editor.page.locator('.red-ui-typedInput-options:visible').getByText('msg.').click();
    await stage.field('Scene name').waitFor({ state: 'detached' });
    await editor.page.getByRole('button', { name: 'Draw the week' }).waitFor();
    await editor.closeDialog('cancel');
  });

  it('leaves a command alone that was written by hand', async () => {
    const { editor } = stage;
    await stage.open(node);
    const byHand = '{"metadata":{"name":"By hand"}}';
    await stage.field('Command').fill(byHand);
    await stage.field('Command').dispatchEvent('change');
    await editor.page.getByText('This command was written by hand.').waitFor();
    await editor.closeDialog('ok');
    assert.equal((await stage.settings(node))['command'], byHand);
    assert.deepEqual(editor.problems, []);
  });
});
