import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sunMomentTypes } from '../../src/programs/sun-moments';
import { packageFolder } from '../../scripts/node-red/user-directory';
import { buttonEventNames } from '../../src/resources/button-events';
import { operationNames, resourceTypes } from '../../src/resources/table';
import { roomArchetypes } from '../../src/resources/types/groups';
import { weekdays } from '../../src/resources/types/scenes';

const nodesFolder = join(packageFolder, 'nodes');
const builtNodes = join(packageFolder, 'dist', 'nodes');
const editorFolder = join(packageFolder, 'src', 'editor');
const catalogues = join(nodesFolder, 'locales', 'en-US');

const readText = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const listFiles = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(ending),
  );

const stems = listFiles(nodesFolder, '.editor.ts').map((file) =>
  file.slice(0, -'.editor.ts'.length),
);

const readPluginSources = (stem: string): string[] =>
  listFiles(editorFolder, '.ts')
    .filter(
      (file) =>
        file.startsWith(`dialogs/${stem.replace('bridge-', '')}`) ||
        file.startsWith(`dialogs/${stem}`),
    )
    .map((file) => readText(editorFolder, file));

/** The form of a node as the editor gets it, its rows written out. */
const readBuiltForm = (stem: string): string =>
  readText(builtNodes, `${stem}.html`).replace(/<script type="text\/javascript">[^]*/, '');

/** Paths of all texts of a catalogue. */
function listKeys(content: unknown, prefix = ''): string[] {
  if (typeof content !== 'object' || content === null) return [prefix];
  return Object.entries(content).flatMap(([name, value]) =>
    listKeys(value, prefix === '' ? name : `${prefix}.${name}`),
  );
}

const editorKeys = listKeys(JSON.parse(readText(editorFolder, 'locales', 'en-US', 'plugin.json')));
const listNodeKeys = (stem: string): string[] =>
  // The status and error texts of the bridge belong to the runtime.
  listKeys(JSON.parse(readText(catalogues, `${stem}.json`))).filter(
    (key) => !/^(?:status|error|entity)\./.test(key),
  );

/** Keys that a text of the sources asks for: `` `rtype.${…}` `` stands for all of them. */
function findRequestedKeys(source: string, call: RegExp, keys: readonly string[] = []): string[] {
  return [...source.matchAll(call)].flatMap(([, key = '']) => expandKey(key, keys));
}

/** Names below one name of a catalogue. */
const listNames = (keys: readonly string[], name: string): string[] =>
  keys.filter((key) => key.startsWith(`${name}.`)).map((key) => key.slice(name.length + 1));

