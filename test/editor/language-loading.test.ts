import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { openEditor } from '../support/browser/editor';
import type { Editor } from '../support/browser/editor';
import { getSharedBrowser } from '../support/browser/shared-browser';
import { createPackageWithLanguages } from '../support/node-red/package-with-languages';
import { startNodeRed } from '../support/node-red/node-red';
import type { RunningNodeRed } from '../support/node-red/node-red';
import { importExample } from './import-example';

const nodeFile = (language: string, file: string): string =>
  `dist/nodes/locales/${language}/${file}`;
const pluginFile = (language: string): string => `dist/src/editor/locales/${language}/plugin.json`;

/** Languages that hold a few of the texts. Those that are missing are to come in English. */
const languageFiles = {
  [nodeFile('de', 'bridge-light.json')]: {
    paletteLabel: 'Lampe',
    label: { target: 'Lampe oder Gruppe' },
  },
  [nodeFile('de', 'bridge-light.html')]:
    '<script type="text/markdown" data-help-name="bridge-light">\nStellt eine Lampe ein.\n</script>\n',
  [pluginFile('de')]: { row: { more: 'Mehr' }, found_one: 'eine', found_other: '__count__ viele' },
  'resources/examples/de.json': { 'Night light': 'Nachtlicht', 'Dim light': 'Schwaches Licht' },
  [nodeFile('es-ES', 'bridge-light.json')]: { paletteLabel: 'lámpara' },
  [nodeFile('pt-BR', 'bridge-light.json')]: { paletteLabel: 'lâmpada' },
  [nodeFile('zh-CN', 'bridge-light.json')]: { paletteLabel: '灯具' },
  [nodeFile('zh-TW', 'bridge-light.json')]: { paletteLabel: '燈具' },
  [pluginFile('ja')]: { found_other: '__count__ 個' },
  [pluginFile('ru')]: {
    found_one: '__count__ штука',
    found_few: '__count__ штуки',
    found_many: '__count__ штук',
    found_other: '__count__ шт.',
  },
  [nodeFile('ru', 'bridge-config.json')]: {
    status: {
      listed_one: 'найден __count__',
      listed_few: 'найдены __count__',
      listed_many: 'найдено __count__',
      listed_other: 'найдено __count__',
    },
  },
};

/** Imports an example. Returns the label of its tab, and the names and targets of its light nodes. */
async function importNightLight({ page }: Editor): Promise<unknown> {
  await importExample(page, 'night-light');
  await page.waitForFunction('RED.nodes.getWorkspaceOrder().length === 2');
  return page.evaluate(`(() => {
    const tab = RED.nodes.workspace(RED.nodes.getWorkspaceOrder()[1]);
    const lights = RED.nodes.filterNodes({ z: tab.id, type: 'bridge-light' });
    return [tab.label, ...lights.map(({ name, target }) => name + ': ' + target)];
  })()`);
}

const lightLabel = '@lighting-bridge/node-red/bridge-light:paletteLabel';
const foundText = '@lighting-bridge/node-red/editor:found';

