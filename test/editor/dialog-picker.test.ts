import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Locator } from 'playwright-core';
import { member } from '../../src/resources';
import { saveScreenshot } from '../support/browser';
import { bridgeId, openStage } from './dialog-stage';
import type { DialogStage } from './dialog-stage';

const goneId = '00000000-0000-4000-8000-000000000000';

describe('The picker', function () {
  this.timeout(90_000);
  let stage: DialogStage;
  let picker: Locator;

  before(async () => {
    stage = await openStage({
      'bridge-sensor': { target: goneId, targetType: 'resource', targetName: 'Old sensor' },
    });
    picker = stage.editor.page.locator('.lighting-bridge-picker');
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

  const branches = (): Locator => picker.locator('.red-ui-treeList-label:visible');

  async function openPicker(): Promise<void> {
    await stage.open('bridge-light');
    await stage.field('Lamp or group: choose').click();
    await branches().first().waitFor();
  }

  /** Waits until the list that was asked for is shown. */
  const hasAnswer = (): Promise<void> =>
    picker.locator('button[aria-label="Ask the bridge again"]:enabled').waitFor();

  async function search(text: string): Promise<void> {
    await picker.getByLabel('Search by name, room or id').fill('');
    await picker.getByLabel('Search by name, room or id').pressSequentially(text);
  }

  it('finds a lamp by its name, takes it with a click, and names the node after it', async () => {
    await openPicker();
    await search('sofa left');
    await picker.getByText('Sofa left', { exact: true }).click();
    await picker.waitFor({ state: 'detached' });
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
    await openPicker();
    await search('kitchen spot');
    await picker.getByText('Kitchen spot 1', { exact: true }).waitFor();
    await search(lampCalled('Floor lamp'));
    await picker.getByText('Floor lamp', { exact: true }).waitFor();
    await stage.editor.page.waitForFunction(
      '[...document.querySelectorAll(".lighting-bridge-leaf-name")].filter((leaf) => leaf.offsetParent).length === 1',
    );
    await search('no such thing');
    await picker.getByText('Nothing matches.').waitFor();
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  /** Waits until the picker shows these resources and no others. */
  async function shows(names: readonly string[]): Promise<void> {
    await stage.editor.page.waitForFunction(
      `[...document.querySelectorAll(".lighting-bridge-leaf-name")]
        .filter((leaf) => leaf.offsetParent)
        .map((leaf) => leaf.textContent)
        .toSorted()
        .join() === ${JSON.stringify(names.toSorted().join())}`,
    );
  }

  const lampsLike = (name: RegExp): string[] =>
    stage.simulator.home
      .byType('light')
      .map((light) => String(member(light, 'metadata', 'name')))
      .filter((words) => name.test(words));

  it('does not search a kind that all have, and finds by a kind that only some have', async () => {
    await openPicker();
    await search('lamp');
    await shows(lampsLike(/lamp/i));
    await search('together kitchen');
    await shows(['Kitchen']);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('finds names with accents by their plain letters, and the other way round', async () => {
    await openPicker();
    await search("zoe's ceiling");
    await shows(['Zoë’s ceiling']);
    await search('kítchen spot 1');
    await shows(['Kitchen spot 1']);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('filters by a text that the mouse pastes', async () => {
    await openPicker();
    await picker.getByLabel('Search by name, room or id').fill('floor lamp');
    await shows(['Floor lamp']);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('stays within the dialog', async () => {
    await stage.open('bridge-sensor');
    await stage.field('Sensor: choose').click();
    await branches().first().waitFor();
    await saveScreenshot(stage.editor.page, 'picker-narrow');
    const tray = await stage.editor.page.locator('.red-ui-tray').boundingBox();
    const panel = await stage.editor.page
      .locator('.red-ui-popover-panel:visible, .red-ui-editor-dialog:visible', { has: picker })
      .last()
      .boundingBox();
    assert.ok(tray && panel);
    assert.ok(panel.x >= tray.x, `${panel.x} < ${tray.x}`);
    assert.ok(panel.x + panel.width <= tray.x + tray.width, `${panel.x + panel.width}`);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('goes from the search to its first match with one key', async () => {
    const { keyboard } = stage.editor.page;
    await openPicker();
    await search('kitchen spot');
    await shows(lampsLike(/^Kitchen spot/));
    await keyboard.press('ArrowDown');
    const focused = picker.locator('.red-ui-treeList-label.focus .lighting-bridge-leaf-name');
    assert.deepEqual(await focused.allTextContents(), ['Kitchen spot 1']);
    await keyboard.press('ArrowDown');
    assert.deepEqual(await focused.allTextContents(), ['Kitchen spot 2']);

    await saveScreenshot(stage.editor.page, 'picker-keys');
    await keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    const picked = stage.editor.page.locator('.lighting-bridge-picked-name');
    assert.equal(await picked.textContent(), 'Kitchen spot 2');
    await stage.editor.closeDialog('cancel');
  });

  it('leaves a person where they are when the list of the bridge comes later', async () => {
    const { page } = stage.editor;
    await openPicker();
    await hasAnswer();
    await page.keyboard.press('Escape');
    let listed = (): void => undefined;
    const held = new Promise<void>((resolve) => (listed = resolve));
    await page.route('**/lighting-bridge/resources', async (route) => {
      await held;
      await route.continue();
    });
    await stage.field('Lamp or group: choose').click();
    await search('kitchen spot');
    await shows(lampsLike(/^Kitchen spot/));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    listed();
    await hasAnswer();
    await page.unroute('**/lighting-bridge/resources');
    const focused = picker.locator('.red-ui-treeList-label.focus .lighting-bridge-leaf-name');
    assert.deepEqual(await focused.allTextContents(), ['Kitchen spot 2']);
    await page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('keeps the rooms open that a person left open when the list is drawn anew', async () => {
    await openPicker();
    await hasAnswer();
    const bathroom = picker.locator('.red-ui-treeList-label', { hasText: /^Bathroom$/ });
    await bathroom.locator('.fa-angle-right').click();
    await picker.getByText('Bathroom ceiling', { exact: true }).waitFor();
    await picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    await hasAnswer();
    assert.ok(await picker.getByText('Bathroom ceiling', { exact: true }).isVisible());
    assert.equal(await picker.getByText('Kitchen spot 1', { exact: true }).isVisible(), false);
    await stage.editor.page.keyboard.press('Escape');
    await stage.editor.closeDialog('cancel');
  });

  it('shows the whole name of what was picked, however little else has room', async () => {
    const { page } = stage.editor;
    await stage.open('bridge-sensor');
    await stage.field('Sensor: choose').click();
    await branches().first().waitFor();
    await search('bathroom temperature');
    await shows(['Bathroom sensor']);
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    const name = page.locator('.lighting-bridge-picked-name');
    await saveScreenshot(page, 'picked');
    assert.equal(await name.textContent(), 'Bathroom sensor');
    const isWhole: unknown = await page.evaluate(`(([name]) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return name.getBoundingClientRect().width >= text.getBoundingClientRect().width;
    })($(".lighting-bridge-picked-name"))`);
    assert.equal(isWhole, true);
    await stage.editor.closeDialog('cancel');
  });

  it('works with the keyboard alone', async () => {
    const { keyboard } = stage.editor.page;
    await openPicker();
    await search('floor lamp');
    await stage.editor.page.waitForFunction(
      '[...document.querySelectorAll(".lighting-bridge-leaf-name")].filter((leaf) => leaf.offsetParent).length === 1',
    );
    await keyboard.press('ArrowDown');
    const focused = picker.locator('.red-ui-treeList-label.focus .lighting-bridge-leaf-name');
    for (let step = 0; step < 40 && (await focused.count()) === 0; step += 1) {
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    const picked = stage.editor.page.locator('.lighting-bridge-picked-name');
    assert.equal(await picked.textContent(), 'Floor lamp');
    await stage.editor.closeDialog('cancel');
  });

  it('takes the only match with Enter, and nothing while there are several', async () => {
    const { keyboard } = stage.editor.page;
    await openPicker();
    await search('lamp');
    await keyboard.press('Enter');
    assert.equal(await picker.count(), 1);
    await search('floor lamp');
    await keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    const picked = stage.editor.page.locator('.lighting-bridge-picked-name');
    assert.equal(await picked.textContent(), 'Floor lamp');
    await stage.editor.closeDialog('cancel');
  });

  it('is accessible', async () => {
    await openPicker();
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
    await openPicker();
    const rid = lampCalled('Sofa right');
    await search('sofa right');
    const leaf = picker.locator('.lighting-bridge-leaf', { hasText: rid });
    assert.match((await leaf.textContent()) ?? '', /off/);
    stage.simulator.home.change(rid, { on: { on: true }, dimming: { brightness: 25 } });
    await picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    await picker.locator('.lighting-bridge-leaf', { hasText: rid }).getByText('25 %').waitFor();
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
    await branches().first().waitFor();
    await search('kitchen');
    await picker
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
    await branches().first().waitFor();
    await search('sofa left');
    await picker.getByText('Sofa left', { exact: true }).click();
    await search('counter');
    await picker.getByText('Counter strip', { exact: true }).click();
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
    await picker.getByRole('button', { name: 'Ask the bridge again' }).click();
    const message = picker.locator('.lighting-bridge-picker-message');
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
    const message = picker.locator('.lighting-bridge-picker-message');
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
