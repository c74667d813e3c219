import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { saveRequestedScreenshot, saveScreenshot } from '../support/browser/browser';
import { getSharedBrowser } from '../support/browser/shared-browser';
import { openEditor } from '../support/browser/editor';
import type { Editor } from '../support/browser/editor';
import { nodeRedVersion, startNodeRed } from '../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../support/node-red/node-red';
import { waitUntil } from '../support/wait-until';
import { assertAccessible } from './support/accessibility';

const kinds = ['light', 'group', 'motion', 'temperature', 'buttons', 'scene'] as const;

/** A flow of HueMagic with ten nodes of each kind, of which some are wired, and one for rules. */
function createOldFlow(simulator: Simulator): readonly FlowNode[] {
  const { home } = simulator;
  const ownerOf = (resource: Resource | undefined): unknown =>
    getNestedMember(resource, 'owner', 'rid');
  const lamps = home.byType('light').map(ownerOf);
  const targets: Readonly<Record<(typeof kinds)[number], object>> = {
    light: { lightid: lamps[0] ?? '' },
    group: { groupid: home.byType('room')[0]?.id ?? '' },
    motion: { sensorid: ownerOf(home.byType('motion')[0]) },
    temperature: { sensorid: ownerOf(home.byType('temperature')[0]), offset: 1 },
    buttons: { sensorid: ownerOf(home.byType('button')[0]), rules: [], outputs: 1 },
    scene: { sceneid: home.byType('scene')[0]?.id ?? '' },
  };
  const nodes = kinds.flatMap((kind, column) =>
    Array.from({ length: 10 }, (_, row) => ({
      id: `${kind}${row}`,
      type: `hue-${kind}`,
      z: 'old-tab',
      name: `${kind} ${row}`,
      bridge: 'old-bridge',
      ...targets[kind],
      x: 300 + 220 * column,
      y: 80 + 120 * row,
      wires: [[]],
    })),
  );
  return [
    { id: 'old-tab', type: 'tab', label: 'Old home' },
    {
      id: 'old-bridge',
      type: 'hue-bridge',
      name: 'Old bridge',
      bridge: `${simulator.host}:${simulator.port}`,
      key: simulator.key,
      autoupdates: false,
    },
    ...nodes.map((node) => (node.id === 'light0' ? { ...node, wires: [['seen']] } : node)),
    { id: 'rules', type: 'hue-rules', z: 'old-tab', name: 'Rule', x: 300, y: 1400, wires: [[]] },
    {
      id: 'off',
      type: 'inject',
      z: 'old-tab',
      name: 'Off',
      props: [{ p: 'payload' }],
      payload: '{"on":false}',
      payloadType: 'json',
      repeat: '',
      crontab: '',
      once: false,
      x: 100,
      y: 80,
      wires: [['light0']],
    },
    { id: 'seen', type: 'debug', z: 'old-tab', active: true, x: 1700, y: 80, wires: [] },
  ];
}

