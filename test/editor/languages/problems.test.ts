import assert from 'node:assert/strict';
import { isObject } from '../../../src/resources/members';
import { describeProblem, toDescribedProblem } from '../../../src/resources/describe-problem';
import { toEnglish, createProblemTexts, formatProblem } from '../../../src/resources/problems';
import type {
  ProblemText,
  ProblemValue,
  TranslateProblemText,
} from '../../../src/resources/problems';
import {
  listLanguages,
  localeFolders,
  original,
  readTexts,
  withoutPluralForm,
} from './language-files';
import { allWarnings, fields, problems } from './wrong-inputs';

const editorFolder = localeFolders[1] ?? '';

/** The texts of an editor in a language, by their key. */
const readCatalogue = (language: string): ReadonlyMap<string, string> =>
  new Map(
    [...readTexts(editorFolder, language, 'plugin.json')]
      .filter(([key]) => key.startsWith('invalid.'))
      .map(([key, text]) => [key.slice('invalid.'.length), text]),
  );

/** Does what the editor does with a text, from the catalogue of a language. */
function createTranslator(language: string): TranslateProblemText {
  const catalogue = readCatalogue(language);
  const format = (value: ProblemValue | undefined): string => {
    if (typeof value !== 'object') return String(value);
    return 'kind' in value ? translate(value) : value.join(', ');
  };
  const translate: TranslateProblemText = (text) => {
    if (typeof text === 'string') return text;
    const form =
      text.kind === 'entries' ? `_${new Intl.PluralRules(language).select(text.count)}` : '';
    const translated = catalogue.get(text.kind + form);
    assert.ok(translated !== undefined, `${language} lacks invalid.${text.kind}${form}`);
    const values = new Map(Object.entries(text));
    return translated.replaceAll(/__(\w+?)__/g, (_whole, name: string) => {
      assert.ok(values.has(name), `${language}: invalid.${text.kind} has no value ${name}`);
      return format(values.get(name));
    });
  };
  return translate;
}

const isEnglish = (text: ProblemText | string | undefined): text is string =>
  typeof text === 'string';

/** Parts of a problem that are the same in every language: words of a command, and patterns. */
const sameEverywhere: ReadonlySet<string> = new Set(['true', 'text like ^[0-9A-F]{36}$']);

describe('What a dialog says of a wrong command', () => {
  it('is a text of the catalogues, or a word of the command itself', () => {
    const texts = [...problems, ...fields].flatMap((problem) => [
      problem.expected,
      ...('likelyCause' in problem ? [problem.likelyCause] : []),
    ]);
    const english = [...texts, ...allWarnings]
      .filter(isEnglish)
      .filter((text) => !sameEverywhere.has(text) && !/^"\w+"$/.test(text));
    assert.deepEqual(english, []);
  });

  it('comes from a wrong input of this test, for each text', () => {
    const kinds = new Set<string>();
    const collect: TranslateProblemText = (text) => {
      if (typeof text === 'string') return text;
      kinds.add(text.kind);
      for (const value of Object.values(text))
        if (typeof value === 'object' && 'kind' in value) collect(value);
      return text.kind;
    };
    for (const problem of problems) formatProblem(toDescribedProblem(problem), collect);
    for (const text of [...fields.map(({ expected }) => expected), ...allWarnings]) collect(text);
    const all = new Set(Object.keys(createProblemTexts()).map(withoutPluralForm));
    assert.deepEqual(
      [...all].filter((kind) => !kinds.has(kind)),
      [],
    );
  });

  it('is in English what an error says', () => {
    assert.deepEqual(Object.fromEntries(readCatalogue(original)), createProblemTexts());
    const translate = createTranslator(original);
    for (const problem of problems) {
      // Types have their labels in the catalogue, and an article in English.
      if (isObject(problem.expected) && 'types' in problem.expected) continue;
      assert.equal(formatProblem(toDescribedProblem(problem), translate), describeProblem(problem));
    }
    for (const warning of allWarnings)
      assert.equal(
        translate(warning).replace(/Fan, Floor lamp(?! and)/, 'Fan and Floor lamp'),
        toEnglish(warning),
      );
  });

  it('lists lamps as they are called, with "and" before the last', () => {
    const lamps = ['Fan', 'Sofa, left'];
    const [what, needed] = [{ kind: 'colorPart' }, { kind: 'colorLamp' }] as const;
    assert.equal(
      toEnglish({ kind: 'unsupported', what, lamps, group: '__lamps__', needed }),
      'The colour does not work on Fan and Sofa, left in __lamps__: it needs a lamp that shows colours.',
    );
  });

  for (const language of listLanguages(editorFolder)) {
    it(`is whole in the language ${language}`, () => {
      const translate = createTranslator(language);
      for (const problem of problems) {
        const sentence = formatProblem(toDescribedProblem(problem), translate);
        assert.ok(sentence.startsWith(problem.path), sentence);
        assert.doesNotMatch(sentence, /expected|undefined/);
      }
      for (const text of [...fields.map(({ expected }) => expected), ...allWarnings])
        assert.notEqual(translate(text), '');
    });
  }
});
