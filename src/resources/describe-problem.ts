// Not in the index of this folder: that is for browsers too, which have no node:util.
import { types } from 'node:util';
import type { BodyProblem } from './check-body';
import { replaceHidden } from './hidden-characters';
import { pathOf } from './path';

/** Longest piece of a received text that a sentence repeats. */
const longestEcho = 40;
const longestPath = 120;
const longestExpectation = 1_000;

/**
 * Says in one sentence what is wrong, such as
 * `payload.brightness: expected a number from 0 to 100, got "abc".`
 * The sentence is short and free of hidden characters, whatever the message held.
 */
export function describeProblem({ path, expected, received, suggestion }: BodyProblem): string {
  // What was expected may be one of several names, and names are what the bridge says they are.
  const where = path === '' ? 'the body' : show(path, longestPath);
  const sentence = `${where}: expected ${show(expected, longestExpectation)}, got ${showValue(received)}.`;
  if (suggestion === undefined) return sentence;
  return `${sentence} Did you mean ${show(suggestion, longestExpectation)}?`;
}

/** Shows any value in a few safe words, such as `"abc"`, `a function` or `an object with on, color`. */
export function showValue(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return showText(value);
    case 'number':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : showObject(value);
    case 'bigint':
      return 'a BigInt';
    default:
      return `a ${typeof value}`;
  }
}

function showText(value: string): string {
  return `"${show(value, longestEcho)}"`;
}

function showObject(value: object): string {
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
  const shown = names.slice(0, 4).map((name) => pathOf('', name));
  return `an object with ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
}

const show = (text: string, longest: number): string =>
  escapeHidden(text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Characters that cannot be seen are told, since they may be what is wrong. */
const escapeHidden = (text: string): string =>
  replaceHidden(text, (run) => Array.from(run, escapeSequence).join(''));

function escapeSequence(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? '';
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
