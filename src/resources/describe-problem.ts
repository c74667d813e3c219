// Not in `problems.ts`, since browsers have no `node:util`.
import { types } from 'node:util';
import { appendMemberToPath } from './members';
import { quoteText, formatProblem, toEnglish } from './problems';
import type { BodyProblem, DescribedProblem, ProblemText } from './problems';

/**
 * One English sentence of bounded length, with hidden characters escaped, such as `payload.brightness: expected a
 * number from 0 to 100, got "abc".`
 */
export const describeProblem = (problem: BodyProblem): string =>
  formatProblem(toDescribedProblem(problem), toEnglish);

export const toDescribedProblem = (problem: BodyProblem): DescribedProblem => ({
  ...problem,
  received: toValueText(problem.received),
});

/** Without hidden characters: `"abc"`, `a function`, `an object with on, color`. */
export const describeValue = (value: unknown): string => toEnglish(toValueText(value));

function toValueText(value: unknown): ProblemText | string {
  switch (typeof value) {
    case 'undefined':
      return { kind: 'nothing' };
    case 'string':
      return quoteText(value);
    case 'number':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : toObjectText(value);
    case 'bigint':
      return 'a BigInt';
    default:
      return `a ${typeof value}`;
  }
}

function toObjectText(value: object): ProblemText | string {
  if (types.isProxy(value)) return 'a Proxy';
  if (Array.isArray(value)) return { kind: 'entries', count: value.length };
  if (types.isUint8Array(value)) return 'a Buffer';
  // Each number or character would be listed as a member.
  if (ArrayBuffer.isView(value)) return 'a typed array';
  if (types.isBoxedPrimitive(value)) return 'a boxed value';
  if (types.isDate(value)) return 'a Date';
  if (types.isNativeError(value)) return 'an Error';
  if (types.isMap(value)) return 'a Map';
  if (types.isSet(value)) return 'a Set';
  const names = Object.keys(value);
  if (names.length === 0) return { kind: 'emptyObject' };
  const listedNames = names.slice(0, 4).map((name) => appendMemberToPath('', name));
  return {
    kind: 'objectWith',
    names: names.length > listedNames.length ? [...listedNames, '…'] : listedNames,
  };
}
