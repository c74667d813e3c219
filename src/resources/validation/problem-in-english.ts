import { createProblemTexts } from './problem-texts';
import { fillPlaceholders } from '../values/fill-placeholders';
import { formatTypes } from './type-phrase';
import type { ProblemValue, TranslateProblemText } from './problem-texts';

let problemTexts: ReturnType<typeof createProblemTexts> | undefined;

/** For errors and logs. */
export const toEnglish: TranslateProblemText = (text) => {
  if (typeof text === 'string') return text;
  problemTexts ??= createProblemTexts();
  const values = new Map(Object.entries(text));
  const english =
    text.kind === 'entries'
      ? problemTexts[text.count === 1 ? 'entries_one' : 'entries_other']
      : problemTexts[text.kind];
  return fillPlaceholders(english, (name) => formatValue(name, values.get(name) ?? ''));
};

function formatValue(name: string, value: ProblemValue): string {
  if (typeof value !== 'object') return String(value);
  if ('kind' in value) return toEnglish(value);
  if (name === 'types') return withArticle(formatTypes(value));
  if (name !== 'lamps' || value.length < 2) return value.join(', ');
  return `${value.slice(0, -1).join(', ')} and ${value.at(-1)}`;
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
