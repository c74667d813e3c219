import { toDescribedProblem } from '../../resources/validation/describe-problem';
import { formatProblem } from '../../resources/validation/problem-sentence';
import type { BodyProblem } from '../../resources';
import type { ProblemValue, TranslateProblemText } from '../../resources/validation/problem-texts';
import { getResourceTypeLabel, translateShared } from './translate';

/** Returns a text about a wrong value in the language of the editor. */
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
  // A path from the runtime says of a field that it is a setting.
  if (typeof value === 'string') return name === 'path' ? value.replace(/^setting /, '') : value;
  if (typeof value === 'number') return value;
  if ('kind' in value) return translateProblemText(value);
  const words = name === 'types' ? value.map(getResourceTypeLabel) : value;
  return words.join(', ');
}

/** Returns a problem as one sentence in the language of the editor. */
export const translateProblem = (problem: BodyProblem): string =>
  formatProblem(toDescribedProblem(problem), translateProblemText);