describe('A language', () => {
  let folder: string;
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'language-loading-'));
    createPackageWithLanguages(folder, languageFiles);
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      packageFolder: folder,
      settings: { lang: 'ru' },
      flows: [
        { id: 'tab', type: 'tab', label: 'Home' },
        {
          id: 'home',
          type: 'bridge-config',
          name: 'Home',
          host: simulator.host,
          port: String(simulator.port),
          keyHeader: 'home-application-key',
          fingerprint: simulator.fingerprint,
        },
        { id: 'lamp', type: 'bridge-light', z: 'tab', bridge: 'home', wires: [[]] },
        {
          id: 'rooms',
          type: 'bridge-resource',
          z: 'tab',
          bridge: 'home',
          rtype: 'room',
          operation: 'list',
          wires: [[]],
        },
      ],
      credentials: { home: { key: simulator.key } },
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('of the browser', () => {
    let editor: Editor;
    before(async () => {
      editor = await openEditor(await getSharedBrowser(), nodeRed, undefined, 'de-AT');
    });
    after(() => editor.close());

    it('is that of the palette, the dialogs and the help; its region does not matter', async () => {
      const { page } = editor;
      const label = page.locator('#red-ui-palette .red-ui-palette-node', { hasText: /^Lampe$/ });
      await label.first().waitFor({ state: 'attached' });
      await editor.openDialog('lamp');
      const form = page.locator('.lighting-bridge-form');
      await form.getByText('Lampe oder Gruppe', { exact: true }).waitFor();
      await form.getByText('Mehr', { exact: true }).waitFor();
      await editor.closeDialog('cancel');
      await page.evaluate('RED.sidebar.help.show("bridge-light", true)');
      await page.locator('.red-ui-help', { hasText: 'Stellt eine Lampe ein.' }).first().waitFor();
    });

    it('has the English text where it lacks one, in the dialog and in the help', async () => {
      const { page } = editor;
      await editor.openDialog('lamp');
      await page.locator('.lighting-bridge-form').getByText('Command', { exact: true }).waitFor();
      await editor.closeDialog('cancel');
      await page.evaluate('RED.sidebar.help.show("bridge-room", true)');
      await page.locator('.red-ui-help', { hasText: 'Good to know' }).first().waitFor();
    });

    it('is that of an imported example, with English for a missing text', async () => {
      const imported = await importNightLight(editor);
      assert.deepEqual(imported, ['Nachtlicht', 'Schwaches Licht: Stairs', 'Off: Stairs']);
    });
  });

  describe('that the user has chosen in the settings of the editor', () => {
    let editor: Editor;
    before(async () => {
      editor = await openEditor(await getSharedBrowser(), nodeRed);
    });
    after(() => editor.close());

    /** Translates as the editor does that has asked for the catalogues of a language. */
    const translate = async (language: string, key: string, values: object): Promise<string> =>
      editor.page.evaluate<string>(`(async () => {
        for (const kind of ['nodes', 'plugins']) {
          const catalogues = await $.getJSON(kind + '/messages?lng=${language}');
          for (const [name, texts] of Object.entries(catalogues)) {
            i18next.addResourceBundle('${language}', name, texts);
          }
        }
        return i18next.getFixedT('${language}')(${JSON.stringify(key)}, ${JSON.stringify(values)});
      })()`);
    const count = (language: string, counts: readonly number[]): Promise<string[]> =>
      Promise.all(counts.map((number) => translate(language, foundText, { count: number })));

    it('wins over that of the browser', async () => {
      const { page } = editor;
      await page.evaluate(`localStorage.setItem('editor-language', 'pt-BR')`);
      await page.reload();
      await page
        .locator('#red-ui-palette .red-ui-palette-node', { hasText: /^lâmpada$/ })
        .waitFor({ state: 'attached' });
    });

    it('imports an example in English if the language lacks its texts', async () => {
      const imported = await importNightLight(editor);
      assert.deepEqual(imported, ['Night light', 'Dim light: Stairs', 'Off: Stairs']);
    });

    it('is read from the folder with its name', async () => {
      assert.equal(await translate('es-ES', lightLabel, {}), 'lámpara');
      assert.equal(await translate('pt-BR', lightLabel, {}), 'lâmpada');
      assert.equal(await translate('zh-CN', lightLabel, {}), '灯具');
      assert.equal(await translate('zh-TW', lightLabel, {}), '燈具');
    });

    it('has the plural forms of that language', async () => {
      const russian = await count('ru', [1, 2, 5, 21]);
      assert.deepEqual(russian, ['1 штука', '2 штуки', '5 штук', '21 штука']);
      assert.deepEqual(await count('ja', [1, 5]), ['1 個', '5 個']);
      assert.deepEqual(await count('de', [1, 5]), ['eine', '5 viele']);
    });
  });

  it('of Node-RED is that of the status below nodes, with its plural forms', async () => {
    const rooms = simulator.home.byType('room').length;
    const form = new Intl.PluralRules('ru').select(rooms);
    const status = nodeRed.nextStatus('rooms', ({ text }) => /\d/.test(String(text)));
    nodeRed.send('rooms', { payload: {} });
    const { text } = await status;
    const words = { one: 'найден', few: 'найдены', many: 'найдено' };
    assert.ok(form === 'one' || form === 'few' || form === 'many');
    assert.equal(text, `${words[form]} ${rooms}`);
  });

  it('of Node-RED that lacks a text gives the status in English', async () => {
    const status = nodeRed.nextStatus('lamp', ({ fill }) => fill === 'red');
    nodeRed.send('lamp', { payload: 'no word of lamps' });
    const { text } = await status;
    assert.equal(text, 'invalid message');
  });
});
