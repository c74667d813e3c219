import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { getNestedMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { saveRequestedScreenshot, saveScreenshot } from '../support/browser/browser';
import { getSharedBrowser } from '../support/browser/shared-browser';
import { openEditor } from '../support/browser/editor';
import type { Editor } from '../support/browser/editor';
import { nodeRedVersion, startNodeRed } from '../support/node-red/node-red';
import type { RunningNodeRed } from '../support/node-red/node-red';
import { importExample } from './import-example';
import { changedNodes, tabLabels, wrongFields } from './editor-state';

const nodeTypes = {
  light: 'bridge-light',
  room: 'bridge-room',
  'smart-scene': 'bridge-smart-scene',
  sensor: 'bridge-sensor',
  resource: 'bridge-resource',
  poll: 'bridge-poll',
};

describe('Somebody who opens the editor', function () {
  this.bail(true);
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  let browser: Browser;
  let editor: Editor;

  before(async () => {
    [simulator, nodeRed, browser] = await Promise.all([
      startSimulator({ port: 0 }),
      // With the editor of code that people have.
      startNodeRed({ settings: { editorTheme: { tours: false } } }),
      getSharedBrowser(),
    ]);
    editor = await openEditor(browser, nodeRed);
  });
  after(async () => {
    await editor.close();
    await nodeRed.stop();
    await simulator.stop();
  });
  afterEach(async function () {
    const failed = this.currentTest?.state === 'failed';
    if (failed) await saveScreenshot(editor.page, `journey-failed-node-red-${nodeRedVersion}`);
  });

  const findLamp = (name: string): Resource => {
    const found = simulator.home.findByName('light', name);
    assert.ok(found, `The simulated home has no light named ${name}.`);
    return found;
  };
  const isOn = (name: string): boolean => getNestedMember(findLamp(name), 'on', 'on') === true;

  const findNodeId = async (type: string, name?: string): Promise<string> => {
    const id: unknown = await editor.page.evaluate(
      `(() => {
        const fits = (node) => node.type === ${JSON.stringify(type)} &&
          (${JSON.stringify(name ?? null)} === null || node.name === ${JSON.stringify(name ?? null)});
        let found = '';
        RED.nodes.eachNode((node) => { if (!found && fits(node)) found = node.id; });
        RED.nodes.eachConfig((node) => { if (!found && fits(node)) found = node.id; });
        return found;
      })()`,
    );
    assert.ok(typeof id === 'string' && id !== '', `The editor has no ${type} ${name ?? ''}`);
    return id;
  };

  /** Imports an example, as a copy when a part of it is there already. */
  const importNodes = async (name: keyof typeof nodeTypes, copy: boolean): Promise<void> => {
    const { page } = editor;
    await importExample(page, name);
    if (copy) await page.click('.red-ui-notification >> text=Import copy');
    const fits = `{ type: ${JSON.stringify(nodeTypes[name])} }`;
    await page.waitForFunction(`RED.nodes.filterNodes(${fits}).length > 0`);
  };

  it('imports an example from the menu', async () => {
    await importNodes('light', false);
    const tabs = JSON.stringify(await tabLabels(editor.page));
    assert.equal(
      await editor.page.locator('.red-ui-tab', { hasText: 'Light' }).count(),
      1,
      `The editor is to have one tab "Light", it has ${tabs}.`,
    );
  });

  it('enters the bridge, fetches its certificate and tests the connection', async () => {
    const { page } = editor;
    await editor.openDialog(await findNodeId('bridge-config'));
    await page.fill('#node-config-input-host', simulator.host);
    await page.fill('#node-config-input-key', simulator.key);
    await page.click('.lighting-bridge-form summary');
    await page.fill('#node-config-input-port', String(simulator.port));
    await page.click('#bridge-config-certificate');
    await page.click('text=Trust this certificate');
    assert.equal(await page.inputValue('#node-config-input-fingerprint'), simulator.fingerprint);
    await page.click('#bridge-config-test');
    await page
      .locator('#bridge-config-result')
      .getByText(/^Connected to /)
      .waitFor();
    await saveRequestedScreenshot(page, `bridge-node-red-${nodeRedVersion}`);
    await editor.closeDialog('ok');
    await editor.deploy();
  });

  it('imports the other examples beside it, all with the bridge that is there', async () => {
    await importNodes('room', true);
    await importNodes('smart-scene', true);
    await importNodes('sensor', true);
    await importNodes('resource', true);
    await importNodes('poll', true);
    const bridges: unknown = await editor.page.evaluate(
      '(() => { let count = 0; RED.nodes.eachConfig((node) => { if (node.type === "bridge-config") count += 1; }); return count; })()',
    );
    assert.equal(
      bridges,
      1,
      'The examples are to share one bridge-config, not to bring their own.',
    );
    await editor.deploy();
  });

  for (const [name, type] of Object.entries(nodeTypes)) {
    it(`opens the dialog of ${type}, with nothing amiss, and closes it unchanged`, async () => {
      await editor.openDialog(await findNodeId(type));
      assert.deepEqual(await wrongFields(editor.page), []);
      await saveRequestedScreenshot(editor.page, `dialog-${name}-node-red-${nodeRedVersion}`);
      await editor.closeDialog('ok');
      assert.deepEqual(await changedNodes(editor.page), []);
      assert.equal(
        await editor.page.evaluate('RED.nodes.dirty()'),
        false,
        'The editor has something to deploy, though no node has changed.',
      );
    });
  }

  it('picks a lamp by its name', async () => {
    const { page } = editor;
    await page.locator('#red-ui-workspace-tabs .red-ui-tab-label').getByText('Light').click();
    await editor.openDialog(await findNodeId('bridge-light'));
    const target = page.locator('#node-input-target + .red-ui-typedInput-container');
    await target.locator('.red-ui-typedInput-type-select').click();
    await page.locator('.red-ui-typedInput-options a[value="resource"]:visible').click();
    await target.locator('.red-ui-typedInput-option-expand').click();
    const picker = page.locator('.lighting-bridge-picker');
    await picker.locator('.lighting-bridge-leaf-name').first().waitFor({ state: 'attached' });
    await picker.locator('.red-ui-searchBox-input').pressSequentially('bedside right');
    const leaf = picker.locator('.lighting-bridge-leaf-name:visible').getByText('Bedside right');
    await leaf.hover();
    await saveRequestedScreenshot(page, `picker-node-red-${nodeRedVersion}`);
    await leaf.click();
    await target.getByText('Bedside right').waitFor();
    await editor.closeDialog('ok');
    const node = await findNodeId('bridge-light');
    assert.equal(
      await page.evaluate(`RED.nodes.node("${node}").target`),
      findLamp('Bedside right').id,
    );
    await page.locator(`[id="${node}"]`).getByText('Bedside right').waitFor();
    await editor.deploy();
  });

  it('presses the button of an inject node and sees the lamp light up', async () => {
    assert.ok(!isOn('Bedside right'), 'Bedside right is on before anybody has pressed a button.');
    const inject = await findNodeId('inject', 'Orange');
    const lampTurnedOn = new Promise<void>((resolve) => {
      simulator.home.on('change', () => {
        if (isOn('Bedside right')) resolve();
      });
    });
    await editor.page.locator(`[id="${inject}"] .red-ui-flow-node-button-button`).click();
    await lampTurnedOn;
    const node = await findNodeId('bridge-light');
    const color = getNestedMember(findLamp('Bedside right'), 'color');
    assert.ok(
      Number(getNestedMember(color, 'xy', 'x')) > 0.5,
      `Not orange: ${JSON.stringify(color)}`,
    );
    const status = editor.page.locator(`[id="${node}"] .red-ui-flow-node-status-label`);
    await status.getByText(/^on/).waitFor({ state: 'attached' });
    await editor.page.evaluate('$("#red-ui-workspace-chart").scrollTop(0).scrollLeft(0)');
    await saveRequestedScreenshot(editor.page, `journey-node-red-${nodeRedVersion}`);
  });

  it('has seen no error in the page, and the page asked nobody else', () => {
    assert.deepEqual(editor.problems, []);
  });
});
