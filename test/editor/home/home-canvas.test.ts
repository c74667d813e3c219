import assert from 'node:assert/strict';
import { isObject } from '../../../src/resources/members';
import type { HomeItem } from '../../../src/runtime/home/home-item';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { startDialogHarness, bridgeId } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { createHomePage, makeUpFeed, makeUpHome, toHomeFrame } from './home-page';
import type { HomePage, MadeUpFeed } from './home-page';

const [room, lamp, scene, , motion] = makeUpHome(1, 1);
const button: HomeItem = {
  rtype: 'button',
  id: '0000000a-0000-4000-8000-000000000000',
  owner: '0000000b-0000-4000-8000-000000000000',
  name: 'Dimmer <b>2</b>',
  control: '2',
  events: ['initial_press', 'short_release', 'long_release'],
  ...(room === undefined ? {} : { room: room.id }),
};
const dial: HomeItem = {
  rtype: 'relative_rotary',
  id: '0000000e-0000-4000-8000-000000000000',
  name: 'Dial',
  control: 'dial',
  events: ['clock_wise', 'counter_clock_wise'],
};
const batterylessSwitch: HomeItem = {
  rtype: 'button',
  id: '0000000f-0000-4000-8000-000000000000',
  name: 'Tap 1',
  control: '1',
  events: ['initial_press'],
};
const smartScene: HomeItem = {
  rtype: 'smart_scene',
  id: '0000000c-0000-4000-8000-000000000000',
  name: 'Day',
  active: false,
  ...(room === undefined ? {} : { group: room.id }),
};
const automation: HomeItem = {
  rtype: 'behavior_instance',
  id: '0000000d-0000-4000-8000-000000000000',
  name: 'Wake up',
  enabled: true,
};
assert.ok(
  room?.rtype === 'room' && lamp !== undefined && scene !== undefined && motion?.rtype === 'motion',
);

