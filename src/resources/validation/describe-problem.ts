// Browser bundles import the index, and have no node:util; so the index does not export this file.
import { types } from 'node:util';
import { appendMemberToPath } from '../values/member-access';
import { quoteText, formatProblem } from './problem-sentence';
import type { BodyProblem } from './problem-sentence';

/**
 * Formats a problem as one sentence of bounded length with hidden characters escaped, such as
 * `payload.brightness: expected a number from 0 to 100, got "abc".`
 */
export const describeProblem = (problem: BodyProblem): string =>
  formatProblem(problem, describeValue(problem.received));

/**
 * Describes a value briefly, without hidden characters: `"abc"`, `a function`, `an object with on,
 * color`.
 */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return quoteText(value);
    case 'number':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : describeObject(value);
    case 'bigint':
      return 'a BigInt';
    default:
      return `a ${typeof value}`;
  }
}

function describeObject(value: object): string {
  if (types.isProxy(value)) return 'a Proxy';
  if (Array.isArray(value)) {
    return value.length === 1 ? 'a list of 1 entry' : `a list of ${value.length} entries`;
  }
  if (types.isUint8Array(value)) return 'a Buffer';
  // Their members are not listed: each number or character would be a member.
  if (ArrayBuffer.isView(value)) return 'a typed array';
  if (types.isBoxedPrimitive(value)) return 'a boxed value';
  if (types.isDate(value)) return 'a Date';
  if (types.isNativeError(value)) return 'an Error';
  if (types.isMap(value)) return 'a Map';
  if (types.isSet(value)) return 'a Set';
  const names = Object.keys(value);
  if (names.length === 0) return 'an object without members';
  const listedNames = names.slice(0, 4).map((name) => appendMemberToPath('', name));
  return `an object with ${listedNames.join(', ')}${names.length > listedNames.length ? ', …' : ''}`;
}
