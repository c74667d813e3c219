// Not exported by the index: browser bundles import that, and they have no node:util.
import { types } from 'node:util';
import type { BodyProblem } from './check-body';
import { replaceHiddenCharacters } from './hidden-characters';
import { appendPath } from './append-path';

/** Longest excerpt of a received text in a sentence, in characters. */
const maxEchoLength = 40;
const maxPathLength = 120;
const maxExpectationLength = 1_000;

/**
 * Formats a problem as one sentence, such as
 * `payload.brightness: expected a number from 0 to 100, got "abc".`
 * Its length is bounded and hidden characters are escaped, whatever the input held.
 */
export function describeProblem({ path, expected, received, suggestion }: BodyProblem): string {
  // Expectations may list names that come from the bridge, so they are escaped too.
  const location = path === '' ? 'the body' : escapeAndTruncate(path, maxPathLength);
  const sentence = `${location}: expected ${escapeAndTruncate(expected, maxExpectationLength)}, got ${describeValue(received)}.`;
  if (suggestion === undefined) return sentence;
  return `${sentence} Did you mean ${escapeAndTruncate(suggestion, maxExpectationLength)}?`;
}

/** Describes any value briefly and without hidden characters: `"abc"`, `a function`, `an object with on, color`. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return describeText(value);
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

function describeText(value: string): string {
  return `"${escapeAndTruncate(value, maxEchoLength)}"`;
}

function describeObject(value: object): string {
  if (types.isProxy(value)) return 'a Proxy';
  if (Array.isArray(value)) {
    return value.length === 1 ? 'a list of 1 entry' : `a list of ${value.length} entries`;
  }
  if (types.isUint8Array(value)) return 'a Buffer';
  if (types.isDate(value)) return 'a Date';
  if (types.isNativeError(value)) return 'an Error';
  if (types.isMap(value)) return 'a Map';
  if (types.isSet(value)) return 'a Set';
  const names = Object.keys(value);
  if (names.length === 0) return 'an object without members';
  const listedNames = names.slice(0, 4).map((name) => appendPath('', name));
  return `an object with ${listedNames.join(', ')}${names.length > listedNames.length ? ', …' : ''}`;
}

const escapeAndTruncate = (text: string, maxLength: number): string =>
  escapeHiddenCharacters(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** Escapes hidden characters instead of dropping them, since they may be the problem. */
const escapeHiddenCharacters = (text: string): string =>
  replaceHiddenCharacters(text, (run) => Array.from(run, escapeSequence).join(''));

function escapeSequence(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? '';
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