describe('What is dragged from the home to the canvas', () => {
  let harness: DialogHarness;
  let home: HomePage;
  let feed: MadeUpFeed;

  before(async () => {
    harness = await startDialogHarness({
      'bridge-poll': { rtype: 'motion', target: '', interval: '5' },
      'bridge-scene': { target: 'Relax', targetType: 'str', operation: 'list' },
    });
    const { page } = harness.editor;
    home = createHomePage(page);
    feed = await makeUpFeed(page, bridgeId);
    await home.show();
    await page.waitForFunction('madeUpFeed.count() === 1');
    await feed.send(
      toHomeFrame([
        room,
        lamp,
        scene,
        motion,
        button,
        dial,
        batterylessSwitch,
        smartScene,
        automation,
      ]),
    );
    await home.section('Room 1').waitFor();
  });
  after(() => harness.stop());

  const listNodes = (): Promise<readonly Record<string, unknown>[]> =>
    harness.editor.page.evaluate(
      `RED.nodes.filterNodes({ z: 'tab' }).map((node) => RED.nodes.convertNode(node, false))`,
    );

  for (const { item, settings } of [
    { item: lamp, settings: { type: 'bridge-light', target: lamp.id, targetName: 'Lamp 0-0' } },
    {
      item: room,
      settings: { type: 'bridge-light', target: room.groupedLight, targetName: 'Room 1' },
    },
    { item: scene, settings: { type: 'bridge-scene', target: scene.id, targetName: 'Relax' } },
    {
      item: motion,
      settings: {
        type: 'bridge-sensor',
        target: motion.id,
        rtype: 'motion',
        targetName: 'Sensor 0',
      },
    },
    {
      item: button,
      settings: {
        type: 'bridge-button',
        target: button.id,
        targetName: button.name,
        events: 'short_release',
      },
    },
    { item: dial, settings: { type: 'bridge-button', target: dial.id, events: '' } },
    {
      item: batterylessSwitch,
      settings: { type: 'bridge-button', target: batterylessSwitch.id, events: '' },
    },
    { item: smartScene, settings: { type: 'bridge-smart-scene', target: smartScene.id } },
    { item: automation, settings: { type: 'bridge-automation', target: automation.id } },
  ]) {
    it(`becomes a node with bridge and target: ${item.rtype}`, async () => {
      const { page } = harness.editor;
      const before = new Set((await listNodes()).map(({ id }) => id));
      await home
        .tile(item.id)
        .locator('.tile-head')
        .dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x: 520, y: 300 } });
      await page.waitForFunction(
        `RED.nodes.filterNodes({ z: 'tab' }).length === ${before.size + 1}`,
      );
      const added = (await listNodes()).find(({ id }) => !before.has(id));
      const expected = { bridge: bridgeId, targetType: 'resource', ...settings };
      for (const [name, value] of Object.entries(expected))
        assert.equal(added?.[name], value, name);
      assert.ok(Math.abs(Number(added?.['x']) - 520) < 25, String(added?.['x']));
      assert.ok(Math.abs(Number(added?.['y']) - 300) < 25, String(added?.['y']));
      assert.equal(await page.evaluate(`RED.nodes.node('${String(added?.['id'])}').valid`), true);
      await page.evaluate('RED.history.pop()');
      assert.equal((await listNodes()).length, before.size);
    });
  }

  it('sets the target of the node that it is dropped on, and one undo takes that back', async () => {
    const { page } = harness.editor;
    const readSettings = async (): Promise<object> => {
      // A node is as wide as its name.
      const { x: _x, ...settings } = await harness.settings('bridge-poll');
      return settings;
    };
    const before = await readSettings();
    await home.tile(motion.id).locator('.tile-state').dragTo(page.locator('[id="bridge-poll"]'));
    await page.waitForFunction(`RED.nodes.node('bridge-poll').target === '${motion.id}'`);
    const after = await harness.settings('bridge-poll');
    assert.equal(after['targetName'], 'Sensor 0');
    assert.equal(after['rtype'], 'motion');
    await page.evaluate('RED.history.pop()');
    assert.deepEqual(await readSettings(), before);
  });

  it('leaves the kinds of presses that somebody chose for the button node it is dropped on', async () => {
    const { page } = harness.editor;
    for (const [before, after] of [
      ['short_release', ''],
      ['long_press', 'long_press'],
    ] as const) {
      await page.evaluate(`RED.nodes.node('bridge-button').events = '${before}'`);
      await home.tile(dial.id).locator('.tile-state').dragTo(page.locator('[id="bridge-button"]'));
      await page.waitForFunction(`RED.nodes.node('bridge-button').target === '${dial.id}'`);
      assert.equal((await harness.settings('bridge-button'))['events'], after);
      await page.evaluate('RED.history.pop()');
      assert.equal((await harness.settings('bridge-button'))['events'], before);
    }
  });

  it('is refused by a node that cannot use it', async () => {
    const { page } = harness.editor;
    await home.tile(button.id).locator('.tile-state').dragTo(page.locator('[id="bridge-light"]'));
    await page.getByText('This node cannot use “Dimmer <b>2</b>”.').waitFor();
    assert.equal((await harness.settings('bridge-light'))['target'], '');
  });

  it('is added by the keyboard too, below what is there', async () => {
    const { page } = harness.editor;
    const before = (await listNodes()).length;
    const more = home.tile(lamp.id).getByLabel('More about Lamp 0-0');
    await more.focus();
    await more.press('Enter');
    const add = home.tile(lamp.id).getByRole('button', { name: 'Add a node to the flow' });
    await add.focus();
    for (const count of [1, 2]) {
      await page.keyboard.press('Enter');
      await home.tile(lamp.id).getByLabel(`Nodes that use Lamp 0-0: ${count}`).waitFor();
    }
    assert.equal((await listNodes()).length, before + 2);
    const [one, other] = (await listNodes()).slice(-2);
    assert.notEqual(one?.['y'], other?.['y']);
    await saveRequestedScreenshot(page, 'home-canvas');
  });

  it('tells which nodes use it, by id and by name, and shows them', async () => {
    const { page } = harness.editor;
    await home.tile(lamp.id).getByLabel('Nodes that use Lamp 0-0: 2').waitFor();
    await home.tile(scene.id).getByLabel('Nodes that use Relax: 1').click();
    await home.tile(scene.id).locator('.tile-link').click();
    await page.waitForFunction(`RED.nodes.node('bridge-scene').highlighted === true`);
    const { target, rtype } = await harness.settings('bridge-poll');
    const setPoll = (settings: object): Promise<void> =>
      page.evaluate(`
        Object.assign(RED.nodes.node('bridge-poll'), ${JSON.stringify(settings)});
        RED.events.emit('nodes:change', RED.nodes.node('bridge-poll'));
      `);
    await setPoll({ target: button.owner, targetType: 'resource', rtype: 'device' });
    await home.tile(button.id).getByLabel(`Nodes that use ${button.name}: 1`).waitFor();
    await setPoll({ target, rtype });
  });

  it('tells which nodes name a scene beside its room, and use something in a room', async () => {
    const { page } = harness.editor;
    const before = await harness.settings('bridge-scene');
    await page.evaluate(`
      Object.assign(RED.nodes.node('bridge-scene'), { targetType: 'resource', target: '${room.id}', operation: 'recall', scene: ' relax', sceneType: 'str' });
      RED.events.emit('nodes:change', RED.nodes.node('bridge-scene'));
    `);
    await home.tile(room.id).getByLabel('Nodes that use Room 1: 1').waitFor();
    await home.tile(scene.id).getByLabel('Nodes that use Relax: 1').waitFor();
    const more = home.tile(room.id).getByLabel('More about Room 1');
    await more.click();
    const inside = home
      .tile(room.id)
      .getByRole('list', { name: 'Nodes that use something in it: 3' });
    assert.equal(await inside.getByRole('listitem').count(), 3);
    await more.click();
    await page.evaluate(
      `Object.assign(RED.nodes.node('bridge-scene'), ${JSON.stringify({ target: before['target'], targetType: 'str', operation: 'list', scene: '' })})`,
    );
  });

  it('says of nodes whose target was deleted so, and gives all of them another one at once', async () => {
    const { page } = harness.editor;
    await page.evaluate(`
      for (const id of ['bridge-light', 'bridge-daylight'])
        Object.assign(RED.nodes.node(id), { targetType: 'resource', target: '${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}', targetName: 'Old lamp' });
      RED.events.emit('nodes:change', RED.nodes.node('bridge-light'));
    `);
    const list = home.tab.getByRole('region', {
      name: 'Nodes whose target is no longer on the bridge',
    });
    await list.getByText('Old lamp').first().waitFor();
    await list.getByRole('button', { name: 'Choose another' }).click();
    const picker = page.locator('.lighting-bridge-picker');
    await picker.getByLabel('Search by name, room or id').pressSequentially('floor lamp');
    await picker.locator('.lighting-bridge-leaf-name').getByText('Floor lamp').click();
    await list.waitFor({ state: 'hidden' });
    for (const id of ['bridge-light', 'bridge-daylight'])
      assert.equal((await harness.settings(id))['targetName'], 'Floor lamp');
    await page.evaluate('RED.history.pop()');
    for (const id of ['bridge-light', 'bridge-daylight'])
      assert.equal((await harness.settings(id))['targetName'], 'Old lamp');
    await page.evaluate(`RED.nodes.workspace('tab').locked = true`);
    await list.getByRole('button', { name: 'Choose another' }).click();
    await page.getByText('because their flow is locked: 2.').waitFor();
    assert.equal(await picker.count(), 0);
    await page.evaluate(`delete RED.nodes.workspace('tab').locked`);
  });

  it('copies a lamp as a flow that also sends its states', async () => {
    const { page } = harness.editor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await home.tile(lamp.id).getByRole('button', { name: 'Copy as flow' }).click();
    const flow: unknown = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'));
    assert.ok(Array.isArray(flow) && flow.every(isObject));
    assert.deepEqual(
      flow.map(({ type, target, changes }) => ({ type, target, changes })),
      [
        { type: 'bridge-light', target: lamp.id, changes: 'value' },
        { type: 'debug', target: undefined, changes: undefined },
      ],
    );
  });

  it('is dropped also if it was renamed on the way, and no other drag is taken for it', async () => {
    const { page } = harness.editor;
    const before = new Set((await listNodes()).map(({ id }) => id));
    await home.tile(lamp.id).locator('.tile-state').hover();
    await page.mouse.down();
    await page.mouse.move(700, 400);
    const renamed = { ...lamp, name: 'Renamed' };
    await feed.send({ kind: 'changes', changed: [renamed], removed: [] });
    await home.tile(lamp.id).getByText('Renamed').waitFor();
    const chart = page.locator('#red-ui-workspace-chart');
    const box = await chart.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 500, (box?.y ?? 0) + 300, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(`RED.nodes.filterNodes({ z: 'tab' }).length === ${before.size + 1}`);
    const added = (await listNodes()).find(({ id }) => !before.has(id));
    assert.equal(added?.['target'], lamp.id);
    const isTaken = await page.evaluate<boolean>(`(() => {
      const event = new DragEvent('dragover', { dataTransfer: new DataTransfer(), cancelable: true });
      document.querySelector('#red-ui-workspace-chart').dispatchEvent(event);
      return event.defaultPrevented;
    })()`);
    assert.equal(isTaken, false);
    await page.evaluate('RED.history.pop()');
    await feed.send({ kind: 'changes', changed: [lamp], removed: [] });
  });
});