describe('The import of flows of HueMagic in the editor', function () {
  this.bail(true);
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let editor: Editor;
  let flow: readonly FlowNode[];

  before(async () => {
    const [startedSimulator, startedNodeRed, browser] = await Promise.all([
      startSimulator({ port: 0 }),
      startNodeRed(),
      getSharedBrowser(),
    ]);
    [simulator, nodeRed] = [startedSimulator, startedNodeRed];
    editor = await openEditor(browser, nodeRed);
    flow = createOldFlow(simulator);
    // The other package is not installed: the editor holds its nodes as unknown ones.
    await editor.page.evaluate(
      `RED.nodes.import(${JSON.stringify(flow)}); RED.workspaces.show('old-tab'); RED.view.redraw(true);`,
    );
  });
  after(async () => {
    await editor.close();
    await nodeRed.stop();
    await simulator.stop();
  });

  afterEach(async function () {
    const failed = this.currentTest?.state === 'failed';
    if (failed) await saveScreenshot(editor.page, `import-failed-node-red-${nodeRedVersion}`);
  });

  const openFromMenu = async (): Promise<void> => {
    await editor.page.click('#red-ui-header-button-sidemenu');
    await editor.page.click('#menu-item-lighting-bridge-import');
    await editor.page.waitForSelector('.lighting-bridge-import');
  };
  /** Types of all nodes with an id of the old flow. */
  const readTypes = (): Promise<readonly string[]> =>
    editor.page.evaluate(`RED.nodes.createCompleteNodeSet()
      .filter(({ id }) => ${JSON.stringify(flow.map(({ id }) => id))}.includes(id))
      .map(({ type }) => type)`);
  const countOld = async (): Promise<number> =>
    (await readTypes()).filter((type) => type.startsWith('hue-')).length;

  it('lists first what becomes of each node, with those on top that need a look', async () => {
    await openFromMenu();
    const { page } = editor;
    const summaries = await page.locator('.lighting-bridge-import summary').allTextContents();
    assert.deepEqual(summaries, ['no counterpart (1)', 'rewritten (61)']);
    await page.locator('details[data-outcome="rewritten"] summary').click();
    await page.getByText('The node becomes a sensor node.').first().waitFor();
    await saveRequestedScreenshot(page, `import-node-red-${nodeRedVersion}`);
    await assertAccessible(page, '.lighting-bridge-import');
  });

  it('shows a node of the list on the canvas', async () => {
    await editor.page.locator('.lighting-bridge-import-list a').getByText('scene 9').click();
    await editor.page
      .locator('.red-ui-flow-node-highlighted')
      .first()
      .waitFor({ state: 'attached' });
  });

  it('changes nothing where it is cancelled', async () => {
    await editor.page.click('#lighting-bridge-import-cancel');
    await editor.page.waitForSelector('.red-ui-tray', { state: 'detached' });
    assert.equal(await countOld(), 62);
  });

  /** Whether the node without a counterpart is marked as changed and as moved. */
  const readMarks = (): Promise<unknown> =>
    editor.page.evaluate(`(({ changed, moved }) => [changed, moved])(RED.nodes.node('rules'))`);

  it('imports all, marks and selects what is new, and leaves what has no counterpart', async () => {
    await editor.page.evaluate(
      `Object.assign(RED.nodes.node('rules'), { changed: true, moved: true })`,
    );
    await openFromMenu();
    await editor.page.click('#lighting-bridge-import-ok');
    await editor.page.waitForFunction('RED.nodes.node("light0")?.type === "bridge-light"');
    assert.equal(await countOld(), 1);
    const state = await editor.page.evaluate<unknown>(`({
      dirty: RED.nodes.dirty(),
      changed: RED.nodes.node('motion3').changed,
      selected: RED.view.selection().nodes.length >= 60,
      wrong: RED.nodes.filterNodes({}).filter(({ type, valid }) => type.startsWith('bridge-') && valid === false).map(({ id }) => id),
      key: RED.nodes.node('old-bridge').credentials.key,
    })`);
    assert.deepEqual(state, {
      dirty: true,
      changed: true,
      selected: true,
      wrong: [],
      key: simulator.key,
    });
    assert.deepEqual(await readMarks(), [true, true]);
    await saveRequestedScreenshot(editor.page, `imported-node-red-${nodeRedVersion}`);
  });

  it('takes all of it back with one undo, and does it again with one redo', async () => {
    const before = await editor.page.evaluate<string>(
      'JSON.stringify(RED.nodes.createCompleteNodeSet().length)',
    );
    await editor.page.evaluate('RED.history.pop()');
    assert.equal(await countOld(), 62);
    assert.deepEqual(await readMarks(), [true, true]);
    await editor.page.evaluate('RED.history.redo()');
    assert.equal(await countOld(), 1);
    const after = await editor.page.evaluate<string>(
      'JSON.stringify(RED.nodes.createCompleteNodeSet().length)',
    );
    assert.equal(after, before);
  });

  it('runs after a deploy: a button of the old flow turns its lamp off', async () => {
    const { page } = editor;
    // What has no counterpart is of a package that this Node-RED does not have.
    await page.evaluate(`RED.view.select('rules'); RED.actions.invoke('core:delete-selection');`);
    await editor.deploy();
    const lamp = simulator.home.byType('light')[0];
    assert.ok(lamp);
    simulator.home.change(lamp.id, { on: { on: true } });
    await nodeRed.pressInject('off');
    await waitUntil(
      'the lamp is off',
      () => getNestedMember(simulator.home.get(lamp.id), 'on', 'on') === false,
    );
  });

  it('keeps the key in the credentials, and in no flow', async () => {
    const { body } = await nodeRed.admin('GET', 'flows');
    assert.ok(!JSON.stringify(body).includes(simulator.key));
  });

  it('imports pasted flows with the bridge that is there, shows them, and says what is none', async () => {
    await openFromMenu();
    const { page } = editor;
    await page.selectOption('#lighting-bridge-import-source', 'all');
    assert.equal(await page.isVisible('#lighting-bridge-import-text'), false);
    await page.selectOption('#lighting-bridge-import-source', 'pasted');
    await page.fill('#lighting-bridge-import-text', '[{"id": "half');
    await page.getByText('This is not JSON.').waitFor();
    assert.equal(await page.isDisabled('#lighting-bridge-import-ok'), true);
    const pasted = [
      { id: 'pasted-tab', type: 'tab', label: 'Pasted' },
      ...flow
        .filter(({ id }) => id === 'old-bridge' || id === 'light0')
        .map((node) => (node.id === 'light0' ? { ...node, z: 'pasted-tab' } : node)),
    ];
    await page.fill('#lighting-bridge-import-text', JSON.stringify(pasted));
    await page.getByText('which has the same address').waitFor();
    const countTabs = (): Promise<number> => page.evaluate('RED.workspaces.count()');
    const before = await countTabs();
    await page.click('#lighting-bridge-import-ok');
    await page.waitForFunction(`RED.workspaces.count() > ${before}`);
    const shown = await page.evaluate('RED.nodes.workspace(RED.workspaces.active()).label');
    assert.equal(shown, 'Pasted');
    const bridges = await page.evaluate<unknown>(
      `(() => { const found = []; RED.nodes.eachConfig(({ type, id }) => { if (type === 'bridge-config') found.push(id); return true; }); return found; })()`,
    );
    assert.deepEqual(bridges, ['old-bridge']);
    await page.evaluate('RED.history.pop()');
    assert.equal(await countTabs(), before);
  });

  it('is opened from the dialog of a bridge, too, once that is closed', async () => {
    const { page } = editor;
    await editor.openDialog('old-bridge');
    await page.click('.lighting-bridge-form summary');
    await page.click('#bridge-config-import');
    await page.waitForSelector('.lighting-bridge-import');
    await page.click('#lighting-bridge-import-cancel');
  });

  it('has seen no error in the page, and the page asked nobody else', () => {
    assert.deepEqual(editor.problems, []);
  });
});
