import assert from 'node:assert/strict';
import { freshSettings } from '../../src/import/imported-nodes';
import { isObject } from '../../src/resources/members';
import type { FlowNode } from '../support/node-red/node-red';
import { placedNodeTypes } from '../support/node-red/node-types';
import { bridgeId, startDialogHarness } from './support/dialog-harness';
import type { DialogHarness } from './support/dialog-harness';

/** Payloads that a flow may send by mistake. */
const payloads: readonly unknown[] = [
  true,
  false,
  'on',
  'nonsense',
  50,
  Date.now(),
  { state: true },
  { children: [] },
  { devices: [] },
  [],
  '',
];

/** What an imported node has instead of the settings from the palette. */
const importedSettings: Readonly<Record<string, object>> = {
  'bridge-config': { keyHeader: 'hue-application-key' },
  'bridge-smart-scene': { recall: 'activate' },
  'bridge-button': { events: '' },
};

/** Runs in the page: the settings of a node fresh from the palette. */
const readDefaults = (type: string): string =>
  `Object.fromEntries(Object.entries(RED.nodes.getType('${type}').defaults)
    .map(([name, { value }]) => [name, value]))`;

/** Runs in the page: places a node as a drop from the palette does; gives its id. */
const placeNode = (type: string): string => `(() => {
  const { node } = RED.view.createNode('${type}', 200, 200);
  return RED.nodes.add(node, { source: 'palette' }).id;
})()`;

/** Runs in the page: visible problems of the open dialog, and the ids of fields with a red border. */
const readMarks = `(() => {
  const form = $('.lighting-bridge-form');
  const borderOf = (element) => getComputedStyle(element).borderTopColor;
  const name = form.find('#node-input-name, #node-config-input-name')[0];
  return [
    ...form.find('.lighting-bridge-problem:visible').toArray().map((problem) => problem.textContent),
    ...form.find('[aria-invalid]').toArray().map((field) => field.id),
    ...form.find('.input-error:visible:not(:focus)').toArray()
      .filter((field) => borderOf(field) !== borderOf(name))
      .map((field) => field.id || field.className),
  ];
})()`;

