import { toDescribedProblem } from '../../resources/validation/describe-problem';
import { formatProblem } from '../../resources/validation/problem-sentence';
import type { BodyProblem } from '../../resources';
import type { ProblemValue, TranslateProblemText } from '../../resources/validation/problem-texts';
import { getResourceTypeLabel, translateShared } from './translate';

/** Translates a text about a wrong value. */
export const translateProblemText: TranslateProblemText = (text) =>
  typeof text === 'string'
    ? text
    : translateShared(
        `invalid.${text.kind}`,
        Object.fromEntries(
          Object.entries(text).map(([name, value]) => [name, format(name, value)]),
        ),
      );

function format(name: string, value: ProblemValue): string | number {
  // The runtime puts "setting" before a path.
  if (typeof value === 'string') return name === 'path' ? value.replace(/^setting /, '') : value;
  if (typeof value === 'number') return value;
  if ('kind' in value) return translateProblemText(value);
  const words = name === 'types' ? value.map(getResourceTypeLabel) : value;
  return words.join(', ');
}

/** Returns one sentence. */
export const translateProblem = (problem: BodyProblem): string =>
  formatProblem(toDescribedProblem(problem), translateProblemText);
