import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../src/resources/members';
import { parseFade } from './support/parse-words';
import { parseSendWhenTurnedOn } from '../../src/programs/send-when-turned-on';
import { parseAlertSequence, parseSequence } from '../../src/programs/sequence';
import { namedSequences } from '../../src/programs/named-sequences';
import type { ParsedProgram } from '../../src/programs/program';
import { colorLamp, expectValue } from '../vocabulary/support/sample-resources';

const page = readFileSync(join(process.cwd(), 'docs', 'scenes-and-programs.md'), 'utf8');

/** Examples, by the heading above them. */
const examples = page
  .split('\n## ')
  .flatMap((chapter) =>
    [...chapter.matchAll(/```json\n([^`]*)```/g)].map(
      ([, text = '']) => [chapter.slice(0, chapter.indexOf('\n')), text] as const,
    ),
  );

function parseExample(heading: string, text: string): ParsedProgram {
  const words: unknown = JSON.parse(text);
  assert.ok(isObject(words));
  const context = { at: 'payload', lamp: colorLamp, kind: 'light' } as const;
  switch (heading) {
    case 'Later':
      return expectValue(parseSendWhenTurnedOn(words, context));
    case 'Sequences':
      return expectValue(parseSequence(words, { ...context, shortestStep: 100, seed: 1 }));
    case 'Alerts that return':
      return expectValue(parseAlertSequence(words, context));
    default:
      assert.equal(heading, 'Long fades');
      return expectValue(parseFade(words, context, colorLamp));
  }
}

describe('docs/scenes-and-programs.md', () => {
  it('has an example in each chapter of a word', () => {
    assert.equal(new Set(examples.map(([heading]) => heading)).size, 4);
  });

  for (const [heading, text] of examples) {
    it(`shows in "${heading}" what a lamp takes: ${text.replaceAll(/\s+/g, ' ')}`, () => {
      const { warnings, properties } = parseExample(heading, text);
      assert.deepEqual(warnings, []);
      assert.ok(properties.length > 0);
    });
  }

  it('names every sequence that has a name, and no other', () => {
    const [list = ''] = /^`alarm`[^.]*?\n\n/m.exec(page) ?? [];
    const named = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    assert.deepEqual(named, Object.keys(namedSequences).toSorted());
  });
});
