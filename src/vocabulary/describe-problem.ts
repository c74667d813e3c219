import { types } from 'node:util';
import type { BodyProblem } from '../resources';
import { pathOf } from './result';
import type { CommandProblem } from './result';

/** Longest piece of a received text that a sentence repeats. */
const longestEcho = 40;
const longestPath = 120;
const longestExpectation = 1_000;

/**
 * Says in one sentence what is wrong, such as
 * `payload.brightness: expected a number from 0 to 100, got "abc".`
 * The sentence is short and free of control characters, whatever the message held.
 */
export function describeProblem({ path, expected, received, suggestion }: CommandProblem): string {
  // What was expected may be one of several names, and names are what the bridge says they are.
  const sentence = `${show(path, longestPath)}: expected ${show(expected, longestExpectation)}, got ${showValue(received)}.`;
  if (suggestion === undefined) return sentence;
  return `${sentence} Did you mean ${show(suggestion, longestExpectation)}?`;
}

/** A problem that the table found in a body, with the path of the body before its own. */
export function problemOfBody(problem: BodyProblem, prefix: string): CommandProblem {
  const inner = problem.path;
  const path =
    inner === '' ? prefix : inner.startsWith('[') ? prefix + inner : `${prefix}.${inner}`;
  return { ...problem, path };
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

/** Escapes what a log or a status line must not repeat: control, bidirectional and broken characters. */
const escapeHidden = (text: string): string =>
  text.replace(
    /[\p{Control}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