describe('A node fresh from the palette', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness({
      // As a flow of an older version holds it.
      'bridge-room': { operation: 'update', target: 'Kitchen', targetType: 'str' },
    });
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  /** Sets the fields of the open dialog and reads what is chosen for the devices, and what is offered. */
  const readDevicesAction = (): Promise<{ chosen: string; offered: string[] }> =>
    harness.editor.page.evaluate(`(() => {
      const select = $('#node-input-devicesAction');
      return {
        chosen: select.val(),
        offered: select.find('option').toArray().map((option) => option.value),
      };
    })()`);

  it('adds devices to a room rather than replacing what it holds; an older node keeps what it did', async () => {
    const { devicesAction } = await harness.editor.page.evaluate<Record<string, unknown>>(
      readDefaults('bridge-room'),
    );
    assert.equal(devicesAction, 'add');
    await harness.open('bridge-room');
    assert.deepEqual(await readDevicesAction(), {
      chosen: 'set',
      offered: ['add', 'remove', 'set'],
    });
  });

  for (const [type, settings] of Object.entries(freshSettings)) {
    it(`${type} has the settings that an imported node of this type has`, async () => {
      const { name, bridge, ...defaults } = await harness.editor.page.evaluate<
        Record<string, unknown>
      >(readDefaults(type));
      assert.equal(name, '');
      assert.ok(bridge === undefined || bridge === '', String(bridge));
      assert.deepEqual({ ...defaults, ...importedSettings[type] }, settings);
    });
  }

  for (const type of placedNodeTypes) {
    it(`${type} opens its dialog without a red mark`, async () => {
      const { page } = harness.editor;
      await harness.open(await page.evaluate<string>(placeNode(type)));
      await harness.expandDetails();
      assert.deepEqual(await page.evaluate(readMarks), []);
    });
  }

  it('bridge-config opens its dialog without a red mark, and marks the address once it was left', async () => {
    const { page } = harness.editor;
    await page.evaluate(`RED.editor.editConfig('', 'bridge-config', '_ADD_')`);
    await page.locator('.lighting-bridge-form').waitFor();
    assert.deepEqual(await page.evaluate(readMarks), []);
    await harness.field('Address').focus();
    await harness.field('Key').focus();
    await page.getByText('Write the address of the bridge').waitFor();
    assert.equal(await harness.field('Address').getAttribute('aria-invalid'), 'true');
  });

  it('of scenes asks for a scene only if the operation needs one and the target is none', async () => {
    const { page } = harness.editor;
    const name = async (target: string): Promise<void> => {
      await harness.field('Room or scene').fill(target);
      await harness.field('Room or scene').press('Tab');
      await page.locator('.lighting-bridge-hint', { hasText: /Living room/ }).waitFor();
    };
    const scene = harness.field('Scene');
    const everywhere = harness.field('In every room that has a scene of this name');
    await harness.open('bridge-scene');
    await harness.expandDetails();
    assert.equal(await everywhere.isVisible(), true);
    await page.evaluate(`$('#node-input-target').typedInput('type', 'str')`);
    await name('Living room');
    assert.equal(await everywhere.isVisible(), false);
    for (const [operation, isNeeded] of Object.entries({ next: false, list: false, store: true })) {
      await harness.field('Operation').selectOption(operation);
      assert.equal(await scene.isVisible(), isNeeded, operation);
    }
    await scene.fill('Sunset');
    await name('Living room/Relax');
    assert.equal(await scene.isVisible(), true, 'the name counts more than the target');
    await scene.fill('');
    await scene.waitFor({ state: 'hidden' });
    for (const operation of ['delete', 'recall', 'rename']) {
      await harness.field('Operation').selectOption(operation);
      assert.equal(await scene.isVisible(), false, operation);
    }
    assert.equal(await harness.field('New name').isVisible(), true);
    await harness.field('Operation').selectOption('set by msg.operation, else by the command');
    assert.equal(await harness.field('Command').isVisible(), true);
    await harness.editor.closeDialog('cancel');
  });

  it('is marked where a field was left, and everywhere after Done', async () => {
    const { page } = harness.editor;
    const problem = page.locator('.lighting-bridge-problem').getByText('Choose a resource type.');
    const leftNode = await page.evaluate<string>(placeNode('bridge-poll'));
    await harness.open(leftNode);
    await harness.field('Type').focus();
    await harness.field('Name').focus();
    await problem.waitFor();
    await harness.editor.closeDialog('cancel');
    const confirmedNode = await page.evaluate<string>(placeNode('bridge-poll'));
    await harness.open(confirmedNode);
    await harness.editor.closeDialog('ok');
    assert.equal(
      await page.evaluate(`RED.nodes.node(${JSON.stringify(confirmedNode)}).valid`),
      false,
    );
    await harness.open(confirmedNode);
    await problem.waitFor();
  });

  it('changes nothing on the bridge before something is picked, whatever payload comes', async () => {
    const { editor, nodeRed, simulator } = harness;
    const types = placedNodeTypes.filter((type) => type !== 'bridge-button');
    const nodes = await Promise.all(
      types.map(async (type): Promise<FlowNode> => {
        const defaults = await editor.page.evaluate<unknown>(readDefaults(type));
        assert.ok(isObject(defaults));
        return { ...defaults, id: `fresh ${type}`, type, z: 'tab', bridge: bridgeId, wires: [[]] };
      }),
    );
    const bridge = {
      id: bridgeId,
      type: 'bridge-config',
      name: 'Home',
      host: simulator.host,
      port: String(simulator.port),
      keyHeader: 'home-application-key',
      fingerprint: simulator.fingerprint,
      credentials: { key: simulator.key },
    };
    await nodeRed.deploy([{ id: 'tab', type: 'tab', label: 'Home' }, bridge, ...nodes]);
    for (const { id } of nodes) {
      for (const payload of payloads) {
        nodeRed.send(id, { payload });
        await nodeRed.nextOutcome(id);
      }
    }
    const writes = simulator.log.requests.filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      writes.map(({ method, path, body }) => `${method} ${path} ${body}`),
      [],
    );
  });
});
