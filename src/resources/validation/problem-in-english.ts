import { problemTexts } from './problem-texts';
import { formatTypes } from './type-phrase';
import type { TranslateProblemText } from './problem-texts';

/** Returns the text of a problem in English, for errors and logs. */
export const toEnglish: TranslateProblemText = (text) => {
  if (typeof text === 'string') return text;
  const values: Readonly<Record<string, unknown>> =
    'types' in text ? { types: withArticle(formatTypes(text.types)) } : { ...text };
  const english =
    text.kind === 'entries'
      ? problemTexts[text.count === 1 ? 'entries_one' : 'entries_other']
      : problemTexts[text.kind];
  return english.replace(/__(\w+?)__/g, (_placeholder, name: string) => formatValue(values[name]));
};

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : String(value);

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
