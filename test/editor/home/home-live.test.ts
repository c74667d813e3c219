import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { openEditor } from '../../support/browser/editor';
import type { Editor } from '../../support/browser/editor';
import { getSharedBrowser } from '../../support/browser/shared-browser';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import { adminAuth } from '../../runtime/routes/admin-users';
import { assertAccessible } from '../support/accessibility';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { createHomePage } from './home-page';
import type { HomePage } from './home-page';

const floorLamp = createFixtureId('light/living-floor');
const livingRoom = createFixtureId('room/living-room');

/** Types that a bridge does not list together with the others, so that no file holds them. */
const unlistedTypes: ReadonlySet<string> = new Set(['motion_area_candidate', 'public_image']);

function countByType({ home }: Simulator): Record<string, number> {
  const types = home.all().map(({ type }) => type);
  const listed = new Set(types.filter((type) => !unlistedTypes.has(type)));
  return Object.fromEntries([...listed].map((type) => [type, home.byType(type).length]));
}

/** Runs in the page: moves the focused slider on to 31 % in small steps. */
const moveSlider = `(async () => {
  const slider = document.activeElement;
  while (slider.valueAsNumber < 31) {
    slider.stepUp();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
})()`;

describe('The home in the sidebar, with a bridge', () => {
  let attic: Simulator;
  let harness: DialogHarness;
  let home: HomePage;

  before(async () => {
    attic = await startSimulator({ events: { batch: 0 } });
    attic.home.change(floorLamp, { metadata: { name: 'Attic lamp' } });
    harness = await startDialogHarness({}, { furtherBridges: { Attic: attic } });
    home = createHomePage(harness.editor.page);
    await home.show();
    await openSection('Home', livingRoom);
    await home.tile(floorLamp).first().waitFor();
  });
  afterEach(() => assert.deepEqual(harness.editor.problems, []));
  after(async () => {
    await harness.stop();
    await attic.stop();
  });

  const inBridge = (name: string): Locator => home.tab.getByRole('article', { name, exact: true });
  const openSection = async (bridge: string, id: string): Promise<void> => {
    const toggle = inBridge(bridge).locator(`[data-section="${id}"] .section-toggle`);
    await toggle.waitFor();
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  };
  const lampTile = (): Locator => inBridge('Home').locator(`.tile[data-rid="${floorLamp}"]`);
  const isOn = (): boolean =>
    getNestedMember(harness.simulator.home.get(floorLamp), 'on', 'on') === true;

  it('shows both homes one below the other', async () => {
    await openSection('Attic', livingRoom);
    await inBridge('Attic').getByText('Attic lamp').waitFor();
    await inBridge('Home').getByText('Floor lamp').waitFor();
    await saveRequestedScreenshot(harness.editor.page, 'home-live');
    await assertAccessible(harness.editor.page, '.lighting-bridge-home');
  });

  it('follows a lamp that is switched, dimmed and renamed elsewhere', async () => {
    const { simulator } = harness;
    simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness: 37 } });
    await lampTile().getByText('37 %').waitFor();
    simulator.home.change(floorLamp, { on: { on: false } });
    await lampTile().getByText('off', { exact: true }).waitFor();
    simulator.home.change(floorLamp, { metadata: { name: 'Reading lamp' } });
    await lampTile().getByText('Reading lamp').waitFor();
    simulator.home.change(floorLamp, { metadata: { name: 'Floor lamp' } });
    await lampTile().getByText('Floor lamp').waitFor();
  });

  it('switches a lamp, and shows what the lamp answers', async () => {
    const bulb = lampTile().getByRole('button', { name: 'Floor lamp: on' });
    await bulb.click();
    await waitUntil('the lamp', isOn);
    await lampTile().getByText(/ %$/).waitFor();
    assert.equal(await bulb.getAttribute('aria-pressed'), 'true');
    await bulb.press('Enter');
    await waitUntil('the lamp', () => !isOn());
    await lampTile().getByText('off', { exact: true }).waitFor();
  });

  it('dims a lamp with the keyboard, and sends only some of the values on the way', async () => {
    const { page } = harness.editor;
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/command')) sent += 1;
    });
    const slider = lampTile().getByLabel('Brightness of Floor lamp');
    await slider.focus();
    await slider.press('Home');
    await slider.press('ArrowRight');
    await page.evaluate(moveSlider);
    await lampTile().getByText('31 %').waitFor();
    await waitUntil('the brightness', () => {
      const light = harness.simulator.home.get(floorLamp);
      const brightness = getNestedMember(light, 'dimming', 'brightness');
      return isOn() && typeof brightness === 'number' && Math.round(brightness) === 31;
    });
    assert.ok(sent < 20, String(sent));
  });

  it('switches a room, sets a colour and a white, and recalls a scene', async () => {
    const { simulator } = harness;
    await lampTile().getByLabel('More about Floor lamp').click();
    await lampTile().getByLabel('Colour', { exact: true }).fill('#ff0000');
    await waitUntil('red', () => {
      const x = getNestedMember(simulator.home.get(floorLamp), 'color', 'xy', 'x');
      return typeof x === 'number' && x > 0.6;
    });
    const white = lampTile().getByLabel('White, from cold to warm').last();
    await white.focus();
    await white.press('Home');
    await waitUntil('the coldest white', () => {
      const mirek = getNestedMember(simulator.home.get(floorLamp), 'color_temperature', 'mirek');
      return mirek === 153;
    });
    const scene = [...simulator.home.byType('scene')].find(
      (one) => getNestedMember(one, 'group', 'rid') === livingRoom,
    );
    assert.ok(scene);
    const name = String(getNestedMember(scene, 'metadata', 'name'));
    await inBridge('Home')
      .locator(`[data-section="${livingRoom}"]`)
      .getByRole('button', { name: `Recall ${name}` })
      .click();
    await waitUntil(
      'the scene',
      () => getNestedMember(simulator.home.get(scene.id), 'status', 'active') !== 'inactive',
    );
    await inBridge('Home').getByRole('button', { name: 'Living room: on' }).click();
    await waitUntil('the room', () => !isOn());
  });

  it('says what the bridge has refused', async () => {
    const { simulator } = harness;
    simulator.faults.inject({ match: { method: 'PUT', rtype: 'light' }, status: 400, times: 1 });
    await lampTile().getByRole('button', { name: 'Floor lamp: on' }).click();
    await inBridge('Home').locator('.problem:not(:empty)').waitFor();
    await lampTile().getByText('off', { exact: true }).waitFor();
  });

  it('adds a lamp that a deploy makes work', async () => {
    const { editor } = harness;
    const { page } = editor;
    await lampTile()
      .locator('.tile-head')
      .dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x: 560, y: 200 } });
    const id = await page.waitForFunction<string>(
      `RED.nodes.filterNodes({ z: 'tab', type: 'bridge-light' }).find(({ target }) => target === '${floorLamp}')?.id`,
    );
    await editor.deploy();
    await page.waitForFunction(`RED.nodes.node('${await id.jsonValue()}').status?.text === 'off'`);
    await inBridge('Home').getByLabel('Nodes that use Floor lamp: 1').waitFor();
  });

  it('saves the home for the simulator and the diagnostics, which holds no name and no id', async () => {
    const { page } = harness.editor;
    const health = inBridge('Home').getByRole('group', { name: 'Health of the home' });
    await health.locator('.section-toggle').click();
    for (const [button, name] of [
      ['Download diagnostics', 'lighting-bridge-diagnostics.json'],
      ['Make a copy for the simulator', 'lighting-bridge-home.json'],
    ] as const) {
      await health.getByRole('button', { name: button }).click();
      await page.locator('.lighting-bridge-file pre').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the file' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), name);
      await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
      const stateFile = await download.path();
      const text = await readFile(stateFile, 'utf8');
      assert.ok(!text.includes('Floor lamp') && !text.includes(floorLamp));
      assert.ok(!text.includes(harness.simulator.key));
      const twin = await startSimulator({ stateFile });
      assert.deepEqual(countByType(twin), countByType(harness.simulator));
      await twin.stop();
    }
  });

  it('loses a lamp that is deleted', async () => {
    harness.simulator.home.remove(floorLamp);
    await lampTile().waitFor({ state: 'detached' });
    await inBridge('Home').getByText('Nodes whose target is no longer on the bridge').waitFor();
    await inBridge('Attic').getByText('Attic lamp').waitFor();
  });
});

describe('The home in the sidebar of somebody who may only read', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let editor: Editor;

  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: [{ id: 'tab', type: 'tab' }, createBridgeNode(simulator)],
      credentials: createCredentials(simulator),
      settings: { adminAuth: { ...adminAuth, default: { permissions: 'read' } } },
    });
    editor = await openEditor(await getSharedBrowser(), nodeRed);
  });
  after(async () => {
    await editor.close();
    await nodeRed.stop();
    await simulator.stop();
  });

  it('shows everything and switches nothing', async () => {
    const home = createHomePage(editor.page);
    await home.show();
    const toggle = home.tab.locator(`[data-section="${livingRoom}"] .section-toggle`);
    await toggle.click();
    const tile = home.tile(floorLamp);
    await tile.getByText('Floor lamp').waitFor();
    await tile.getByLabel('More about Floor lamp').click();
    assert.equal(await tile.locator('input:visible, button:visible:not(.tile-more)').count(), 0);
    assert.equal(await tile.locator('.tile-head').getAttribute('draggable'), 'false');
    simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness: 37 } });
    await tile.getByText('37 %').waitFor();
    await saveRequestedScreenshot(editor.page, 'home-read-only');
  });
});
