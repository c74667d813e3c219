import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../src/resources/members';
import { assertAccessible } from './support/accessibility';
import { bridgeId, nodeIds, startDialogHarness } from './support/dialog-harness';
import type { DialogHarness } from './support/dialog-harness';

/** Runs in the page: labels of rows that take more than one line, and where their texts begin. */
const measureLabels = `(() => {
  const labels = [...document.querySelectorAll('.lighting-bridge-form .form-row > label:first-child')]
    .filter((label) => label.offsetParent && !label.closest('.lighting-bridge-week'));
  const measure = (label) => {
    const text = document.createRange();
    text.selectNodeContents(label.querySelector('span') ?? label);
    return text.getBoundingClientRect();
  };
  return {
    wrapped: labels.filter((label) => measure(label).height > 30).map((label) => label.textContent.trim()),
    starts: [...new Set(labels.map((label) => Math.round(measure(label).left)))],
  };
})()`;

describe('The dialogs', () => {
  let harness: DialogHarness;

  before(async () => {
    harness = await startDialogHarness({
      // As older flows hold it.
      'bridge-light': { transition: '2000', transitionType: 'num' },
      'bridge-sensor': {
        rtype: 'motion',
        split: 'yes-no',
        outputs: 3,
        wires: [['bridge-light'], [], ['bridge-room']],
      },
    });
  });

  after(() => harness.stop());

  afterEach(() => harness.closeOpenDialogs());

  /** Picks a lamp of the open dialog by writing its name and taking what it stands for. */
  const pickLamp = async (name: string): Promise<void> => {
    const { page } = harness.editor;
    await harness.field('Lamp or group: choose').click();
    await page.getByLabel('Search by name, room or id').fill(name);
    await page
      .locator('.lighting-bridge-leaf-name:visible')
      .getByText(name, { exact: true })
      .click();
    await page.locator('.lighting-bridge-picked-name').getByText(name).waitFor();
  };

  it('builds a command with fields in the range of the lamp, and tries it without a deploy', async () => {
    const { editor, simulator, nodeRed } = harness;
    const { page } = editor;
    await harness.open('bridge-light');
    assert.equal(await harness.field('Transition').inputValue(), '2s');
    await harness.field('Transition').fill('150');
    await harness.field('Transition').press('Tab');
    assert.equal(await harness.field('Transition').inputValue(), '150ms');
    const tryIt = page.getByRole('button', { name: 'Try it' });
    assert.equal(await tryIt.isVisible(), false, 'without a lamp there is nothing to try');
    await pickLamp('Floor lamp');
    await page.getByRole('button', { name: 'Set the command here instead' }).click();
    await harness.field('Switch').selectOption('on');
    await harness.field('Set the brightness').check();
    await harness.field('Brightness').fill('37');
    await harness.field('Light').selectOption('white');
    const whites = page.getByRole('slider', { name: 'White, from warm to cold' });
    assert.deepEqual(
      [await whites.getAttribute('min'), await whites.getAttribute('max')],
      ['2000', '6536'],
    );
    await harness.field('Light').selectOption('color');
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#00ff00');
    assert.equal(
      await harness.field('Command').inputValue(),
      '{"on":true,"brightness":37,"color":"#00ff00"}',
    );
    const deploys = nodeRed.observations.filter(({ kind }) => kind === 'deploy').length;
    await tryIt.click();
    await page.getByText('Floor lamp, Living room: done.').waitFor();
    const lamp = simulator.home.findByName('light', 'Floor lamp');
    assert.equal(Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness'))), 37);
    assert.equal(nodeRed.observations.filter(({ kind }) => kind === 'deploy').length, deploys);
    await harness.field('Switch').selectOption('off');
    assert.equal(await harness.field('Command').inputValue(), '{"on":false}');
    assert.equal(await harness.field('Brightness').isVisible(), false);
    await harness.field('Switch').selectOption('play');
    await harness.field('Sequence').selectOption('sunset glow');
    assert.equal(await harness.field('Command').inputValue(), '{"play":"sunset glow"}');
    assert.equal(await page.locator('.lighting-bridge-problem').count(), 0);
    await harness.expandDetails();
    await harness.field('Numbers').selectOption('level');
    await harness.field('Command').fill('255');
    await harness.field('Command').press('Tab');
    await tryIt.click();
    await page.locator('.lighting-bridge-good, .lighting-bridge-bad').waitFor();
    assert.equal(
      await page.locator('.lighting-bridge-try [role=status]').textContent(),
      'Floor lamp, Living room: done.',
    );
    const brightest = simulator.home.findByName('light', 'Floor lamp');
    assert.equal(getNestedMember(brightest, 'dimming', 'brightness'), 100);
    await harness.field('Command').fill('256');
    await harness.field('Command').press('Tab');
    await page.getByText('expected a number from 0 to 255').waitFor();
    await harness.field('Command').fill('{"brigtness":5}');
    await harness.field('Command').press('Tab');
    await page.getByText('Did you mean brightness?').waitFor();
    await assertAccessible(page, '.lighting-bridge-form');
    // The dark mode of Node-RED 5.
    await page.evaluate(`document.documentElement.classList.add('nr-theme-dark')`);
    await assertAccessible(page, '.lighting-bridge-form');
    await page.evaluate(`document.documentElement.classList.remove('nr-theme-dark')`);
    await editor.closeDialog('cancel');
  });

  it('gives a node its second output with the changes that it sends, and takes it away with them', async () => {
    const { editor } = harness;
    for (const outputs of [2, 1]) {
      await harness.open('bridge-daylight');
      await harness.expandDetails();
      await harness.field('Second output: the light at each change').setChecked(outputs === 2);
      await editor.closeDialog('ok');
      await harness.open('bridge-light');
      await harness.expandDetails();
      await harness.field('Second output').selectOption(outputs === 2 ? 'value' : '');
      await editor.closeDialog('ok');
      for (const id of ['bridge-daylight', 'bridge-light'])
        assert.equal((await harness.settings(id))['outputs'], outputs);
    }
  });

  it('shows of a sensor what its kind can, in its words, and gives it the outputs that it was asked for', async () => {
    const { editor } = harness;
    const sensor = 'bridge-sensor';
    const box = 'Second output: messages after a command';
    const readPorts = async (): Promise<unknown> => {
      const { outputs, wires } = await harness.settings(sensor);
      return [outputs, wires];
    };
    await harness.open(sensor);
    await editor.closeDialog('ok');
    assert.deepEqual(await readPorts(), [3, [['bridge-light'], [], ['bridge-room']]]);
    await harness.open(sensor);
    await harness.expandDetails();
    assert.equal(await harness.field(box).isChecked(), true);
    assert.match(
      (await harness.field('Send “no” after').getAttribute('placeholder')) ?? '',
      /without motion/,
    );
    await harness.field('Kind').selectOption('contact');
    assert.match(
      (await harness.field('Send “no” after').getAttribute('placeholder')) ?? '',
      /closed/,
    );
    await harness.field('Kind').selectOption('device_power');
    assert.equal(await harness.field('Send “no” after').isVisible(), false);
    assert.equal(await harness.field(box).isVisible(), false);
    await editor.page.getByText('all of this kind').waitFor();
    assert.equal(await harness.field('Counts as yes').inputValue(), '20');
    await editor.closeDialog('ok');
    assert.deepEqual(await readPorts(), [2, [['bridge-light'], []]]);
    assert.equal((await harness.settings(sensor))['yesWhen'], 'below');
    assert.equal(await harness.label(sensor), 'battery');
    await editor.page.evaluate('RED.history.pop()');
  });

  it('takes the kind of a sensor that is picked, and lets go of one that is of another kind', async () => {
    const { page } = harness.editor;
    await harness.open('bridge-sensor');
    await harness.field('Kind').selectOption('');
    await harness.field('Sensor: choose').click();
    await page.getByLabel('Search by name, room or id').fill('window contact');
    await page
      .locator('.lighting-bridge-leaf:visible', { hasText: /Bedroom window\s*contact sensor/ })
      .click();
    assert.equal(await harness.field('Kind').inputValue(), 'contact');
    assert.equal(await page.locator('.lighting-bridge-picked-nothing').count(), 0);
    await harness.field('Kind').selectOption('motion');
    await page.locator('.lighting-bridge-picked-nothing').waitFor();
    await harness.editor.closeDialog('cancel');
  });

  it('says which of the scenes to go round the picked room does not have', async () => {
    const { editor } = harness;
    await harness.open('bridge-scene');
    await harness.field('Operation').selectOption('toggle');
    await harness.field('Room or scene: choose').click();
    await editor.page.getByLabel('Search by name, room or id').fill('living room');
    const room = editor.page.locator('.lighting-bridge-leaf:visible', {
      hasText: /^Living room\s*room/,
    });
    await room.first().click();
    await harness.field('Scenes').fill('Relax, Sunsett');
    await harness.field('Scenes').press('Tab');
    await editor.page.getByText('Living room has no scene “Sunsett”.').waitFor();
    await harness.field('Scenes').fill('Relax, relax');
    await harness.field('Scenes').press('Tab');
    const hint = editor.page.locator('.lighting-bridge-under', { hasText: 'has no scene' });
    await hint.waitFor({ state: 'detached' });
    await editor.closeDialog('cancel');
  });

  it('names a poll node after its type in words, and ask for two outputs before what yes means', async () => {
    const { editor } = harness;
    await harness.open('bridge-poll');
    await harness.field('Type').selectOption('geofence_client');
    await harness.field('Outputs').selectOption('yes-no');
    const [outputs, yes] = await Promise.all(
      ['split', 'yesValue'].map((setting) =>
        editor.page.locator(`.form-row:has(> #node-input-${setting})`).boundingBox(),
      ),
    );
    assert.ok(outputs && yes && outputs.y < yes.y);
    await harness.field('Send').selectOption('request');
    await editor.page.getByText('all of this type, or the target in msg.target').waitFor();
    await editor.closeDialog('ok');
    assert.equal(await harness.label('bridge-poll'), 'who is home (phone)');
    await editor.page.evaluate('RED.history.pop()');
  });

  it('names a status node that sends sunrise and sunset after that, and its output', async () => {
    const names: unknown = await harness.editor.page.evaluate(`(() => {
      const node = { ...RED.nodes.node('bridge-status'), emit: 'sun' };
      return [node._def.label, node._def.outputLabels].map((name) => name.call(node, 0));
    })()`);
    assert.deepEqual(names, ['sunrise and sunset', 'sunrise or sunset']);
  });

  it('shows in the room dialog only what the operation needs', async () => {
    const { editor } = harness;
    await harness.open('bridge-room');
    await harness.field('Operation').selectOption('list');
    assert.equal(await harness.field('Name of the room').isVisible(), false);
    await harness.field('Operation').selectOption('create');
    assert.equal(await harness.field('Name of the room').isVisible(), true);
    assert.equal(await harness.field('Room or zone: choose').isVisible(), false);
    await harness.field('Operation').selectOption('delete');
    assert.equal(await harness.field('Room or zone: choose').isVisible(), true);
    assert.equal(await harness.field('Command').isVisible(), false);
    await editor.closeDialog('cancel');
  });

  it('offers the resource types by what they are for, lamps first, and finds one by other words', async () => {
    const { editor } = harness;
    for (const id of ['bridge-resource', 'bridge-poll']) {
      await harness.open(id);
      const groups = harness.field('Type').locator('optgroup');
      const headings = await groups.evaluateAll((all) =>
        all.map((group) => group.getAttribute('label')),
      );
      assert.equal(headings[0], 'Lights');
      assert.equal(headings.at(-1), 'Other types');
      assert.equal((await groups.first().locator('option').allTextContents())[0], 'lamp (light)');
      assert.equal(await harness.field('Type').locator('> option').count(), 2);
      await editor.closeDialog('cancel');
    }
    await harness.open('bridge-poll');
    const search = editor.page.getByRole('searchbox', { name: 'Search the types' });
    for (const [words, rtype] of [
      ['Window', 'contact'],
      ['who is home', 'geofence_client'],
      ['unreachable', 'zigbee_connectivity'],
      ['weak battery', 'device_power'],
      ['presence', 'motion'],
    ] as const) {
      await editor.page.getByRole('button', { name: 'Search the types' }).click();
      await search.fill(words);
      await editor.page.keyboard.press('Enter');
      await search.waitFor({ state: 'hidden' });
      assert.equal(await harness.field('Type').inputValue(), rtype, words);
    }
    await editor.closeDialog('cancel');
  });

  it('offers only the operations that a resource type has, and says what a body may hold', async () => {
    const { editor } = harness;
    await harness.open('bridge-resource');
    await harness.field('Type').selectOption('light');
    const operations = await harness.field('Operation').locator('option').allTextContents();
    assert.deepEqual(operations, ['list', 'read', 'change', 'set by msg.operation, else read']);
    await harness.field('Operation').selectOption('update');
    await editor.page.getByText('Members of the body').click();
    await editor.page.getByRole('rowheader', { name: 'dimming.brightness', exact: true }).waitFor();
    await editor.closeDialog('cancel');
  });

  it('tests the connection with what the dialog holds, also before a deploy', async () => {
    const { editor, simulator } = harness;
    await harness.open(bridgeId);
    await harness.expandDetails();
    await harness.field('Name').fill('');
    await harness.field('Key header: where the value comes from').click();
    const choices = editor.page.locator('.red-ui-typedInput-options:visible');
    await choices.getByText('another header').click();
    await choices.waitFor({ state: 'hidden' });
    await harness.field('Key header').fill('x-key');
    await harness.field('Port').fill('443');
    await harness.field('Address').fill(`https://${simulator.host}:${simulator.port}/`);
    await harness.field('Address').press('Tab');
    assert.equal(await harness.field('Address').inputValue(), simulator.host);
    assert.equal(await harness.field('Port').inputValue(), String(simulator.port));
    await editor.page.getByRole('button', { name: 'Test connection' }).click();
    const result = editor.page.locator('#bridge-config-result');
    await result.locator(':not(.lighting-bridge-busy)').waitFor();
    assert.match((await result.textContent()) ?? '', /Connected to .+: \d+ resources\./);
    assert.equal(await harness.field('Name').inputValue(), 'Simulated bridge');
    const keyHeader = editor.page.locator('#node-config-input-keyHeader');
    assert.equal(await keyHeader.inputValue(), 'home-application-key');
    await harness.field('Key').fill('a-key-that-the-bridge-does-not-know');
    await editor.page.getByRole('button', { name: 'Test connection' }).click();
    const problem = editor.page.locator('#bridge-config-result .lighting-bridge-bad');
    await problem.waitFor();
    assert.match((await problem.textContent()) ?? '', /key/i);
    assert.ok(simulator.requests.length > 0);
    await editor.closeDialog('cancel');
  });

  it('forgets what a test said when the address changes', async () => {
    const { editor } = harness;
    await harness.open(bridgeId);
    await editor.page.getByRole('button', { name: 'Test connection' }).click();
    await editor.page.getByText(/^Connected to /).waitFor();
    await harness.field('Address').fill('192.168.1.20');
    assert.equal(await editor.page.locator('#bridge-config-result').textContent(), '');
    await editor.closeDialog('cancel');
  });

  it('shows the certificate of the bridge and takes it when it is trusted', async () => {
    const { editor, simulator } = harness;
    await harness.open(bridgeId);
    await harness.expandDetails();
    await harness.field('Certificate').fill(`${'00:'.repeat(31)}00`);
    await editor.page.getByRole('button', { name: 'Fetch' }).click();
    await editor.page.getByText('The bridge shows a new certificate').waitFor();
    await editor.page.getByRole('button', { name: 'Trust the new certificate' }).click();
    assert.equal(await harness.field('Certificate').inputValue(), simulator.fingerprint);
    await editor.closeDialog('cancel');
  });

  it('are found by what people look for in the palette', async () => {
    const { page } = harness.editor;
    const search = page.getByPlaceholder('filter nodes');
    for (const [word, type] of [
      ['lamp', 'bridge-light'],
      ['motion', 'bridge-sensor'],
      ['dimmer', 'bridge-button'],
      ['temperature', 'bridge-sensor'],
    ] as const) {
      await search.fill(word);
      await search.press('Enter');
      await page.locator('[data-palette-type="inject"]').waitFor({ state: 'hidden' });
      await page.locator(`[data-palette-type="${type}"]`).waitFor();
    }
    await search.fill('');
  });

  it('let the example of the help be copied, which uses the bridge that is there once it is imported', async () => {
    const { page } = harness.editor;
    await page.evaluate(`RED.sidebar.help.show('bridge-light')`);
    await page.getByRole('button', { name: 'Copy the example' }).click();
    await page.getByText('Copied. Import it with Ctrl+I').waitFor();
    const listBridges = `(() => {
      const ids = [];
      RED.nodes.eachConfig((node) => { if (node.type === 'bridge-config') ids.push(node.id); return true; });
      return ids;
    })()`;
    await page.evaluate(
      `RED.view.importNodes(document.querySelector('.lighting-bridge-example').textContent, { touchImport: true })`,
    );
    await page.getByText('The imported nodes use the bridge “Home”.').waitFor();
    assert.deepEqual(await page.evaluate(listBridges), [bridgeId]);
    assert.equal((await harness.settings('help-light-lamp'))['bridge'], bridgeId);
    await page.evaluate('RED.history.pop()');
    assert.equal(await page.evaluate(`RED.nodes.node('help-light-lamp')`), undefined);
    assert.deepEqual(await page.evaluate(listBridges), [bridgeId]);
  });

  for (const id of nodeIds) {
    it(`opens that of ${id} without an error, accessible and complete, and changes nothing when it is confirmed`, async () => {
      const { editor } = harness;
      await harness.open(id);
      await harness.expandDetails();

      await assertAccessible(editor.page, '.lighting-bridge-form');
      const untranslated = await editor.page
        .locator('.lighting-bridge-form')
        .getByText(/@lighting-bridge|^[a-z]+\.[a-zA-Z.]+$/)
        .allTextContents();
      assert.deepEqual(untranslated, []);
      const labels: unknown = await editor.page.evaluate(measureLabels);
      assert.ok(isObject(labels));
      assert.deepEqual(labels['wrapped'], []);
      assert.equal(Array.isArray(labels['starts']) && labels['starts'].length, 1);
      // Sentences wrap, and do not widen the dialog; the names of resource types do a little.
      const width = Number(await editor.page.evaluate('$(".red-ui-tray").width()'));
      assert.ok(width < 720, `the dialog is ${width} px wide`);
      await editor.closeDialog('ok');
      // The first time, settings that the flow did not have get their defaults.
      const confirmed = await harness.settings(id);
      await harness.open(id);
      await editor.closeDialog('ok');
      assert.deepEqual(await harness.settings(id), confirmed);
      assert.deepEqual(editor.problems, []);
    });
  }

  it('reports nothing wrong on the console in all of this', () => {
    assert.deepEqual(harness.editor.problems, []);
  });
});
