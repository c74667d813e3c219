import { pathOf } from '../resources/path';
import { types } from 'node:util';
import { accept, refuse } from './result';
import type { Result } from './result';

/** Bounds of what a message may hold. Text is counted in UTF-16 units. */
const deepest = 32;
const mostValues = 20_000;
const mostText = 1_000_000;

/** Names that reach into an object's prototype where code is careless. */
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

interface Budget {
  values: number;
  text: number;
}

/**
 * Copies what a flow sends as plain JSON, so that later changes by the flow cannot reach it and
 * nothing but data is left in it. It never throws and never changes what it reads.
 *
 * Members that are undefined or have a symbol for a name are left out, as JSON does; `-0` becomes 0.
 *
 * @param value anything at all
 * @param at path of the value for problems, such as `payload`
 * @returns the copy, or the first thing in it that is not plain JSON
 */
export function plainJson(value: unknown, at: string): Result<unknown> {
  return copy(value, at, 0, { values: mostValues, text: mostText });
}

function copy(value: unknown, at: string, depth: number, budget: Budget): Result<unknown> {
  budget.values -= 1;
  if (budget.values < 0) return refuse(at, `at most ${mostValues} values in all`, value);
  switch (typeof value) {
    case 'boolean':
      return accept(value);
    case 'number':
      return Number.isFinite(value)
        ? accept(value === 0 ? 0 : value)
        : refuse(at, 'a finite number', value);
    case 'string':
      return copyText(value, at, budget);
    case 'object':
      return value === null ? accept(null) : copyObject(value, at, depth, budget);
    case 'undefined':
      return refuse(at, 'a value', value);
    default:
      return refuse(at, 'plain JSON', value);
  }
}

function copyText(value: string, at: string, budget: Budget): Result<string> {
  budget.text -= value.length;
  if (budget.text < 0) return refuse(at, `at most ${mostText} characters in all`, value);
  if (value.includes('\0')) return refuse(at, 'text without NUL characters', value);
  if (/\p{Surrogate}/u.test(value)) return refuse(at, 'text of whole characters', value);
  return accept(value);
}

function copyObject(value: object, at: string, depth: number, budget: Budget): Result<unknown> {
  if (depth >= deepest) return refuse(at, `at most ${deepest} levels of nesting`, value);
  if (types.isProxy(value)) return refuse(at, 'plain JSON', value);
  if (Array.isArray(value)) return copyArray(value, at, depth, budget);
  return isPlainObject(value)
    ? copyMembers(value, at, depth, budget)
    : refuse(at, 'plain JSON', value);
}

function copyArray(
  value: readonly unknown[],
  at: string,
  depth: number,
  budget: Budget,
): Result<unknown[]> {
  if (value.length > budget.values) {
    return refuse(at, `at most ${mostValues} values in all`, value);
  }
  const entries: unknown[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const entry = ownMember(value, index, at);
    if (!entry.ok) return entry;
    const copied = copy(entry.value, pathOf(at, index), depth + 1, budget);
    if (!copied.ok) return copied;
    entries.push(copied.value);
  }
  return accept(entries);
}

function copyMembers(
  value: object,
  at: string,
  depth: number,
  budget: Budget,
): Result<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (prototypeNames.has(name)) {
      return refuse(pathOf(at, name), 'no member of this name', name);
    }
    const text = copyText(name, pathOf(at, name), budget);
    if (!text.ok) return text;
    const entry = ownMember(value, name, at);
    if (!entry.ok) return entry;
    if (entry.value === undefined) continue;
    const copied = copy(entry.value, pathOf(at, name), depth + 1, budget);
    if (!copied.ok) return copied;
    members[name] = copied.value;
  }
  return accept(members);
}

/** Reads a member without running code of the flow. */
function ownMember(holder: object, name: string | number, at: string): Result<unknown> {
  const descriptor = Object.getOwnPropertyDescriptor(holder, name);
  return descriptor?.get === undefined
    ? accept(descriptor?.value)
    : refuse(pathOf(at, name), 'a value that is simply there', 'a getter');
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