/** Texts that `lightingBridge.labels` and `createSettings` ask of the catalogue of a type, for what the type takes from them. */
function findLabelKeys(code: string, keys: readonly string[]): string[] {
  const [, takenLabels = ''] = /const \{ (.+) \} =\s+lightingBridge\.labels\(/.exec(code) ?? [];
  const hasSecondOutput = /^ {4}changes: /m.test(code);
  const findOwn = (key: string, sharedKey: string): string[] =>
    keys.includes(key) || !editorKeys.includes(sharedKey) ? [key] : [];
  const keyOf: Readonly<Record<string, string | readonly string[]>> = {
    paletteLabel: 'paletteLabel',
    inputLabels: findOwn('port.input', 'port.input'),
    outputLabels: [
      ...findOwn('port.output', 'port.output'),
      ...(hasSecondOutput ? ['port.changes'] : []),
    ],
  };
  return [
    ...takenLabels.split(', ').flatMap((label) => keyOf[label] ?? []),
    ...(listNames(keys, 'operation').length === 0 ? [] : expandKey('does.${operation}', keys)),
    ...findRequestedKeys(code, namedSetting).flatMap((setting) =>
      findOwn(`label.${setting}`, `row.${setting}`),
    ),
  ];
}

const placeholders: Readonly<Record<string, readonly string[]>> = {
  rtype: resourceTypes,
  archetype: roomArchetypes,
  comparison: listNames(editorKeys, 'comparison'),
  yes: listNames(editorKeys, 'yes'),
  'hint.endAfter': ['any', 'motion', 'open'],
  'builder.powers': listNames(editorKeys, 'builder.powers'),
  'builder.lights': listNames(editorKeys, 'builder.lights'),
  'builder.stepLooks': listNames(editorKeys, 'builder.stepLooks'),
  'builder.summary': listNames(editorKeys, 'builder.summary'),
  'builder.afterwardsChoices': listNames(editorKeys, 'builder.afterwardsChoices'),
  'builder.alertColors': ['own', 'other'],
  'builder.repeats': listNames(editorKeys, 'builder.repeats'),
  'home.connection': listNames(editorKeys, 'home.connection'),
  'home.charge': listNames(editorKeys, 'home.charge'),
  'home.zoneHealth': listNames(editorKeys, 'home.zoneHealth'),
  'home.radio': listNames(editorKeys, 'home.radio'),
  'home.update': listNames(editorKeys, 'home.update'),
  'home.file': listNames(editorKeys, 'home.file'),
  'home.health': listNames(editorKeys, 'home.health'),
  'home.fact': listNames(editorKeys, 'home.fact'),
  operation: [...operationNames, 'recall'],
  paletteWords: listNames(editorKeys, 'paletteWords'),
  typeWords: listNames(editorKeys, 'typeWords'),
  'types.groups': listNames(editorKeys, 'types.groups'),
  invalid: listNames(editorKeys, 'invalid'),
  'import.outcome': listNames(editorKeys, 'import.outcome'),
  'import.problem': listNames(editorKeys, 'import.problem'),
  'import.sources': ['all', 'selected', 'pasted'],
  'import.sentence': listNames(editorKeys, 'import.sentence'),
  'backup.sentence': listNames(editorKeys, 'backup.sentence'),
  'backup.restore': listNames(editorKeys, 'backup.restore'),
  'backup.takeOverFlows': listNames(editorKeys, 'backup.takeOverFlows'),
  'backup.list': listNames(editorKeys, 'backup.list'),
  day: weekdays,
  sun: ['sunrise', 'sunset'],
  moment: ['both', ...sunMomentTypes],
  event: buttonEventNames,
  // Of the catalogue that has the texts below nodes.
  status: listNames(listKeys(JSON.parse(readText(catalogues, 'bridge-config.json'))), 'status'),
  label: ['dayBrightness', 'nightBrightness'],
  // The other settings have a label of their own; the rows ask for the shared ones.
  row: [],
};

/** Keys of a text; `keys` are those of the catalogue that is asked. */
function expandKey(key: string, keys: readonly string[]): string[] {
  // The callers of such a function name the key.
  if (key.startsWith('${')) return [];
  const [, prefix] = /^(.+)\.\$\{/.exec(key) ?? [];
  if (prefix === undefined) return [key];
  const names = prefix === 'does' ? listNames(keys, 'operation') : placeholders[prefix];
  assert.ok(names, `The test does not know what ${key} may become.`);
  return names.map((name) => `${prefix}.${name}`);
}

const namedSetting = /settings\.(?:checked|number|duration|typed|sunMoment)\(\s*'(\w+)'/g;
const choicesCall = /translateChoices\(\s*'([\w.]+)'/g;
const sharedCall = /translateShared\(\s*['"`]([^'"`]+)['"`]/g;
const ownCall = /(?<![\w.])text\(\s*['"`]([^'"`]+)['"`]/g;
const composedKey = /`([a-zA-Z.]+\.\$\{[^`]+)`/g;
const quotedKey = /['"`]([a-z][A-Za-z]*\.[A-Za-z]+)['"`]/g;
const i18nAttribute = /data-i18n="(?:\[[a-z]+\])?([^"]+)"/g;

describe('The texts of dialogs', () => {
  // The report of an import is in the same words on the command line.
  const sharedSources = [editorFolder, join(packageFolder, 'src', 'import', 'cli')].flatMap(
    (folder) => listFiles(folder, '.ts').map((file) => readText(folder, file)),
  );
  const findChoiceKeys = (code: string): string[] =>
    findRequestedKeys(code, choicesCall).flatMap((prefix) => expandKey(`${prefix}.\${value}`, []));
  const forms = stems.map(readBuiltForm);
  const scripts = stems.map((stem) => readText(nodesFolder, `${stem}.editor.ts`));

  it('are all there: those that dialogs share', () => {
    const inHtml = forms.flatMap((html) =>
      findRequestedKeys(html, i18nAttribute)
        .filter((key) => key.startsWith('@lighting-bridge/node-red/editor:'))
        .map((key) => key.slice(key.indexOf(':') + 1)),
    );
    const inCode = [...sharedSources, ...scripts].flatMap((code) => [
      ...findRequestedKeys(code, sharedCall),
      ...findChoiceKeys(code),
    ]);
    const missing = [...inHtml, ...inCode].filter((key) => !editorKeys.includes(key));
    assert.deepEqual([...new Set(missing)], []);
  });

  it('are all used: those that dialogs share', () => {
    const everything = [...forms, ...sharedSources, ...scripts].join('\n');
    const composed = [...sharedSources, ...scripts].flatMap((code) => [
      ...findRequestedKeys(code, composedKey),
      ...findChoiceKeys(code),
    ]);
    const expanded = new Set(composed);
    const unused = editorKeys.filter(
      (key) =>
        !everything.includes(`${key}'`) && !everything.includes(`${key}"`) && !expanded.has(key),
    );
    assert.deepEqual(unused, []);
  });

  for (const stem of stems) {
    it(`are all there and all used: those of ${stem}`, () => {
      const html = readBuiltForm(stem);
      const code = readText(nodesFolder, `${stem}.editor.ts`);
      // Parts of some dialogs are in the plugin, in a folder of their own; the catalogue is handed to them.
      const pluginSources = readPluginSources(stem).join('\n');
      const own = findRequestedKeys(html, i18nAttribute).filter((key) => !key.includes(':'));
      const keys = listNodeKeys(stem);
      const called = [
        ...[code, pluginSources].flatMap((source) => findRequestedKeys(source, ownCall, keys)),
        ...findLabelKeys(code, keys),
      ];
      assert.deepEqual(
        [...own, ...called].filter((key) => !keys.includes(key)),
        [],
      );
      const quoted = [code, pluginSources].flatMap((source) =>
        findRequestedKeys(source, quotedKey),
      );
      const used = new Set([...own, ...called, ...quoted]);
      assert.deepEqual(
        keys.filter((key) => !used.has(key)),
        [],
      );
    });
  }
});

/** Members of an object as it stands in a script, by name: what begins at a margin, with what is indented further. */
const parseFormatMembers = (object: string, margin: string): Map<string, string> =>
  new Map(
    object.split(new RegExp(`^${margin}(?=[^ }])`, 'm')).map((member) => {
      const [, name = '', value = ''] = /^([.\w]+)(?:: )?([^]*?),?\n?$/.exec(member) ?? [];
      return [name, value];
    }),
  );

const nodeLiterals = ['color', 'inputs', 'outputs'];

describe('The built palette', () => {
  for (const stem of stems) {
    it(`registers ${stem} by a literal call that other tools can read`, () => {
      const html = readText(builtNodes, `${stem}.html`);
      assert.match(html, new RegExp(`data-template-name="${stem}"`));
      const call = new RegExp(
        `\\n( *)RED\\.nodes\\.registerType\\("${stem}", \\{\\n([^]+?)\\n\\1\\}\\);`,
      );
      const [, margin = '', definition = ''] = call.exec(html) ?? [];
      const members = parseFormatMembers(definition, `${margin}  `);
      const literals = ['category', 'icon', ...(stem === 'bridge-config' ? [] : nodeLiterals)];
      for (const name of literals) assert.match(members.get(name) ?? '', /^(?:"[^"]+"|\d)$/, name);
      const settings = parseFormatMembers(members.get('defaults') ?? '', `${margin}    `);
      assert.ok(settings.has('name'), `defaults of ${stem}`);
      // Such tools look at the name of every member, and a spread has none.
      assert.deepEqual(
        [...members.keys(), ...settings.keys()].filter((name) => name.startsWith('...')),
        [],
      );
    });

    it(`has the icon, the texts and the help of ${stem} where Node-RED looks for them`, () => {
      assert.ok(existsSync(join(builtNodes, 'icons', `${stem}.svg`)));
      assert.ok(existsSync(join(builtNodes, 'locales', 'en-US', `${stem}.json`)));
      const help = readText(builtNodes, 'locales', 'en-US', `${stem}.html`);
      assert.match(help, new RegExp(`^<script type="text/markdown" data-help-name="${stem}">\\n`));
      assert.match(help, /<\/script>\n$/);
    });
  }

  it('gives all nodes one colour and one place in the palette', () => {
    const appearances = stems
      .filter((stem) => stem !== 'bridge-config')
      .map((stem) =>
        /category: "(.+)",\s+color: "(.+)"/.exec(readText(builtNodes, `${stem}.html`))?.slice(1),
      );
    assert.deepEqual(
      new Set(appearances.map((appearance) => appearance?.join())),
      new Set(['lighting bridge,#C7A97B']),
    );
  });

  it('holds nothing but what the sources have', () => {
    const pages = listFiles(builtNodes, '.html').filter((file) => !file.includes('locales'));
    assert.deepEqual(pages.toSorted(), stems.map((stem) => `${stem}.html`).toSorted());
  });
});
