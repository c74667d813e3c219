import type { Xy } from '../units/color';

export type Members = Readonly<Record<string, unknown>>;

export function parseJsonOrUndefined(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** False for null and arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param path from the outside in */
export function getNestedMember(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

export function getNumericMember(value: unknown, ...path: readonly string[]): number | undefined {
  const number = getNestedMember(value, ...path);
  return typeof number === 'number' ? number : undefined;
}

/** For a text in ISO 8601. */
export const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);

export function getTextMember(value: unknown, ...path: readonly string[]): string | undefined {
  const text = getNestedMember(value, ...path);
  return typeof text === 'string' ? text : undefined;
}

/** Empty if the member is no list. */
export function getListMember(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = getNestedMember(value, ...path);
  return Array.isArray(list) ? list : [];
}

export function getXyMember(value: unknown, ...path: readonly string[]): Xy | undefined {
  const point = getNestedMember(value, ...path);
  const [x, y] = [getNumericMember(point, 'x'), getNumericMember(point, 'y')];
  return x === undefined || y === undefined ? undefined : { x, y };
}

/** Skips invalid references. */
export function getRidsOfReferences(references: unknown): string[] {
  return getListMember(references).flatMap((reference) => getTextMember(reference, 'rid') ?? []);
}

/** Such as `payload.on`, `payload.points[2]`, `payload["a b"]`. */
export function appendMemberToPath(parentPath: string, step: string | number): string {
  if (typeof step === 'number') return `${parentPath}[${step}]`;
  if (/^[A-Za-z_]\w{0,63}$/.test(step)) return parentPath === '' ? step : `${parentPath}.${step}`;
  return `${parentPath}[${JSON.stringify(step.length > 40 ? `${step.slice(0, 40)}…` : step)}]`;
}

/**
 * About ten times as fast as `structuredClone`.
 *
 * @param value plain JSON, may be frozen; nested no deeper than the state cache accepts
 * @returns a copy that shares no object with `value`
 */
export function cloneJson<Value>(value: Value): Value;
export function cloneJson(value: unknown): unknown {
  if (isObject(value)) return cloneMembers(value);
  return Array.isArray(value) ? value.map((entry: unknown) => cloneJson(entry)) : value;
}

function cloneMembers(members: Record<string, unknown>): Record<string, unknown> {
  const clone: Record<string, unknown> = {};
  // Copy members one by one: a spread of a frozen object and a list of its names are slower.
  for (const name in members) {
    const member = members[name];
    const copy = typeof member === 'object' && member !== null ? cloneJson(member) : member;
    // Assigning to this name would change the prototype instead of a member.
    if (name === '__proto__') defineMember(clone, name, copy);
    else clone[name] = copy;
  }
  return clone;
}

const defineMember = (members: object, name: string, value: unknown): void =>
  void Object.defineProperty(members, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });

/**
 * Removes the members of a resource that are null, as read or in an event. Some bridges send null for what the resource
 * lacks, such as `color` of a plug. A null within a member stays: `mirek` is null while a lamp shows a colour.
 *
 * @returns `value` itself if it is no object or has no such member
 */
export function omitNullMembers(value: unknown): unknown {
  if (!isObject(value) || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** Finds each `{ rid, rtype }` in a value of any depth. */
export function listReferences(value: unknown): readonly { rid: string; rtype: string }[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (!isObject(value)) return [];
  const { rid, rtype } = value;
  const own = typeof rid === 'string' && typeof rtype === 'string' ? [{ rid, rtype }] : [];
  return [...own, ...Object.values(value).flatMap(listReferences)];
}
