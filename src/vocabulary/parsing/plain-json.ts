import { appendPath } from '../../resources/member-access';
import { types } from 'node:util';
import { acceptValue, refuseValue } from './parse-result';
import type { ParseResult } from './parse-result';

/** Limits on nesting, values and text of a message. Text is counted in UTF-16 units. */
const maxDepth = 32;
const maxValues = 20_000;
const maxTextLength = 1_000_000;

/** Names that could cause prototype pollution. */
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

interface RemainingBudget {
  values: number;
  text: number;
}

/** Objects that `toPlainJson` has made; a message is copied at the input, and not again by what parses it. */
const plainCopies = new WeakSet<object>();

/**
 * Copies a value of a flow as plain JSON, so that later changes by the flow have no effect and the
 * copy holds nothing but data. It never throws and never changes its input.
 *
 * Members that are undefined or have a symbol for a name are left out, as JSON does; `-0` becomes 0.
 *
 * @param value anything at all; what this function has returned is not copied again
 * @param at path of the value for problems, such as `payload`
 * @returns the copy, or the first thing in it that is not plain JSON
 */
export function toPlainJson(value: unknown, at: string): ParseResult<unknown> {
  if (typeof value !== 'object' || value === null)
    return copyValue(value, at, 0, { values: maxValues, text: maxTextLength });
  if (plainCopies.has(value)) return acceptValue(value);
  const copied = copyObject(value, at, 0, { values: maxValues - 1, text: maxTextLength });
  if (copied.ok) plainCopies.add(copied.value);
  return copied;
}

function copyValue(
  value: unknown,
  at: string,
  depth: number,
  budget: RemainingBudget,
): ParseResult<unknown> {
  budget.values -= 1;
  if (budget.values < 0) return refuseValue(at, `at most ${maxValues} values in all`, value);
  switch (typeof value) {
    case 'boolean':
      return acceptValue(value);
    case 'number':
      return Number.isFinite(value)
        ? acceptValue(value === 0 ? 0 : value)
        : refuseValue(at, 'a finite number', value);
    case 'string':
      return copyText(value, at, budget);
    case 'object':
      return value === null ? acceptValue(null) : copyObject(value, at, depth, budget);
    case 'undefined':
      return refuseValue(at, 'a value', value);
    default:
      return refuseValue(at, 'plain JSON', value);
  }
}

function copyText(value: string, at: string, budget: RemainingBudget): ParseResult<string> {
  budget.text -= value.length;
  if (budget.text < 0) return refuseValue(at, `at most ${maxTextLength} characters in all`, value);
  if (value.includes('\0')) return refuseValue(at, 'text without NUL characters', value);
  if (/\p{Surrogate}/u.test(value)) return refuseValue(at, 'text of whole characters', value);
  return acceptValue(value);
}

function copyObject(
  value: object,
  at: string,
  depth: number,
  budget: RemainingBudget,
): ParseResult<object> {
  if (depth >= maxDepth) return refuseValue(at, `at most ${maxDepth} levels of nesting`, value);
  if (types.isProxy(value)) return refuseValue(at, 'plain JSON', value);
  if (Array.isArray(value)) return copyArray(value, at, depth, budget);
  return isPlainObject(value)
    ? copyMembers(value, at, depth, budget)
    : refuseValue(at, 'plain JSON', value);
}

function copyArray(
  value: readonly unknown[],
  at: string,
  depth: number,
  budget: RemainingBudget,
): ParseResult<unknown[]> {
  if (value.length > budget.values) {
    return refuseValue(at, `at most ${maxValues} values in all`, value);
  }
  const entries: unknown[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const entry = getOwnMember(value, index, at);
    if (!entry.ok) return entry;
    const copied = copyValue(entry.value, appendPath(at, index), depth + 1, budget);
    if (!copied.ok) return copied;
    entries.push(copied.value);
  }
  return acceptValue(entries);
}

function copyMembers(
  value: object,
  at: string,
  depth: number,
  budget: RemainingBudget,
): ParseResult<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (prototypeNames.has(name)) {
      return refuseValue(appendPath(at, name), 'no member of this name', name);
    }
    const text = copyText(name, appendPath(at, name), budget);
    if (!text.ok) return text;
    const entry = getOwnMember(value, name, at);
    if (!entry.ok) return entry;
    if (entry.value === undefined) continue;
    const copied = copyValue(entry.value, appendPath(at, name), depth + 1, budget);
    if (!copied.ok) return copied;
    members[name] = copied.value;
  }
  return acceptValue(members);
}

/** Gets an own member without calling a getter of the flow. */
function getOwnMember(owner: object, name: string | number, at: string): ParseResult<unknown> {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  return descriptor?.get === undefined
    ? acceptValue(descriptor?.value)
    : refuseValue(appendPath(at, name), 'a value that is simply there', 'a getter');
}

/**
 * True for object literals, those of other realms included: objects that a function node makes have
 * the prototype of its own sandbox.
 */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return (
    typeof prototype === 'object' &&
    !types.isProxy(prototype) &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'hasOwnProperty')
  );
}
