import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { saveRequestedScreenshot } from '../support/browser/browser';
import { bridgeId, startDialogHarness, toFurtherBridgeId } from './support/dialog-harness';
import type { DialogHarness } from './support/dialog-harness';

const floorLamp = createFixtureId('light/living-floor');

/** The daylight node comes with a name, which is no picked lamp. */
const differingSettings = {
  'bridge-daylight': { target: floorLamp, targetType: 'resource', targetName: 'Floor lamp' },
};

describe('The dialogs, with several bridges', () => {
  let harness: DialogHarness;
  let attic: Simulator;

  before(async () => {
    attic = await startSimulator();
    attic.home.change(floorLamp, { metadata: { name: 'Attic lamp' } });
    harness = await startDialogHarness(differingSettings, { furtherBridges: { Attic: attic } });
  });

  after(async () => {
    await harness.stop();
    await attic.stop();
  });

  afterEach(() => harness.closeOpenDialogs());

  it('speak of messages that name their bridge only where there are several', async () => {
    const { page } = harness.editor;
    const offer = harness.field('Each message names its bridge');
    await harness.open('bridge-room');
    await offer.waitFor({ state: 'visible' });
    await harness.editor.closeDialog('cancel');
    await page.evaluate(`
      window.atticBridge = RED.nodes.node('${toFurtherBridgeId('Attic')}');
      RED.nodes.remove(atticBridge.id);
    `);
    await harness.open('bridge-room');
    await harness.field('Bridge').waitFor({ state: 'visible' });
    assert.equal(await offer.isVisible(), false);
    await harness.editor.closeDialog('cancel');
    await page.evaluate('RED.nodes.add(atticBridge)');
  });

  it('begin with the first bridge by its name, then with the one that was used last', async () => {
    const { page } = harness.editor;
    const readBridges = (): Promise<string[]> =>
      page.evaluate<string[]>(
        `RED.nodes.filterNodes({ type: 'bridge-sensor', z: RED.workspaces.active() }).map(({ bridge }) => bridge)`,
      );
    const drag = async (x: number): Promise<string | undefined> => {
      const before = (await readBridges()).length;
      const canvas = page.locator('#red-ui-workspace-chart');
      const palette = page.locator('[data-palette-type="bridge-sensor"]');
      await palette.scrollIntoViewIfNeeded();
      await palette.dragTo(canvas, { targetPosition: { x, y: 500 } });
      await page.waitForFunction(
        `RED.nodes.filterNodes({ type: 'bridge-sensor', z: RED.workspaces.active() }).length > ${before}`,
      );
      return (await readBridges()).at(-1);
    };
    assert.equal(await drag(500), toFurtherBridgeId('Attic'));
    await harness.open('bridge-room');
    await harness.editor.closeDialog('ok');
    assert.equal(await drag(700), bridgeId);
    for (const [x, change] of [
      [300, { d: true }],
      [900, { z: 'tab' }],
    ] as const) {
      await page.evaluate(`
        window.bridgeBefore = (({ d, z }) => ({ d, z }))(RED.nodes.node('${bridgeId}'));
        Object.assign(RED.nodes.node('${bridgeId}'), ${JSON.stringify(change)});
      `);
      assert.equal(await drag(x), toFurtherBridgeId('Attic'), JSON.stringify(change));
      await page.evaluate(`Object.assign(RED.nodes.node('${bridgeId}'), bridgeBefore)`);
    }
  });

  it('take lamps of several bridges, which are ticked one bridge after the other', async () => {
    const { page } = harness.editor;
    const picker = page.locator('.lighting-bridge-picker');
    await harness.open('bridge-light');
    await harness.field('Lamp or group: choose').click();
    await picker.getByLabel('Search by name, room or id').pressSequentially('lamp');
    await picker.getByLabel('Floor lamp', { exact: true }).check();
    await picker.getByLabel('Bridge', { exact: true }).selectOption('Attic');
    await picker.getByLabel('Attic lamp', { exact: true }).check();
    await picker.getByLabel('Search by name, room or id').press('Escape');
    const name = 'Floor lamp, Attic:Attic lamp';
    await page.locator('.lighting-bridge-picked-name').getByText(name, { exact: true }).waitFor();
    await harness.editor.closeDialog('ok');
    assert.equal(await harness.label('bridge-light'), name);
    const { target, targetBridges, bridge } = await harness.settings('bridge-light');
    assert.deepEqual(
      { target, targetBridges, bridge },
      {
        target: `${floorLamp},${floorLamp}`,
        targetBridges: ['', toFurtherBridgeId('Attic')],
        bridge: bridgeId,
      },
    );
    await harness.open('bridge-light');
    await page.locator('.lighting-bridge-picked-name').getByText(name, { exact: true }).waitFor();
    assert.equal(await page.locator('.lighting-bridge-picked-gone').count(), 0);
  });

  it('take what poll, button and daylight nodes watch from several bridges', async () => {
    const { page } = harness.editor;
    const picker = page.locator('.lighting-bridge-picker');
    for (const { type, field, search, own, other } of [
      {
        type: 'bridge-poll',
        field: 'Resources: choose',
        search: 'lamp',
        own: 'Floor lamp',
        other: 'Attic lamp',
      },
      {
        type: 'bridge-button',
        field: 'Buttons: choose',
        search: 'dim',
        own: 'Dimmer',
        other: 'Dimmer',
      },
      {
        type: 'bridge-daylight',
        field: 'Lamps and rooms: choose',
        search: 'lamp',
        own: 'Floor lamp',
        other: 'Attic lamp',
      },
    ]) {
      await harness.open(type);
      await harness.field(field).click();
      await picker.getByLabel('Search by name, room or id').pressSequentially(search);
      await picker.getByLabel(own, { exact: true }).check();
      await picker.getByLabel('Bridge', { exact: true }).selectOption('Attic');
      await picker.getByLabel(other, { exact: true }).check();
      await saveRequestedScreenshot(page, `several-bridges-${type}`);
      await picker.getByLabel('Search by name, room or id').press('Escape');
      const name = `${own}, Attic:${other}`;
      await page.locator('.lighting-bridge-picked-name').getByText(name, { exact: true }).waitFor();
      await harness.editor.closeDialog('ok');
      assert.equal(await harness.label(type), name);
      const { targetBridges } = await harness.settings(type);
      assert.deepEqual(targetBridges, ['', toFurtherBridgeId('Attic')]);
      await harness.open(type);
      await page.locator('.lighting-bridge-picked-name').getByText(name, { exact: true }).waitFor();
      await harness.editor.closeDialog('cancel');
    }
  });

  it('offer all of a bridge where a node may watch all', async () => {
    const { page } = harness.editor;
    const picker = page.locator('.lighting-bridge-picker');
    await harness.open('bridge-poll');
    await harness.field('Resources: choose').click();
    await picker.getByLabel('all on Home').check();
    await picker.getByLabel('Bridge', { exact: true }).selectOption('Attic');
    await picker.getByLabel('Attic lamp', { exact: true }).check();
    await picker.getByLabel('all on Attic').check();
    assert.equal(await picker.getByLabel('Attic lamp', { exact: true }).isChecked(), false);
    await saveRequestedScreenshot(page, 'several-bridges-all');
    await picker.getByLabel('Search by name, room or id').press('Escape');
    const name = 'all on Home, all on Attic';
    await page.locator('.lighting-bridge-picked-name').getByText(name, { exact: true }).waitFor();
    assert.equal(await page.locator('.lighting-bridge-picked-gone').count(), 0);
    await harness.editor.closeDialog('ok');
    const { target, targetBridges } = await harness.settings('bridge-poll');
    assert.deepEqual(
      { target, targetBridges },
      { target: '*,*', targetBridges: [bridgeId, toFurtherBridgeId('Attic')] },
    );
    assert.equal(await page.evaluate(`RED.nodes.node('bridge-poll').valid`), true);
    await harness.open('bridge-poll');
    await page.locator('.lighting-bridge-picked-name').getByText(name, { exact: true }).waitFor();
    await harness.editor.closeDialog('cancel');
    await harness.open('bridge-light');
    await harness.field('Lamp or group: choose').click();
    await picker.getByLabel('Search by name, room or id').waitFor();
    assert.equal(await picker.getByLabel('all on Home').count(), 0);
  });

  it('export the bridges of what is picked, and an import gives them their new ids', async () => {
    const script = `
      const exported = RED.nodes.createExportableNodeSet([RED.nodes.node('bridge-light')]);
      const result = RED.nodes.import(exported, { generateIds: true, importMap: Object.fromEntries(exported.map(({ id }) => [id, 'copy'])) });
      ({ types: exported.map(({ type }) => type), nodes: result.nodes.map((node) => ({ ...RED.nodes.convertNode(node, false) })) })`;
    const { types, nodes } = await harness.editor.page.evaluate<{
      types: string[];
      nodes: Record<string, unknown>[];
    }>(script);
    assert.deepEqual(types.toSorted(), ['bridge-config', 'bridge-config', 'bridge-light']);
    const light = nodes.find(({ type }) => type === 'bridge-light');
    const bridge = nodes.find(({ type, name }) => type === 'bridge-config' && name === 'Attic');
    assert.ok(light && bridge);
    assert.notEqual(bridge['id'], toFurtherBridgeId('Attic'));
    assert.deepEqual(light['targetBridges'], ['', bridge['id']]);
  });

  it('ask for no bridge where each message names it, and for one again where it does not', async () => {
    const { page } = harness.editor;
    const isValid = (): Promise<boolean> =>
      page.evaluate<boolean>(`RED.nodes.node('bridge-room').valid`);
    await harness.open('bridge-room');
    await harness.field('Bridge').selectOption({ value: '_ADD_' });
    await page.getByText('Choose a bridge, or add one with the plus sign.').waitFor();
    await harness.field('Each message names its bridge').check();
    await harness.field('Bridge').waitFor({ state: 'hidden' });
    await harness.editor.closeDialog('ok');
    assert.equal(await isValid(), true);
    const { bridge, bridgeFromMessage } = await harness.settings('bridge-room');
    assert.deepEqual({ bridge, bridgeFromMessage }, { bridge: '', bridgeFromMessage: true });
    await page.evaluate(
      `Object.assign(RED.nodes.node('bridge-room'), { target: '${floorLamp}', targetName: 'Hall' })`,
    );
    await harness.open('bridge-room');
    const picked = page.locator('.lighting-bridge-picked');
    await picked.getByText('Hall').waitFor({ state: 'attached' });
    assert.equal(await picked.textContent(), 'Hall', 'no bridge says that it is gone');
    await harness.field('Each message names its bridge').uncheck();
    await harness.field('Bridge').waitFor({ state: 'visible' });
    await harness.editor.closeDialog('ok');
    assert.equal(await isValid(), false);
  });

  it('offer nothing that a node sends by itself where messages name the bridge', async () => {
    const { page } = harness.editor;
    const offer = harness.field('Each message names its bridge');
    await harness.open('bridge-scene');
    const changes = harness.field('Second output: the active scene at each change');
    await changes.waitFor({ state: 'visible' });
    await offer.check();
    await changes.waitFor({ state: 'hidden' });
    await harness.editor.closeDialog('cancel');
    await harness.open('bridge-sensor');
    await harness.field('Kind').selectOption('temperature');
    await harness.field('Send only while').waitFor({ state: 'visible' });
    await offer.check();
    await page.getByText('it sends no readings by itself').waitFor({ state: 'visible' });
    await harness.field('Send only while').waitFor({ state: 'hidden' });
    await harness.editor.closeDialog('cancel');
  });
});
