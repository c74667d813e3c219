import { translateProblem } from '../../resources/validation/describe-problem';
import type { BodyProblem } from '../../resources';
import type { TranslateProblemText } from '../../resources/validation/problem-texts';
import { translateShared } from './translate';

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

function format(name: string, value: string | number | readonly string[]): string | number {
  if (typeof value !== 'object') return value;
  const words = name === 'types' ? value.map((type) => translateShared(`rtype.${type}`)) : value;
  return words.join(', ');
}

/** Returns a problem as one sentence in the language of the editor. */
export const describeProblem = (problem: BodyProblem): string =>
  translateProblem(problem, translateProblemText);
