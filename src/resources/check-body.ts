import * as v from 'valibot';
import { CheckedBody } from './checked-body';
import { expectation, itemOf, membersOf } from './describe-schema';
import { isObject } from './member';
import { pathOf } from './path';
import { quickCopy } from './quick-copy';
import { definitionOf } from './table';
import type { Schema } from './schema';
import type { ResourceType } from './table';

/** One thing that is wrong with a body, for people; `describeProblem` puts it into words. */
export interface BodyProblem {
  /** Path inside the body, such as `dimming.brightness` or `children[0].rid`; empty for the body itself. */
  path: string;
  /** A phrase that fits after "expected", such as "a number from 0 to 100". */
  expected: string;
  /** What stands there, any value at all; undefined where a required member is missing. */
  received: unknown;
  /** What was probably meant, such as the nearest allowed name where an unknown member looks like a slip. */
  suggestion?: string;
}

/** What became of a check: the body as it may be sent, or everything that is wrong with it. */
export type BodyCheck =
  | { ok: true; body: CheckedBody }
  | { ok: false; problems: readonly [BodyProblem, ...BodyProblem[]] };

/** How strict a check is. */
export interface BodyCheckOptions {
  /** Lets members through that the table does not list; their values are not checked. */
  allowUnknownFields?: boolean;
}

/**
 * Checks the body of a POST or PUT against the table, before anything is sent.
 *
 * @param rtype type of the resource; it must have the operation
 * @param operation `create` for POST, `update` for PUT
 * @param body plain JSON value
 * @returns a copy of the body with only what the table allows, or all problems
 * @throws {TypeError} when the type has no such operation, or a member that the table does not look into is no JSON
 */
export function checkBody(
  rtype: ResourceType,
  operation: 'create' | 'update',
  body: unknown,
  options: BodyCheckOptions = {},
): BodyCheck {
  const schema = definitionOf(rtype)[operation];
  if (schema === undefined) throw new TypeError(`${rtype} has no operation ${operation}.`);
  const copy = quickCopy(schema, body);
  const accept = (members: Record<string, unknown>): BodyCheck => ({
    ok: true,
    body: new CheckedBody(rtype, operation, members),
  });
  if (copy !== undefined) return accept(copy);
  const list = listForObject(schema, body, []);
  if (list !== undefined) return { ok: false, problems: [list] };
  const result = v.safeParse(schema, body);
  if (result.success) return accept(asBody(result.output));
  const problems = result.issues.flatMap((issue) => problemOf(issue, schema, options));
  const [first, ...others] = problems;
  return first === undefined ? accept(asBody(body)) : { ok: false, problems: [first, ...others] };
}

type Issue = v.BaseIssue<unknown>;

/** Valibot takes a list without entries for an object without members; the service does not. */
function listForObject(
  schema: Schema,
  value: unknown,
  keys: readonly (string | number)[],
): BodyProblem | undefined {
  if (Array.isArray(value) && expectation(schema) === 'an object') {
    return { path: pathTo(keys), expected: 'an object', received: value };
  }
  const item = itemOf(schema);
  if (item !== undefined && Array.isArray(value)) {
    return firstOf(value.entries(), ([index, entry]) =>
      listForObject(item, entry, [...keys, index]),
    );
  }
  return firstOf(membersOf(schema), ([name, inner]) =>
    isObject(value) && Object.hasOwn(value, name)
      ? listForObject(inner, value[name], [...keys, name])
      : undefined,
  );
}

function firstOf<Entry, Found>(
  entries: Iterable<Entry>,
  find: (entry: Entry) => Found | undefined,
): Found | undefined {
  for (const entry of entries) {
    const found = find(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

function problemOf(
  issue: Issue,
  schema: Schema,
  { allowUnknownFields = false }: BodyCheckOptions,
): readonly BodyProblem[] {
  const steps = issue.path ?? [];
  const path = pathTo(steps.map((step) => step.key));
  const last = steps.at(-1);
  if (issue.type === 'strict_object' && issue.expected === 'never' && last !== undefined) {
    if (allowUnknownFields) return [];
    const allowed = [...membersOf(schemaAt(schema, steps.slice(0, -1)) ?? schema).keys()];
    const suggestion = nearest(String(last.key), allowed);
    return [
      {
        path,
        expected: `one of ${allowed.join(', ')}`,
        received: valueOf(last),
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ];
  }
  const expected = schemaAt(schema, steps);
  return [
    { path, expected: expected ? expectation(expected) : issue.message, received: issue.input },
  ];
}

function schemaAt(schema: Schema, steps: readonly { key: unknown }[]): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const { key } of steps) {
    if (current === undefined) return undefined;
    current = typeof key === 'number' ? itemOf(current) : membersOf(current).get(String(key));
  }
  return current;
}

const pathTo = (keys: readonly unknown[]): string =>
  keys.reduce<string>((at, key) => pathOf(at, typeof key === 'number' ? key : String(key)), '');

const valueOf = (step: { value: unknown }): unknown => step.value;

/**
 * Nearest of a few names to one that is not among them.
 *
 * @returns the nearest by edit distance when a slip is likely, otherwise undefined
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= limit && distance < (best?.distance ?? Infinity)) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      const inserted = (current[column] ?? 0) + 1;
      const removed = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(replaced, inserted, removed));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

function asBody(value: unknown): Record<string, unknown> {
  return Object.assign({}, value);
}
