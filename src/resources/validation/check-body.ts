import * as v from 'valibot';
import { CheckedBody, copyIfValid } from './checked-body';
import { describeExpectation, getItemSchema, getMemberSchemas } from './describe-schema';
import { isObject, appendPath } from '../member-access';
import { findNearestName } from './nearest-name';
import { getResourceDefinition, isKnownResourceType } from '../resource-table';
import type { Schema } from '../schemas/schema-builders';
import type { ResourceType } from '../resource-table';

/** One validation error of a body; `describeProblem` formats it as a sentence. */
export interface BodyProblem {
  /** Path inside the body, such as `dimming.brightness` or `children[0].rid`; empty for the body itself. */
  path: string;
  /** A phrase that fits after "expected", such as "a number from 0 to 100". */
  expected: string;
  /** Received value; undefined where a required member is missing. */
  received: unknown;
  /** Likely intended value, such as the nearest allowed name for a misspelt member. */
  suggestion?: string;
}

/** Result of a check: the body as it may be sent, or all its problems. */
export type BodyCheckResult =
  | { ok: true; body: CheckedBody }
  | { ok: false; problems: readonly [BodyProblem, ...BodyProblem[]] };

/** Options of `checkBody`. */
export interface BodyCheckOptions {
  /** Accepts members that the table does not list, and types that it does not list; values are not checked there. */
  allowUnknownFields?: boolean;
}

/**
 * Checks the body of a POST or PUT against the table, before anything is sent.
 *
 * @param rtype type of the resource; it must have the operation
 * @param operation `create` for POST, `update` for PUT
 * @param body plain JSON value
 * @returns a copy of the body with only what the table allows, or all problems
 * @throws {TypeError} when the type has no such operation, or a free-form member cannot be written as JSON
 */
export function checkBody(
  rtype: ResourceType,
  operation: 'create' | 'update',
  body: unknown,
  options: BodyCheckOptions = {},
): BodyCheckResult {
  const schema = getResourceDefinition(rtype)[operation];
  if (schema === undefined) throw new TypeError(`${rtype} has no operation ${operation}.`);
  if (!isKnownResourceType(rtype) && options.allowUnknownFields !== true) {
    return { ok: false, problems: [createUnlistedTypeProblem(rtype, body)] };
  }
  const copy = copyIfValid(schema, body);
  const accept = (members: Record<string, unknown>): BodyCheckResult => ({
    ok: true,
    body: new CheckedBody(rtype, operation, members),
  });
  if (copy !== undefined) return accept(copy);
  const arrayProblem = findArrayForObject(schema, body, []);
  if (arrayProblem !== undefined) return { ok: false, problems: [arrayProblem] };
  const result = v.safeParse(schema, body);
  if (result.success) return accept(toRecord(result.output));
  const problems = result.issues.flatMap((issue) => toBodyProblems(issue, schema, options));
  const [first, ...others] = problems;
  return first === undefined ? accept(toRecord(body)) : { ok: false, problems: [first, ...others] };
}

const createUnlistedTypeProblem = (rtype: string, body: unknown): BodyProblem => ({
  path: '',
  expected: `unknown members to be allowed, since ${rtype} is a type that this package does not know`,
  received: body,
});

type Issue = v.BaseIssue<unknown>;

/** Finds an array where an object is expected: valibot accepts an empty one, the service does not. */
function findArrayForObject(
  schema: Schema,
  value: unknown,
  keys: readonly (string | number)[],
): BodyProblem | undefined {
  if (Array.isArray(value) && describeExpectation(schema) === 'an object') {
    return { path: formatPath(keys), expected: 'an object', received: value };
  }
  const item = getItemSchema(schema);
  if (item !== undefined && Array.isArray(value)) {
    return findFirst(value.entries(), ([index, entry]) =>
      findArrayForObject(item, entry, [...keys, index]),
    );
  }
  return findFirst(getMemberSchemas(schema), ([name, inner]) =>
    isObject(value) && Object.hasOwn(value, name)
      ? findArrayForObject(inner, value[name], [...keys, name])
      : undefined,
  );
}

function findFirst<Entry, Match>(
  entries: Iterable<Entry>,
  find: (entry: Entry) => Match | undefined,
): Match | undefined {
  for (const entry of entries) {
    const match = find(entry);
    if (match !== undefined) return match;
  }
  return undefined;
}

function toBodyProblems(
  issue: Issue,
  schema: Schema,
  { allowUnknownFields = false }: BodyCheckOptions,
): readonly BodyProblem[] {
  const pathSteps = issue.path ?? [];
  const path = formatPath(pathSteps.map((step) => step.key));
  const last = pathSteps.at(-1);
  if (issue.type === 'strict_object' && issue.expected === 'never' && last !== undefined) {
    if (allowUnknownFields) return [];
    const allowed = [
      ...getMemberSchemas(findSchemaAt(schema, pathSteps.slice(0, -1)) ?? schema).keys(),
    ];
    const suggestion = findNearestName(String(last.key), allowed);
    return [
      {
        path,
        expected: `one of ${allowed.join(', ')}`,
        received: getReceivedValue(last),
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ];
  }
  const expected = findSchemaAt(schema, pathSteps);
  return [
    {
      path,
      expected: expected ? describeExpectation(expected) : issue.message,
      received: issue.input,
    },
  ];
}

function findSchemaAt(schema: Schema, pathSteps: readonly { key: unknown }[]): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const { key } of pathSteps) {
    if (current === undefined) return undefined;
    current =
      typeof key === 'number' ? getItemSchema(current) : getMemberSchemas(current).get(String(key));
  }
  return current;
}

const formatPath = (keys: readonly unknown[]): string =>
  keys.reduce<string>((at, key) => appendPath(at, typeof key === 'number' ? key : String(key)), '');

const getReceivedValue = (step: { value: unknown }): unknown => step.value;

function toRecord(value: unknown): Record<string, unknown> {
  return Object.assign({}, value);
}
