import assert from 'node:assert/strict';
import type { HomeConnection, HomeHealth, HomeItem } from '../../../src/runtime/home/home-item';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { openEditor } from '../../support/browser/editor';
import type { Editor } from '../../support/browser/editor';
import { getSharedBrowser } from '../../support/browser/shared-browser';
import { deployOnSharedNodeRed } from '../../support/node-red/shared-node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { assertAccessible } from '../support/accessibility';
import { createHomePage, live, makeUpFeed, makeUpHome, toHomeFrame } from './home-page';
import type { HomePage, MadeUpFeed } from './home-page';

const roomId = '00000001-0000-4000-8000-000000000000';
const lampId = '00000002-0000-4000-8000-000000000000';

const health: HomeHealth = {
  batteries: [{ id: 'a', name: 'Motion', room: 'Hall', level: 4, low: true }],
  unreachable: [{ id: 'b', name: 'Spot', since: '2020-05-04T08:15:00Z' }],
  zigbee: [],
  updates: [],
  disabledSensors: [],
  requestsPerMinute: 3,
  refusedPerMinute: 0,
  waiting: { count: 0, oldestSeconds: 0 },
  reconnectsLastDay: 1,
  address: '192.0.2.10:443',
};

const toBridge = (id: string, name: string): FlowNode => ({
  id,
  type: 'bridge-config',
  name,
  host: '127.0.0.1',
  port: '1',
  fingerprint: '',
});

