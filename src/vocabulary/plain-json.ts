import { appendMemberToPath, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import { types } from 'node:util';
import type { ProblemText } from '../resources/problems';
import { refuse } from './parse-result';
import type { ParseResult } from './parse-result';

/** Text is counted in UTF-16 units. */
export interface MessageLimits {
  /** Maximum length of all texts of one message together. */
  maxMessageText: number;
  /** Maximum number of values in one message, also inside lists and objects. */
  maxMessageValues: number;
  /** Maximum depth of nested lists and objects. */
  maxMessageDepth: number;
  /** Maximum length of an address, such as `Bridge:Room/Name/type`, and of the name of a bridge. */
  maxAddressLength: number;
  /** Maximum number of targets of one message, and of scenes to choose from. */
  maxTargets: number;
}

export const messageLimits: Readonly<MessageLimits> = {
  maxMessageText: 1_000_000,
  maxMessageValues: 20_000,
  maxMessageDepth: 32,
  maxAddressLength: 200,
  maxTargets: 500,
};

const { maxMessageDepth, maxMessageText, maxMessageValues } = messageLimits;

/** Could cause prototype pollution. */
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** NUL and lone surrogates. */
const forbiddenCharacters = /[\0\p{Surrogate}]/u;

/** Made by `parsePlainJson`. The input copies a message once; later parsers reuse the copy. */
const plainCopies = new WeakSet<object>();

/**
 * Copies a value of a flow, so that later changes by the flow have no effect and the copy contains only data. Never
 * throws or changes its input. As in JSON, undefined members and symbols as names are removed; `-0` becomes 0.
 *
 * @param value an earlier result of this function is not copied again
 * @returns the copy, or the problem of the first part that is not plain JSON
 */
export function parsePlainJson(value: unknown, at: string): ParseResult<unknown> {
  const isNested = typeof value === 'object' && value !== null;
  if (isNested && plainCopies.has(value)) return { ok: true, value };
  const copier = new PlainJsonCopier();
  const copy = copier.copy(value);
  if (copier.refusal !== undefined) {
    const { expected, received } = copier.refusal;
    return refuse(copier.steps.reduce(appendMemberToPath, at), expected, received);
  }
  if (typeof copy === 'object' && copy !== null) plainCopies.add(copy);
  return { ok: true, value: copy };
}

/**
 * `parsePlainJson` does not copy the result again, unless a member is no plain JSON.
 *
 * @param plain result of `parsePlainJson`
 */
export function copyPlainJsonWithMembers(plain: unknown, members: Members): Members {
  const merged: Record<string, unknown> = isObject(plain) ? { ...plain } : {};
  let isPlain = true;
  for (const [name, value] of Object.entries(members)) {
    const copied = parsePlainJson(value, name);
    isPlain &&= copied.ok;
    merged[name] = copied.ok ? copied.value : value;
  }
  if (isPlain) plainCopies.add(merged);
  return merged;
}

/** After a refusal, return values have no meaning. */
class PlainJsonCopier {
  refusal: { expected: ProblemText | string; received: unknown } | undefined;
  /** From the outermost value; formatted as a path only for a refusal. */
  readonly steps: (string | number)[] = [];
  #remainingValues = maxMessageValues;
  #remainingText = maxMessageText;

  copy(value: unknown): unknown {
    this.#remainingValues -= 1;
    if (this.#remainingValues < 0)
      return this.#refuse({ kind: 'manyValues', maximum: maxMessageValues }, value);
    switch (typeof value) {
      case 'boolean':
        return value;
      case 'number':
        if (Number.isFinite(value)) return value === 0 ? 0 : value;
        return this.#refuse({ kind: 'finiteNumber' }, value);
      case 'string':
        this.#checkText(value);
        return value;
      case 'object':
        return value === null ? null : this.#copyObject(value);
      case 'undefined':
        return this.#refuse('a value', value);
      default:
        return this.#refuse('plain JSON', value);
    }
  }

  #refuse(expected: ProblemText | string, received: unknown): undefined {
    this.refusal ??= { expected, received };
  }

  #checkText(text: string): void {
    this.#remainingText -= text.length;
    if (this.#remainingText < 0) this.#refuse({ kind: 'longText', maximum: maxMessageText }, text);
    else if (!forbiddenCharacters.test(text)) return;
    else if (text.includes('\0')) this.#refuse({ kind: 'noNul' }, text);
    else this.#refuse({ kind: 'wholeCharacters' }, text);
  }

  #copyObject(value: object): object | undefined {
    if (this.steps.length >= maxMessageDepth)
      return this.#refuse({ kind: 'nesting', maximum: maxMessageDepth }, value);
    if (types.isProxy(value)) return this.#refuse('plain JSON', value);
    if (Array.isArray(value)) return this.#copyArray(value);
    return isPlainObject(value) ? this.#copyMembers(value) : this.#refuse('plain JSON', value);
  }

  #copyArray(value: readonly unknown[]): unknown[] | undefined {
    if (value.length > this.#remainingValues)
      return this.#refuse({ kind: 'manyValues', maximum: maxMessageValues }, value);
    const entries: unknown[] = [];
    for (let index = 0; index < value.length; index += 1) {
      this.steps.push(index);
      entries.push(this.copy(this.#getOwnMember(value, index)));
      if (this.refusal !== undefined) return undefined;
      this.steps.pop();
    }
    return entries;
  }

  #copyMembers(value: object): Record<string, unknown> | undefined {
    const members: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      this.steps.push(name);
      if (prototypeNames.has(name)) return this.#refuse({ kind: 'otherMember' }, name);
      this.#checkText(name);
      const member = this.#getOwnMember(value, name);
      if (member !== undefined) members[name] = this.copy(member);
      if (this.refusal !== undefined) return undefined;
      this.steps.pop();
    }
    return members;
  }

  /** Does not call the flow's getters. */
  #getOwnMember(owner: object, name: string | number): unknown {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor?.get === undefined) return descriptor?.value;
    return this.#refuse('a value that is simply there', 'a getter');
  }
}

/** Also from other realms: objects of a function node have the prototype of its sandbox. */
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
