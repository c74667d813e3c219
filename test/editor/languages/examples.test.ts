import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listExampleNames, readExampleFlow } from '../../../scripts/node-red/example-flows';
import {
  exampleTextsFolder,
  listExampleLanguages,
  readExampleTexts,
} from '../../../scripts/node-red/example-texts';
import { parseExampleTexts, translateExample } from '../../../src/editor/workspace/example-texts';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { listCode } from './language-files';

/** Texts of a flow that need a translation: those that are translated, without code and texts without words. */
function listExampleTexts(flow: readonly FlowNode[]): readonly string[] {
  const found = new Set<string>();
  translateExample(flow, {
    get(text) {
      if (/\p{Letter}{2}/u.test(text) && !text.startsWith('    ')) found.add(text);
      return undefined;
    },
  });
  return [...found];
}

/** Texts of all examples, each once. */
const wanted = new Set(
  listExampleNames().flatMap((name) => listExampleTexts(readExampleFlow(name))),
);

/** What a translation keeps: code, values of a template, bold words, headings and list items. */
const listMarks = (text: string): readonly string[] => [
  ...listCode(text),
  ...(text.match(/\{{2,3}[^}]*\}{2,3}/g) ?? []),
  ...(text.match(/\*+|^(?:#+|-) /gm) ?? []),
];

describe('The examples in every language', () => {
  for (const language of listExampleLanguages()) {
    it(`have a translation for each English text, and no other: ${language}`, () => {
      const translated = [...readExampleTexts(language).keys()];
      const missing = [...wanted].filter((text) => !translated.includes(text));
      const leftOver = translated.filter((text) => !wanted.has(text));
      assert.deepEqual({ missing, leftOver }, { missing: [], leftOver: [] });
    });

    it(`keep code, values, emphasis and lists: ${language}`, () => {
      const changed = [...readExampleTexts(language)].filter(
        ([english, text]) => listMarks(english).join() !== listMarks(text).join(),
      );
      assert.deepEqual(changed, []);
    });

    it(`have no text that was left in English: ${language}`, () => {
      const same = [...readExampleTexts(language)].filter(
        ([english, text]) => text === english && /[a-z]{3,} [a-z]{3,}/.test(text),
      );
      assert.deepEqual(same, []);
    });

    it(`have each English text once: ${language}`, () => {
      const keys =
        readFileSync(join(exampleTextsFolder, `${language}.json`), 'utf8').match(/^ {2}"/gm) ?? [];
      assert.equal(keys.length, readExampleTexts(language).size);
    });
  }
});

describe('The translation of an example', () => {
  const flow = [
    { id: 'tab', type: 'tab', label: 'Light', info: '# Lamps\n\nPress.\n\n    curl -X POST' },
    { id: 'bridge', type: 'bridge-config', name: 'Bridge' },
    { id: 'lamp', type: 'bridge-light', name: 'On', target: 'On', wires: [['debug']] },
    { id: 'half', type: 'inject', name: '50 %', payload: 'On' },
    { id: 'sentence', type: 'template', name: '', template: '{{name}} is on.' },
  ];

  it('needs names, labels, templates and paragraphs, without code and numbers', () => {
    assert.deepEqual(listExampleTexts(flow), [
      'Light',
      '# Lamps',
      'Press.',
      'On',
      '{{name}} is on.',
    ]);
  });

  it('changes what people read, and nothing that the flow works with', () => {
    const texts = parseExampleTexts({
      Light: 'Licht',
      '# Lamps': '# Lampen',
      'Press.': 'Drücken.',
      Bridge: 'Brücke',
      On: 'An',
      '{{name}} is on.': '{{name}} ist an.',
    });
    assert.deepEqual(translateExample(flow, texts), [
      { id: 'tab', type: 'tab', label: 'Licht', info: '# Lampen\n\nDrücken.\n\n    curl -X POST' },
      { id: 'bridge', type: 'bridge-config', name: 'Bridge' },
      { id: 'lamp', type: 'bridge-light', name: 'An', target: 'On', wires: [['debug']] },
      { id: 'half', type: 'inject', name: '50 %', payload: 'On' },
      { id: 'sentence', type: 'template', name: '', template: '{{name}} ist an.' },
    ]);
  });

  it('leaves English where a file holds no text, or is no object', () => {
    for (const content of [{ Light: { a: 1 }, On: null }, ['Light'], null, 'Light', 5]) {
      assert.deepEqual(translateExample(flow, parseExampleTexts(content)), flow);
    }
  });
});