describe('The tab of the sidebar that shows the home', () => {
  let nodeRed: RunningNodeRed;
  let editor: Editor;
  let home: HomePage;
  let feed: MadeUpFeed;

  const waitForReaders = (count: number): Promise<unknown> =>
    editor.page.waitForFunction(`madeUpFeed.count() === ${count}`);

  before(async () => {
    nodeRed = await deployOnSharedNodeRed([
      { id: 'tab', type: 'tab', label: 'Home' },
      toBridge('bridge', 'Upstairs'),
    ]);
    editor = await openEditor(await getSharedBrowser(), nodeRed);
    home = createHomePage(editor.page);
    feed = await makeUpFeed(editor.page, 'bridge');
    await home.show();
    await waitForReaders(1);
  });

  afterEach(() => assert.deepEqual(editor.problems, []));

  after(async () => {
    await editor.close();
    await nodeRed.stop();
  });

  it('shows rooms with their lamps, scenes and sensors', async () => {
    await feed.send(toHomeFrame(makeUpHome(2, 3)));
    await home.section('Room 1').waitFor();
    await home.tile(lampId).waitFor();
    assert.match(await home.tile(lampId).innerText(), /Lamp 0-0\n.*20 %/);
    assert.match(await home.section('Room 1').innerText(), /Relax\nactive/);
    assert.match(await home.section('Room 1').innerText(), /Sensor 0\nbattery 64 %/);
    assert.match(await home.section('Room 1').innerText(), /21.3 °C/);
    await saveRequestedScreenshot(editor.page, 'home-tab-small');
    await assertAccessible(editor.page, '.lighting-bridge-home');
  });

  it('writes numbers as the language of the editor does', async () => {
    const sensor = makeUpHome(1, 1).find(({ rtype }) => rtype === 'temperature');
    assert.ok(sensor !== undefined && 'value' in sensor);
    await editor.page.evaluate(`RED.i18n.lang = () => 'de'`);
    await feed.send({ kind: 'changes', changed: [{ ...sensor, value: 19.5 }], removed: [] });
    await editor.page.evaluate(`RED.i18n.lang = () => 'en-US'`);
    await home.tab.getByText('19,5 °C').waitFor();
  });

  it('follows a lamp that is switched, renamed and deleted, and one that is new', async () => {
    const [room, lamp] = makeUpHome(1, 1);
    assert.ok(room !== undefined && lamp?.rtype === 'light');
    await feed.send(toHomeFrame([room, lamp]));
    const change = (changed: readonly HomeItem[], removed: readonly string[] = []): Promise<void> =>
      feed.send({ kind: 'changes', changed, removed });
    await change([{ ...lamp, on: false }]);
    await home.tile(lampId).getByText('off', { exact: true }).waitFor();
    await change([{ ...lamp, name: 'Lamp of the desk' }]);
    await home.tile(lampId).getByText('Lamp of the desk').waitFor();
    await change([{ ...lamp, id: `${lamp.id.slice(0, -1)}9`, name: 'Ceiling' }], [lampId]);
    await home.tab.getByText('Ceiling').waitFor();
    assert.equal(await home.tile(lampId).count(), 0);
  });

  it('keeps the 50 lamps and the devices of a room in the order of their names, and the sensors of a device in that of their types', async () => {
    const items = makeUpHome(1, 50);
    await feed.send(toHomeFrame(items.toReversed()));
    const listNames = (): Promise<string[]> =>
      home.tab.locator('.lights .tile-name').allTextContents();
    const names = items.filter(({ rtype }) => rtype === 'light').map(({ name }) => name);
    assert.deepEqual(await listNames(), names);
    const [, first, second] = items;
    assert.ok(first !== undefined && second !== undefined);
    const added = { ...second, id: `${roomId.slice(0, -1)}8`, name: 'Lamp 0-40 b' };
    await feed.send({ kind: 'changes', changed: [added], removed: [] });
    await feed.send({ kind: 'changes', changed: [], removed: [first.id] });
    assert.deepEqual(await listNames(), names.slice(1).toSpliced(40, 0, added.name));
    const kinds = home.tab.locator('.devices .tile-name');
    assert.deepEqual(await kinds.allTextContents(), ['motion sensor', 'temperature sensor']);
    const sensor = items.find(({ rtype }) => rtype === 'temperature');
    assert.ok(sensor !== undefined);
    const other = { ...sensor, id: `${roomId.slice(0, -1)}6`, owner: `${roomId.slice(0, -1)}5` };
    await feed.send({ kind: 'changes', changed: [{ ...other, name: 'A sensor' }], removed: [] });
    assert.deepEqual(await home.tab.locator('.device-name').allTextContents(), [
      'A sensor',
      sensor.name,
    ]);
  });

  it('shows a lamp in its room and in its zones', async () => {
    const [room, lamp] = makeUpHome(1, 1);
    assert.ok(room?.rtype === 'room' && lamp?.rtype === 'light');
    const zone: HomeItem = { ...room, rtype: 'zone', id: `${roomId.slice(0, -1)}7`, name: 'Zone' };
    const inZone: HomeItem = { ...lamp, zones: [zone.id] };
    await feed.send(toHomeFrame([room, zone, inZone]));
    await home.section('Zone').getByText('Lamp 0-0').waitFor();
    await home.section('Room 1').getByText('Lamp 0-0').waitFor();
    await feed.send({ kind: 'changes', changed: [{ ...inZone, on: false }], removed: [] });
    for (const name of ['Zone', 'Room 1'])
      await home.section(name).locator('.tile-state').getByText('off', { exact: true }).waitFor();
    await feed.send({ kind: 'changes', changed: [lamp], removed: [] });
    await home.section('Zone').getByText('Lamp 0-0').waitFor({ state: 'detached' });
    await home.section('Room 1').getByText('Lamp 0-0').waitFor();
  });

  it('says since when a lamp is unreachable', async () => {
    const [room, lamp] = makeUpHome(1, 1);
    assert.ok(room !== undefined && lamp !== undefined);
    await feed.send(toHomeFrame([room, { ...lamp, unreachableSince: '2020-05-04T08:15:00Z' }]));
    await home
      .tile(lampId)
      .getByText(/^unreachable since .*20/)
      .waitFor();
  });

  it('marks names that occur twice', async () => {
    const [room, lamp, , , motion] = makeUpHome(1, 1);
    assert.ok(room !== undefined && lamp !== undefined && motion !== undefined);
    await feed.send(toHomeFrame([room, lamp, { ...lamp, id: motion.id, name: 'lamp 0-0' }]));
    await home.tile(motion.id).getByText('name occurs twice').waitFor();
    await home.tile(lampId).getByText('name occurs twice').waitFor();
    await feed.send({ kind: 'changes', changed: [{ ...lamp, name: 'Another' }], removed: [] });
    await home.tile(lampId).getByText('name occurs twice').waitFor({ state: 'hidden' });
  });

  it('filters by name, room, kind and id', async () => {
    await feed.send(toHomeFrame(makeUpHome(3, 3)));
    const filter = home.tab.getByLabel('Filter by name, room, kind or id');
    const countShown = (): Promise<number> =>
      home.tab.locator('.section-content .tile:visible').count();
    for (const [query, count] of [
      ['lamp 1-', 3],
      ['room 3', 7],
      ['temperature', 3],
      [lampId, 1],
    ] as const) {
      await filter.fill(query);
      await home.tab
        .locator('.section-content .tile:visible')
        .nth(count - 1)
        .waitFor();
      assert.equal(await countShown(), count, query);
    }
    await filter.fill('cellar');
    await home.tab.getByText('Nothing of this bridge matches the filter.').waitFor();
    await filter.fill('');
    await home.tab.locator('.section-content .tile:visible').nth(20).waitFor();
    assert.equal(await countShown(), 21);
  });

  it('reads a home only while it is looked at, and again after the connection was lost', async () => {
    await feed.send(toHomeFrame(makeUpHome(1, 1)));
    await editor.page.evaluate(`RED.sidebar.show('info')`);
    await waitForReaders(0);
    await home.show();
    await waitForReaders(1);
    await feed.end();
    await home.tab.getByText('The tab connects again').waitFor();
    await waitForReaders(1);
    await feed.send(toHomeFrame(makeUpHome(1, 2)));
    await home.tab.getByText('Lamp 0-1').waitFor();
  });

  it('asks at once after a deploy where the connection was lost, if it is looked at', async () => {
    const countAsked = (): Promise<number> =>
      editor.page.evaluate(
        `-madeUpFeed.opened() + (RED.events.emit('deploy') ?? madeUpFeed.opened())`,
      );
    await feed.send(toHomeFrame(makeUpHome(1, 1)));
    assert.equal(await countAsked(), 0);
    await feed.end();
    await home.tab.getByText('The tab connects again').waitFor();
    assert.equal(await countAsked(), 1);
    await editor.page.evaluate(`RED.sidebar.show('info')`);
    await waitForReaders(0);
    assert.equal(await countAsked(), 0);
    await home.show();
    await waitForReaders(1);
  });

  it('lists what is wrong in the home, and shows a file before it is saved', async () => {
    const { page } = editor;
    await feed.send(toHomeFrame(makeUpHome(1, 1)));
    await feed.send({ kind: 'health', health });
    const section = home.section('Health of the home');
    await section.getByText('problems: 2').click();
    await section.getByText('Motion (Hall): battery 4 %').waitFor();
    await section.getByText(/^Spot: unreachable since /).waitFor();
    await section.getByText('192.0.2.10:443').waitFor();
    await assertAccessible(page, '.lighting-bridge-home');
    await page.route('**/lighting-bridge/home/bridge/diagnostics', (route) =>
      route.fulfill({ json: { address: '192.0.2.10', devices: 12 } }),
    );
    await section.getByRole('button', { name: 'Download diagnostics' }).click();
    await page.locator('.lighting-bridge-file pre').getByText('"devices": 12').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the file' }).click(),
    ]);
    assert.equal(saved.suggestedFilename(), 'lighting-bridge-diagnostics.json');
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  });

  it('has the words of the bridge as texts, and leaves room beside long labels', async () => {
    await feed.send(toHomeFrame(makeUpHome(1, 1)));
    await feed.send({
      kind: 'health',
      health: {
        ...health,
        batteries: [{ id: 'a', name: 'Motion', level: 'critical', low: true }],
        zigbee: [{ id: 'c', name: 'Tap', status: 'unidirectional_incoming' }],
        updates: [
          { id: 'd', name: 'Spot', state: 'ready_to_install', problems: [] },
          { id: 'e', name: 'Strip', state: 'new_word', problems: [] },
        ],
      },
    });
    const section = home.section('Health of the home');
    for (const entry of [
      'Motion: battery almost empty',
      'Tap: sends, but does not receive',
      'Spot: ready to install',
      'Strip: new word',
    ])
      await section.getByText(entry, { exact: true }).waitFor();
    const share = await editor.page.evaluate<number>(`(() => {
      const list = document.querySelector('.health-facts dl');
      for (const label of list.querySelectorAll('dt')) label.append(' and a long label'.repeat(9));
      return list.querySelector('dd').clientWidth / list.clientWidth;
    })()`);
    assert.ok(share > 0.45, String(share));
  });

  it('says how the connection stands, and opens the dialog that pairs', async () => {
    await feed.send(toHomeFrame([]));
    await home.tab.getByText('The bridge has no lamps and no sensors yet.').waitFor();
    await feed.send({ kind: 'connection', connection: { state: 'retrying' } });
    await home.tab.getByText('The bridge does not respond.').waitFor();
    const retrying: HomeConnection = { state: 'retrying', retryInSeconds: 9 };
    await feed.send({ kind: 'connection', connection: retrying });
    for (const seconds of [9, 8, 7])
      await home.tab.getByText(`Node-RED tries again in ${seconds} s.`).waitFor();
    await feed.send({ kind: 'connection', connection: { state: 'no-key' } });
    await home.tab.getByRole('timer').getByText('tries again').waitFor({ state: 'detached' });
    await home.tab.getByRole('button', { name: 'Pair' }).click();
    await editor.page.locator('#node-config-input-host').waitFor();
    await editor.closeDialog('cancel');
    await feed.send({ kind: 'connection', connection: live });
    await home.tab.getByText('changes appear at once').waitFor();
    assert.equal(await home.tab.getByRole('button', { name: 'Pair' }).count(), 0);
  });

  it('shows several bridges one below the other', async () => {
    await editor.page.evaluate(`RED.nodes.import([${JSON.stringify(toBridge('other', 'Attic'))}])`);
    await waitForReaders(2);
    await feed.send(toHomeFrame(makeUpHome(1, 1)));
    await feed.send(toHomeFrame(makeUpHome(1, 2)), 'other');
    const attic = home.tab.getByRole('article', { name: 'Attic' });
    await attic.getByText('Lamp 0-1').waitFor();
    assert.equal(await home.tab.getByRole('article').count(), 2);
    assert.deepEqual(await home.tab.locator('h2').allTextContents(), ['Attic', 'Upstairs']);
    await editor.page.evaluate(`RED.nodes.remove('other')`);
    await attic.waitFor({ state: 'detached' });
    await waitForReaders(1);
  });

  it('shows hostile names as the texts they are', async () => {
    const pageWidth = (): Promise<number> =>
      editor.page.evaluate('document.documentElement.scrollWidth');
    const width = await pageWidth();
    for (const hostile of [
      '<img src=x onerror="document.title=1">',
      '__proto__',
      'constructor',
      '\u202Egnp.exe\u202C',
      '__name__ $t(home.title) __count__',
      'x'.repeat(10_000),
    ]) {
      await feed.send(toHomeFrame(makeUpHome(1, 1).map((item) => ({ ...item, name: hostile }))));
      const section = home.tab.locator(`[data-section="${roomId}"]`);
      await section.locator('.section-name').getByText(hostile).first().waitFor();
      assert.equal(await home.tile(lampId).locator('.tile-name').textContent(), hostile);
      const label = await home.tile(lampId).getAttribute('aria-label');
      assert.equal(label, `${hostile}, lamp`);
      assert.equal(await home.tab.locator('img').count(), 0);
      assert.equal(await pageWidth(), width);
    }
  });

  it('draws of 2,000 resources only the rooms at first, and of a change only its tiles', async () => {
    const { page } = editor;
    const items = makeUpHome(40, 45);
    assert.ok(items.length >= 2_000);
    await feed.send(toHomeFrame([]));
    await feed.send(toHomeFrame(items));
    await home.section('Room 40').waitFor();
    await saveRequestedScreenshot(page, 'home-tab-large');
    assert.equal(await home.tab.locator('.tile').count(), 40);
    await home.tab.getByLabel('Filter').fill('lamp');
    await page.waitForFunction(
      `document.querySelectorAll('.section-content .tile:not([hidden])').length === 1_800`,
    );
    await page.evaluate(`
      window.drawnTiles = new Set();
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          drawnTiles.add(element?.closest('.tile')?.dataset.rid ?? 'elsewhere');
        }
      }).observe(document.querySelector('.lighting-bridge-home'), { subtree: true, childList: true, attributes: true, characterData: true });
    `);
    const changed = items.filter(({ rtype }) => rtype === 'light').slice(0, 10);
    for (const brightness of [80, 81, 82, 83, 84, 85, 86, 87, 88, 89]) {
      const changedNow = changed.map((lamp) => ({ ...lamp, on: true, brightness }));
      await feed.send({ kind: 'changes', changed: changedNow, removed: [] });
    }
    await home.tile(lampId).getByText('89 %').waitFor();
    const drawn = await page.evaluate<string[]>('[...drawnTiles]');
    await home.tab.getByLabel('Filter').fill('');
    assert.deepEqual(
      drawn.filter((id) => id !== roomId).toSorted(),
      changed.map(({ id }) => id).toSorted(),
    );
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`is accessible and narrow in a ${theme} theme`, async () => {
      await feed.send(
        toHomeFrame([
          ...makeUpHome(1, 4),
          {
            rtype: 'behavior_instance',
            id: roomId.replace('1', '9'),
            name: 'Wake up',
            enabled: true,
          },
        ]),
      );
      if (theme === 'dark')
        await editor.page.evaluate(`document.documentElement.classList.add('nr-theme-dark')`);
      await editor.page.evaluate(
        `$('#red-ui-sidebar').width(250); RED.events.emit('sidebar:resize')`,
      );
      const [more] = await home.tab.getByLabel('More about').all();
      await more?.click();
      await saveRequestedScreenshot(editor.page, `home-tab-${theme}`);
      await assertAccessible(editor.page, '.lighting-bridge-home');
      const overflow = await editor.page.evaluate<number>(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.lighting-bridge-home'))`,
      );
      assert.equal(overflow, 0);
    });
  }

  it('offers to set up a bridge where the flows have none', async () => {
    await editor.page.evaluate(`RED.nodes.remove('bridge')`);
    await home.tab.getByText('No flow has a bridge yet.').waitFor();
    await home.tab.getByRole('button', { name: 'Set up a bridge' }).click();
    await editor.page.locator('#node-config-input-host').waitFor();
    await editor.closeDialog('cancel');
  });
});
