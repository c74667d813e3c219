import * as v from 'valibot';
import {
  describeExpectation,
  getItemSchema,
  getMemberSchemas,
  getNumberRange,
  isOptionalSchema,
  unwrapSchema,
} from '../validation/describe-schema';
import { isObject, appendMemberToPath } from '../values/member-access';
import { findNearestName } from '../validation/nearest-name';
import { getResourceDefinition, isKnownResourceType } from './resource-table';
import type { Schema } from '../schemas/schema-builders';
import type { BodyProblem } from '../validation/problem-sentence';
import type { ResourceType } from './resource-table';

/** A body that has passed `validateWriteBody`, which alone creates it. Serialised at once, so later changes have no effect. */
export class ValidatedBody {
  readonly rtype: ResourceType;
  readonly operation: 'create' | 'update';
  /** Members of the body. */
  readonly members: Readonly<Record<string, unknown>>;
  /** True when a member is not idempotent, so that the write is neither merged nor retried. */
  readonly nonIdempotent: boolean;
  readonly #text: string;

  constructor(
    rtype: ResourceType,
    operation: 'create' | 'update',
    members: Record<string, unknown>,
  ) {
    this.rtype = rtype;
    this.operation = operation;
    this.members = members;
    const { nonIdempotentMembers } = getResourceDefinition(rtype);
    this.nonIdempotent =
      nonIdempotentMembers === 'all' ||
      nonIdempotentMembers.some((name) => Object.hasOwn(members, name));
    this.#text = JSON.stringify(members);
  }

  /** Checks the private field, so that no other object passes. */
  static isInstance(value: unknown): value is ValidatedBody {
    return isObject(value) && #text in value;
  }

  /** The body as JSON text. */
  get text(): string {
    return this.#text;
  }
}

/** True for a body that was checked for this operation on this type. */
export const isValidatedBody = (
  value: unknown,
  rtype: ResourceType,
  operation: 'create' | 'update',
): value is ValidatedBody =>
  ValidatedBody.isInstance(value) && value.rtype === rtype && value.operation === operation;

/** Result of a check: the body as it may be sent, or all its problems. */
export type BodyCheckResult =
  | { ok: true; body: ValidatedBody }
  | { ok: false; problems: readonly [BodyProblem, ...BodyProblem[]] };

/** Options of `validateWriteBody`. */
export interface BodyCheckOptions {
  /** Accepts members that the table does not list, and types that it does not list; values are not checked there. */
  allowUnknownFields?: boolean;
}

/**
 * Checks the body of a POST or PUT against the table, before anything is sent.
 *
 * @param rtype type of the resource; it must have the operation
 * @param operation `create` for POST, `update` for PUT
 * @param body plain JSON value; the checked body refers to its members
 * @returns the body, which holds only what the table allows, or all problems
 * @throws {TypeError} when the type has no such operation, or a free-form member cannot be written as JSON
 */
export function validateWriteBody(
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
  const accept = (members: Record<string, unknown>): BodyCheckResult => ({
    ok: true,
    body: new ValidatedBody(rtype, operation, members),
  });
  if (isValidBody(schema, body)) return accept(body);
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

/** Tests a value against a schema without a copy or a reason. */
type ValueTest = (value: unknown) => boolean;

/** Tests by schema, compiled on first use. */
const tests = new WeakMap<Schema, ValueTest>();

/**
 * True for a body that is valid. Fast path of every command: schemas list many members, bodies have few. Only when it
 * fails, the full check finds the problems.
 */
function isValidBody(schema: Schema, body: unknown): body is Record<string, unknown> {
  return isObject(body) && getTest(schema)(body);
}

function getTest(schema: Schema): ValueTest {
  const cached = tests.get(schema);
  if (cached !== undefined) return cached;
  const test = compileTest(schema);
  tests.set(schema, test);
  return test;
}

function compileTest(schema: Schema): ValueTest {
  const inner = unwrapSchema(schema);
  if ('pipe' in inner)
    return inner.type === 'number' ? compileNumberTest(schema) : runSchema(schema);
  switch (inner.type) {
    case 'strict_object':
      return compileObjectTest(inner);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    default:
      return runSchema(schema);
  }
}

/** Leaves the test to valibot. */
const runSchema =
  (schema: Schema): ValueTest =>
  (value) =>
    schema['~run']({ value }, {}).issues === undefined;

function compileNumberTest(schema: Schema): ValueTest {
  const range = getNumberRange(schema);
  if (range === undefined) return runSchema(schema);
  const { minimum, maximum } = range;
  return (value) => typeof value === 'number' && value >= minimum && value <= maximum;
}

function compileObjectTest(schema: Schema): ValueTest {
  const members = new Map(
    [...getMemberSchemas(schema)].map(([name, entry]) => [name, getTest(entry)] as const),
  );
  const required = [...getMemberSchemas(schema)]
    .filter(([, entry]) => !isOptionalSchema(entry))
    .map(([name]) => name);
  return (value) => {
    if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined || members.get(name)?.(member) !== true) return false;
    }
    return required.every((name) => Object.hasOwn(value, name));
  };
}

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
  keys.reduce<string>(
    (at, key) => appendMemberToPath(at, typeof key === 'number' ? key : String(key)),
    '',
  );

const getReceivedValue = (step: { value: unknown }): unknown => step.value;

function toRecord(value: unknown): Record<string, unknown> {
  return Object.assign({}, value);
}
