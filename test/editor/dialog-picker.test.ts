import assert from 'node:assert/strict';
import axe from 'axe-core';
import { member } from '../../src/resources';
import { bridgeId, openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';
import { pickerHands } from './picker-hands';
import type { PickerHands } from './picker-hands';

const goneId = '00000000-0000-4000-8000-000000000000';

describe('The picker', function () {
  this.timeout(90_000);
  let stage: DialogStage;
  let hands: PickerHands;

  before(async () => {
    stage = await openStage({
      'bridge-sensor': { target: goneId, targetType: 'resource', targetName: 'Old sensor' },
    });
    hands = pickerHands(stage);
  });

  after(() => stage.end());

  afterEach(async () => {
    stage.simulator.faults.clear();
    await stage.tidy();
  });

  const lampCalled = (name: string): string => {
    const lamp = stage.simulator.home
      .byType('light')
      .find((light) => member(light, 'metadata', 'name') === name);
    assert.ok(lamp, `no lamp ${name}`);
    return lamp.id;
  };

  it('finds a lamp by its name, takes it with a click, and names the node after it', async () => {
    await hands.open();
    await hands.search('sofa left');
    await hands.picker.getByText('Sofa left', { exact: true }).click();
    await hands.picker.waitFor({ state: 'detached' });
    await stage.editor.closeDialog('ok');
    assert.equal(await stage.label('bridge-light'), 'Sofa left');
    const { target, targetType, targetName, name } = await stage.settings('bridge-light');
    assert.deepEqual(
      { target, targetType, targetName, name },
      {
        target: lampCalled('Sofa left'),
        targetType: 'resource',
        targetName: 'Sofa left',
        name: '',
      },
    );
  });

  it('finds by room, and by id', async () => {
    await hands.open();
    await hands.search('kitchen spot');
    await hands.picker.getByText('Kitchen spot 1', { exact: true }).waitFor();
    await hands.search(lampCalled('Floor lamp'));
    await hands.picker.getByText('Floor lamp', { exact: true }).waitFor();
    await stage.editor.page.waitForFunction(
      '[...document.querySelectorAll(".lighting-bridge-leaf-name")].filter((leaf) => leaf.offsetParent).length === 1',
    );
    await hands.search('no such thing');
    await hands.picker.getByText('Nothing matches.').waitFor();
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('does not search a kind that all have, and finds by a kind that only some have', async () => {
    await hands.open();
    await hands.search('lamp');
    await hands.shows(hands.lampsLike(/lamp/i));
    await hands.search('together kitchen');
    await hands.shows(['Kitchen']);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('finds names with accents by their plain letters, and the other way round', async () => {
    await hands.open();
    await hands.search("zoe's ceiling");
    await hands.shows(['Zoë’s ceiling']);
    await hands.search('kítchen spot 1');
    await hands.shows(['Kitchen spot 1']);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('filters by a text that the mouse pastes', async () => {
    await hands.open();
    await hands.picker.getByLabel('Search by name, room or id').fill('floor lamp');
    await hands.shows(['Floor lamp']);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('is accessible', async () => {
    await hands.open();
    await stage.editor.page.evaluate(axe.source);
    const violations: unknown = await stage.editor.page.evaluate(
      `axe.run('.lighting-bridge-picker')
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
    );
    assert.deepEqual(violations, []);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('shows the present state, asked for again on demand', async () => {
    await hands.open();
    const rid = lampCalled('Sofa right');
    await hands.search('sofa right');
    const leaf = hands.picker.locator('.lighting-bridge-leaf', { hasText: rid });
    assert.match((await leaf.textContent()) ?? '', /off/);
    stage.simulator.home.change(rid, { on: { on: true }, dimming: { brightness: 25 } });
    await hands.picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    await hands.picker
      .locator('.lighting-bridge-leaf', { hasText: rid })
      .getByText('25 %')
      .waitFor();
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('lets a name be written instead', async () => {
    await stage.open('bridge-light');
    await stage.field('Lamp or group: where the value comes from').click();
    const menu = stage.editor.page.locator('.red-ui-typedInput-options:visible');
    await menu.getByText('id, name or Room/Name').click();
    await stage.field('Lamp or group').fill('Kitchen/Counter strip');
    await stage.editor.closeDialog('ok');
    assert.equal(await stage.label('bridge-light'), 'Kitchen/Counter strip');
  });

  it('takes a written name for the resource of that name, and no other text, when the kind is changed', async () => {
    const { page } = stage.editor;
    const chooseKind = async (kind: string): Promise<void> => {
      await stage.field('Lamp or group: where the value comes from').click();
      await page.locator('.red-ui-typedInput-options:visible').getByText(kind).click();
    };
    await stage.open('bridge-light');
    await chooseKind('id, name or Room/Name');
    await stage.field('Lamp or group').fill('Kitchen/counter strip');
    await chooseKind('from the bridge');
    const picked = page.locator('.lighting-bridge-picked-name');
    await picked.getByText('Counter strip', { exact: true }).waitFor();
    await chooseKind('id, name or Room/Name');
    assert.equal(await stage.field('Lamp or group').inputValue(), lampCalled('Counter strip'));
    await stage.field('Lamp or group').fill('Lamp that is nowhere');
    await chooseKind('from the bridge');
    await page.locator('.lighting-bridge-picked-nothing').waitFor();
    assert.equal(await page.locator('.lighting-bridge-problem').count(), 0);
    await stage.editor.closeDialog('ok');
    const { target, targetName } = await stage.settings('bridge-light');
    assert.deepEqual({ target, targetName }, { target: '', targetName: '' });
  });

  it('offers the rooms and zones to a node that looks in one only, which may be written as well', async () => {
    const { page } = stage.editor;
    await stage.open('bridge-poll');
    await stage.unfold();
    await stage.field('Only in room: choose').click();
    await hands.branches().first().waitFor();
    await hands.search('kitchen');
    await hands.picker
      .locator('.lighting-bridge-leaf-name')
      .getByText('Kitchen', { exact: true })
      .click();
    await stage.editor.closeDialog('ok');
    const { room } = await stage.settings('bridge-poll');
    const picked = stage.simulator.home.get(String(room));
    assert.deepEqual([picked?.type, member(picked, 'metadata', 'name')], ['room', 'Kitchen']);

    await stage.open('bridge-poll');
    await stage.unfold();
    await page.locator('.lighting-bridge-picked-name').getByText('Kitchen').waitFor();
    await stage.field('Only in room: where the value comes from').click();
    await page
      .locator('.red-ui-typedInput-options:visible')
      .getByText('id, name or Room/Name')
      .click();
    await stage.field('Only in room').fill('Hallway');
    await stage.editor.closeDialog('ok');
    assert.equal((await stage.settings('bridge-poll'))['room'], 'Hallway');
  });

  it('marks a picked resource that no longer exists', async () => {
    await stage.open('bridge-sensor');
    const field = stage.editor.page.locator('.lighting-bridge-picked');
    await field.getByText('no longer on the bridge').waitFor();
    assert.match((await field.textContent()) ?? '', /^Old sensor/);
    await stage.editor.closeDialog('cancel');
  });

  it('picks several devices for a room', async () => {
    await stage.open('bridge-room');
    await stage.field('Operation').selectOption('create');
    await stage.editor.page.getByRole('button', { name: 'Pick devices' }).click();
    await hands.branches().first().waitFor();
    await hands.search('sofa left');
    await hands.picker.getByText('Sofa left', { exact: true }).click();
    await hands.search('counter');
    await hands.picker.getByText('Counter strip', { exact: true }).click();
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.page.getByRole('button', { name: 'Remove Sofa left' }).click();
    await stage.editor.closeDialog('ok');
    const { devices } = await stage.settings('bridge-room');
    const strip = stage.simulator.home.get(lampCalled('Counter strip'));
    assert.deepEqual(devices, [member(strip, 'owner', 'rid')]);
  });

  it('says why when the bridge cannot be reached', async () => {
    stage.simulator.faults.answer({ status: 500 });
    await stage.open('bridge-light');
    await stage.field('Lamp or group: where the value comes from').click();
    const menu = stage.editor.page.locator('.red-ui-typedInput-options:visible');
    await menu.getByText('from the bridge').click();
    await stage.field('Lamp or group: choose').click();
    await hands.picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    const message = hands.picker.locator('.lighting-bridge-picker-message');
    await message.getByText(/status 500/).waitFor();
    stage.simulator.faults.clear();
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('asks the bridge that the dialog of the bridge describes, also before a deploy', async () => {
    const { simulator } = stage;
    await stage.open(bridgeId);
    await stage.field('Port').fill('9');
    await stage.editor.closeDialog('ok');
    const readings = (): number =>
      simulator.requests.filter(({ path }) => path === '/clip/v2/resource').length;
    const before = readings();
    await stage.open('bridge-room');
    await stage.field('Operation').selectOption('get');
    await stage.field('Room: choose').click();
    const message = hands.picker.locator('.lighting-bridge-picker-message');
    await message.getByText(/nothing listens at/).waitFor();
    assert.equal(readings(), before);
    await stage.editor.page.keyboard.press('Escape');
  });

  it('names a node that lists or creates after what it does, until a person names it', async () => {
    const { editor } = stage;
    await stage.open('bridge-room');
    await stage.field('Operation').selectOption('create');
    await editor.closeDialog('ok');
    assert.equal(await stage.label('bridge-room'), 'create room');
    await stage.open('bridge-smart-scene');
    await stage.field('Operation').selectOption('list');
    await editor.closeDialog('ok');
    assert.equal(await stage.label('bridge-smart-scene'), 'list smart scenes');
    await stage.open('bridge-smart-scene');
    await stage.field('Name').fill('What runs today');
    await editor.closeDialog('ok');
    assert.equal(await stage.label('bridge-smart-scene'), 'What runs today');
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(stage.editor.problems, []);
  });
});
