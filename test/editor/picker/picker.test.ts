import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../../src/resources/members';
import { assertAccessible } from '../support/accessibility';
import { bridgeId, startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { createDeferred } from '../../support/deferred';
import { createPickerPage } from './picker-page';
import type { PickerPage } from './picker-page';

const missingId = '00000000-0000-4000-8000-000000000000';

describe('The picker', () => {
  let harness: DialogHarness;
  let pickerPage: PickerPage;

  before(async () => {
    harness = await startDialogHarness({
      'bridge-sensor': { target: missingId, targetType: 'resource', targetName: 'Old sensor' },
    });
    pickerPage = createPickerPage(harness);
  });

  after(() => harness.stop());

  afterEach(async () => {
    harness.simulator.faults.clear();
    await harness.closeOpenDialogs();
  });

  const findLampId = (name: string): string => {
    const lamp = harness.simulator.home
      .byType('light')
      .find((light) => getNestedMember(light, 'metadata', 'name') === name);
    assert.ok(lamp, `no lamp ${name}`);
    return lamp.id;
  };

  it('finds a lamp by its name, takes it with a click, and names the node after it', async () => {
    await pickerPage.open();
    await pickerPage.search('sofa left');
    await pickerPage.waitForResults(['Sofa left']);
    await pickerPage.picker.getByText('Sofa left', { exact: true }).click();
    await pickerPage.picker.waitFor({ state: 'detached' });
    await harness.editor.closeDialog('ok');
    assert.equal(await harness.label('bridge-light'), 'Sofa left');
    const { target, targetType, targetName, name } = await harness.settings('bridge-light');
    assert.deepEqual(
      { target, targetType, targetName, name },
      {
        target: findLampId('Sofa left'),
        targetType: 'resource',
        targetName: 'Sofa left',
        name: '',
      },
    );
  });

  it('takes several lamps and groups whose boxes are ticked, with the mouse and with keys', async () => {
    const { editor } = harness;
    const { page } = editor;
    await pickerPage.open();
    await pickerPage.search('floor lamp');
    await pickerPage.picker.getByRole('checkbox', { name: 'Floor lamp' }).check();
    await pickerPage.search('fountain');
    await pickerPage.waitForResults(['Fountain']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    assert.equal(await pickerPage.pickedName.textContent(), 'Sofa left, Floor lamp, Fountain');
    await page.keyboard.press('Escape');
    await editor.closeDialog('ok');
    const { target, targetName } = await harness.settings('bridge-light');
    const names = ['Sofa left', 'Floor lamp', 'Fountain'];
    assert.deepEqual([target, targetName], [names.map(findLampId).join(','), names.join(', ')]);

    harness.simulator.home.remove(findLampId('Fountain'));
    await pickerPage.open();
    await page.getByText('1 of 3 deleted from the bridge').waitFor();
    await pickerPage.search('sofa left');
    await pickerPage.waitForResults(['Sofa left']);
    await pickerPage.picker.getByText('Sofa left', { exact: true }).click();
    await pickerPage.picker.waitFor({ state: 'detached' });
    await editor.closeDialog('ok');
    assert.equal((await harness.settings('bridge-light'))['target'], findLampId('Sofa left'));
  });

  it('finds by room, and by id', async () => {
    await pickerPage.open();
    await pickerPage.search('kitchen spot');
    await pickerPage.picker.getByText('Kitchen spot 1', { exact: true }).waitFor();
    await pickerPage.search(findLampId('Floor lamp'));
    await pickerPage.picker.getByText('Floor lamp', { exact: true }).waitFor();
    await harness.editor.page.waitForFunction(
      '[...document.querySelectorAll(".lighting-bridge-leaf-name")].filter((leaf) => leaf.offsetParent).length === 1',
    );
    await pickerPage.search('no such thing');
    await pickerPage.picker.getByText('No resource matches.').waitFor();
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('takes the whole home with a click on its row, which is found by what it is called there', async () => {
    const { page } = harness.editor;
    await pickerPage.open();
    await pickerPage.search('whole');
    await pickerPage.waitForResults(['Whole home']);
    await pickerPage.search('');
    await pickerPage.visibleRows().first().getByText('Whole home', { exact: true }).click();
    await pickerPage.picker.waitFor({ state: 'detached' });
    assert.equal(
      await page.locator('.lighting-bridge-picked').textContent(),
      'Homeall lamps together',
    );
    await harness.editor.closeDialog('cancel');
  });

  it('does not search a kind that all have, and finds by a kind that only some have', async () => {
    await pickerPage.open();
    await pickerPage.search('lamp');
    await pickerPage.waitForResults(pickerPage.findLampNames(/lamp/i));
    await pickerPage.search('together kitchen');
    await pickerPage.waitForResults(['Kitchen']);
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('finds names with accents by their plain letters, and the other way round', async () => {
    await pickerPage.open();
    await pickerPage.search("zoe's ceiling");
    await pickerPage.waitForResults(['Zoë’s ceiling']);
    await pickerPage.search('kítchen spot 1');
    await pickerPage.waitForResults(['Kitchen spot 1']);
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('filters by a text that the mouse pastes', async () => {
    await pickerPage.open();
    await pickerPage.picker.getByLabel('Search by name, room or id').fill('floor lamp');
    await pickerPage.waitForResults(['Floor lamp']);
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('is accessible', async () => {
    await pickerPage.open();
    await assertAccessible(harness.editor.page, '.lighting-bridge-picker');
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('shows the present state, asked for again on demand', async () => {
    await pickerPage.open();
    const rid = findLampId('Sofa right');
    await pickerPage.search('sofa right');
    const leaf = pickerPage.picker.locator('.lighting-bridge-leaf', {
      has: harness.editor.page.locator(`[title="${rid}"]`),
    });
    assert.match((await leaf.textContent()) ?? '', /off/);
    harness.simulator.home.change(rid, { on: { on: true }, dimming: { brightness: 25 } });
    await pickerPage.picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    await pickerPage.picker
      .locator('.lighting-bridge-leaf', { has: harness.editor.page.locator(`[title="${rid}"]`) })
      .getByText('25 %')
      .waitFor();
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('lets a name be written instead', async () => {
    await harness.open('bridge-light');
    await harness.field('Lamp or group: where the value comes from').click();
    const menu = harness.editor.page.locator('.red-ui-typedInput-options:visible');
    await menu.getByText('id, name or Room/Name').click();
    await harness.field('Lamp or group').fill('Kitchen/Counter strip');
    await harness.editor.closeDialog('ok');
    assert.equal(await harness.label('bridge-light'), 'Kitchen/Counter strip');
    await harness.open('bridge-light');
    await harness.editor.page.getByText('✓ Counter strip, Kitchen (lamp)').waitFor();
    await harness.editor.closeDialog('cancel');
  });

  it('takes a written name for the resource of that name, and no other text, when the kind is changed', async () => {
    const { page } = harness.editor;
    const chooseKind = async (kind: string): Promise<void> => {
      await harness.field('Lamp or group: where the value comes from').click();
      await page.locator('.red-ui-typedInput-options:visible').getByText(kind).click();
    };
    await harness.open('bridge-light');
    await chooseKind('id, name or Room/Name');
    await harness.field('Lamp or group').fill('Kitchen/counter strip');
    await chooseKind('resource of the bridge');
    const picked = page.locator('.lighting-bridge-picked-name');
    await picked.getByText('Counter strip', { exact: true }).waitFor();
    await chooseKind('id, name or Room/Name');
    assert.equal(await harness.field('Lamp or group').inputValue(), findLampId('Counter strip'));
    await harness.field('Lamp or group').fill('Lamp that is nowhere');
    await chooseKind('resource of the bridge');
    await page.locator('.lighting-bridge-picked-nothing').waitFor();
    assert.equal(await page.locator('.lighting-bridge-problem').count(), 0);
    await harness.editor.closeDialog('ok');
    const { target, targetName } = await harness.settings('bridge-light');
    assert.deepEqual({ target, targetName }, { target: '', targetName: '' });
  });

  it('reads a written name as a message does: with its room, by its device, and refused where several have it', async () => {
    const { page } = harness.editor;
    const { home } = harness.simulator;
    const hint = page.locator('.lighting-bridge-hint');
    const chooseKind = async (kind: string): Promise<void> => {
      await harness.field('Lamp or group: where the value comes from').click();
      await page.locator('.red-ui-typedInput-options:visible').getByText(kind).click();
    };
    const write = async (text: string): Promise<void> => {
      await chooseKind('id, name or Room/Name');
      await harness.field('Lamp or group').fill(text);
      await harness.field('Lamp or group').press('Tab');
    };
    const spotId = findLampId('Kitchen spot 1');
    const sofaId = findLampId('Sofa left');
    const metadata = getNestedMember(home.get(spotId), 'metadata');
    assert.ok(isObject(metadata));
    // The device keeps its name.
    home.change(spotId, { metadata: { ...metadata, name: 'Sofa left' } });
    try {
      await pickerPage.open();
      await pickerPage.waitForList();
      await pickerPage.picker.locator('button[aria-label="Ask the bridge again"]').click();
      await pickerPage.waitForList();
      await page.keyboard.press('Escape');

      harness.nodeRed.send('bridge-light', { payload: true, target: 'Sofa left' });
      const { message } = await harness.nodeRed.nextFailure('bridge-light');
      assert.match(message, /fits 2: Living room\/Sofa left, Kitchen\/Sofa left/);
      await write('Sofa left');
      await hint.getByText(message, { exact: true }).waitFor();

      for (const [text, room, rid] of [
        ['living room/SOFA LEFT', 'Living room', sofaId],
        ['Kitchen/Sofa left', 'Kitchen', spotId],
        ['Kitchen spot 1', 'Kitchen', spotId],
        ['home: kitchen spot 1', 'Kitchen', spotId],
      ] as const) {
        await write(text);
        await hint.getByText(`✓ Sofa left, ${room} (lamp)`, { exact: true }).waitFor();
        await chooseKind('resource of the bridge');
        await page.locator('.lighting-bridge-picked-name').waitFor();
        await chooseKind('id, name or Room/Name');
        assert.equal(await harness.field('Lamp or group').inputValue(), rid, text);
      }
      await harness.editor.closeDialog('cancel');
    } finally {
      home.change(spotId, { metadata });
    }
  });

  it('offers the rooms and zones to a node that looks in one only, which may be written as well', async () => {
    const { page } = harness.editor;
    const picked = page.locator('.lighting-bridge-picked-name').getByText('Kitchen');
    await harness.open('bridge-poll');
    await harness.expandDetails();
    // A list that is asked for anew draws its rows again, which may take a click on one of them away.
    await page.waitForLoadState('networkidle');
    await harness.field('Only in room: choose').click();
    await pickerPage.visibleRows().first().waitFor();
    await pickerPage.search('kitchen');
    await pickerPage.picker
      .locator('.lighting-bridge-leaf-name')
      .getByText('Kitchen', { exact: true })
      .click();
    await picked.waitFor();
    await harness.editor.closeDialog('ok');
    const { room } = await harness.settings('bridge-poll');
    const found = harness.simulator.home.get(String(room));
    assert.deepEqual(
      [found?.type, getNestedMember(found, 'metadata', 'name')],
      ['room', 'Kitchen'],
    );

    const listed = page.waitForResponse(/\/lighting-bridge\/resources$/);
    await harness.open('bridge-poll');
    await harness.expandDetails();
    await picked.waitFor();
    // The late list draws the picked room again, which may take a click on the menu away.
    await (await listed).finished();
    await harness.field('Only in room: where the value comes from').click();
    await page
      .locator('.red-ui-typedInput-options:visible')
      .getByText('id, name or Room/Name')
      .click();
    await harness.field('Only in room').fill('Hallway');
    await harness.editor.closeDialog('ok');
    assert.equal((await harness.settings('bridge-poll'))['room'], 'Hallway');
  });

  it('marks a picked resource that no longer exists', async () => {
    await harness.open('bridge-sensor');
    const field = harness.editor.page.locator('.lighting-bridge-picked');
    await field.getByText('deleted from the bridge').waitFor();
    assert.match((await field.textContent()) ?? '', /^Old sensor/);
    await harness.editor.closeDialog('cancel');
  });

  it('opens by a click that began before the list of the bridge had come', async () => {
    const { page } = harness.editor;
    const isList = /lighting-bridge\/resources$/;
    const released = createDeferred();
    await page.route(isList, async (route) => {
      await released.promise;
      await route.continue();
    });
    try {
      await harness.open('bridge-sensor');
      await pickerPage.pickedName.hover();
      await page.mouse.down();
      const listed = page.waitForResponse(isList);
      released.resolve();
      await (await listed).finished();
      await page.evaluate('new Promise(requestAnimationFrame)');
      await page.mouse.up();
      await pickerPage.picker.waitFor();
    } finally {
      await page.unroute(isList);
    }
    await page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('picks several devices for a room', async () => {
    await harness.open('bridge-room');
    await harness.field('Operation').selectOption('create');
    await harness.editor.page.getByRole('button', { name: 'Pick devices' }).click();
    await pickerPage.visibleRows().first().waitFor();
    await pickerPage.search('sofa left');
    await pickerPage.waitForResults(['Sofa left']);
    await pickerPage.picker.getByText('Sofa left', { exact: true }).click();
    await pickerPage.search('counter');
    await pickerPage.picker.getByText('Counter strip', { exact: true }).click();
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.page.getByRole('button', { name: 'Remove Sofa left' }).click();
    await harness.editor.closeDialog('ok');
    const { devices } = await harness.settings('bridge-room');
    const strip = harness.simulator.home.get(findLampId('Counter strip'));
    assert.deepEqual(devices, [getNestedMember(strip, 'owner', 'rid')]);
  });

  it('says why when the bridge cannot be reached', async () => {
    harness.simulator.faults.inject({ status: 500 });
    await harness.open('bridge-light');
    await harness.field('Lamp or group: where the value comes from').click();
    const menu = harness.editor.page.locator('.red-ui-typedInput-options:visible');
    await menu.getByText('resource of the bridge').click();
    await harness.field('Lamp or group: choose').click();
    await pickerPage.picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    const message = pickerPage.picker.locator('.lighting-bridge-picker-message');
    await message.getByText(/status 500/).waitFor();
    harness.simulator.faults.clear();
    await harness.editor.page.keyboard.press('Escape');
    await harness.editor.closeDialog('cancel');
  });

  it('asks the bridge that the dialog of the bridge describes, also before a deploy', async () => {
    const { simulator } = harness;
    await harness.open(bridgeId);
    await harness.expandDetails();
    await harness.field('Port').fill('9');
    await harness.editor.closeDialog('ok');
    const countTreeReads = (): number =>
      simulator.requests.filter(({ path }) => path === '/clip/v2/resource').length;
    const before = countTreeReads();
    await harness.open('bridge-room');
    await harness.field('Operation').selectOption('get');
    await harness.field('Room or zone: choose').click();
    const message = pickerPage.picker.locator('.lighting-bridge-picker-message');
    await message.getByText(/nothing listens at/).waitFor();
    assert.equal(countTreeReads(), before);
    await harness.editor.page.keyboard.press('Escape');
  });

  it('names a node that lists or creates after what it does, until a person names it', async () => {
    const { editor } = harness;
    await harness.open('bridge-room');
    await harness.field('Operation').selectOption('create');
    await editor.closeDialog('ok');
    assert.equal(await harness.label('bridge-room'), 'create room');
    await harness.open('bridge-smart-scene');
    await harness.field('Operation').selectOption('list');
    await editor.closeDialog('ok');
    assert.equal(await harness.label('bridge-smart-scene'), 'list smart scenes');
    await harness.open('bridge-smart-scene');
    await harness.field('Name').fill('What runs today');
    await editor.closeDialog('ok');
    assert.equal(await harness.label('bridge-smart-scene'), 'What runs today');
  });

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(harness.editor.problems, []);
  });
});
