import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { createPickerPage } from './picker-page';
import type { PickerPage } from './picker-page';

/** Each row of the open picker: icon, name, kind and state of it. Runs in the page. */
const readRows = `[...document.querySelectorAll('.lighting-bridge-picker .red-ui-treeList-label')]
  .filter((row) => row.offsetParent)
  .map((row) => {
    const read = (part) => row.querySelector('.lighting-bridge-leaf-' + part)?.textContent ?? '';
    const icon = row.querySelector('.fa-home, .fa-cube, .fa-object-group, .fa-question-circle-o');
    const leaf = [read('name'), read('kind'), read('state')].filter((text) => text !== '');
    return icon === null ? '  ' + leaf.join(', ') : icon.className.split(' ').at(-1) + ' ' + row.textContent.trim();
  })`;

describe('What a picker offers', () => {
  let harness: DialogHarness;
  let pickerPage: PickerPage;
  before(async () => {
    harness = await startDialogHarness();
    pickerPage = createPickerPage(harness);
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  it('are to a room node the groups of its kind, and only rooms to move devices to', async () => {
    const { home } = harness.simulator;
    await harness.open('bridge-room');
    for (const [operation, kind, offered] of [
      ['get', '', ['room', 'zone']],
      ['get', 'room', ['room']],
      ['get', 'zone', ['zone']],
      ['move', undefined, ['room']],
    ] as const) {
      await harness.field('Operation').selectOption(operation);
      if (kind !== undefined) await harness.field('Kind').selectOption(kind);
      await harness.field('Room or zone: choose').click();
      const groups = offered.flatMap((type) => home.byType(type));
      await pickerPage.waitForResults(
        groups.map((group) => String(getNestedMember(group, 'metadata', 'name'))),
      );
      await harness.editor.page.keyboard.press('Escape');
      await pickerPage.picker.waitFor({ state: 'detached' });
    }
    await harness.editor.closeDialog('cancel');
  });

  it('takes a written name also for a node whose bridge is the only one it takes', async () => {
    const { page } = harness.editor;
    const chooseKind = async (kind: string): Promise<void> => {
      await harness.field('Room or zone: where the value comes from').click();
      await page.locator('.red-ui-typedInput-options:visible').getByText(kind).click();
    };
    await harness.open('bridge-room');
    await harness.field('Operation').selectOption('get');
    await chooseKind('id, name or Room/Name');
    await harness.field('Room or zone').fill('kitchen');
    await chooseKind('resource of the bridge');
    await page.locator('.lighting-bridge-picked-name').getByText('Kitchen').waitFor();
    await harness.editor.closeDialog('cancel');
  });

  it('are the lamps below their rooms and zones, the home first, all lamps of a room before the single ones', async () => {
    const { home } = harness.simulator;
    const named = (group: string): string[] =>
      home
        .byType(group)
        .map((one) => String(getNestedMember(one, 'metadata', 'name')))
        .toSorted((one, other) => one.localeCompare(other));
    await pickerPage.open();
    await pickerPage.waitForList();
    const rows = await harness.editor.page.evaluate<string[]>(readRows);
    const [first, ...others] = rows;
    assert.match(String(first), /^ {2}Whole home, all lamps together, \d+ %$/);
    assert.deepEqual(
      others,
      [
        ...named('room').map((name) => `fa-cube ${name}`),
        ...named('zone').map((name) => `fa-object-group ${name}`),
      ].toSorted((one, other) => one.split(' ')[1]?.localeCompare(other.split(' ')[1] ?? '') ?? 0),
    );
    await pickerPage.search('hallway');
    await harness.editor.page.waitForFunction(`${readRows}.length < 8`);
    assert.deepEqual(await harness.editor.page.evaluate(readRows), [
      'fa-cube Hallway',
      '  Hallway, all lamps together, 100 %',
      '  Coat rack, lamp, off',
      '  Hallway ceiling, lamp, 100 %',
      '  Stairs, lamp, off',
    ]);
  });

  it('is a MotionAware zone once to a sensor node, found by that word', async () => {
    await harness.open('bridge-sensor');
    await harness.field('Sensor: choose').click();
    await pickerPage.waitForList();
    await pickerPage.search('MotionAware');
    await pickerPage.waitForResults(['Living area']);
  });
});
