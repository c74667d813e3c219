import * as v from 'valibot';
import {
  describeExpectation,
  getItemSchema,
  getMemberSchema,
  getMemberSchemas,
} from './describe-schema';
import { isObject, appendMemberToPath } from './members';
import { findNearestName } from './nearest-name';
import { getResourceDefinition, isKnownResourceType } from './table';
import type { Schema } from './schemas';
import type { BodyProblem } from './problems';
import type { ResourceType } from './table';
import type { Members } from './members';

/** Is a body that the table allows. Created only by `validateWriteBody`. Serialised at once: later changes have no effect. */
export class ValidatedBody {
  readonly rtype: ResourceType;
  readonly operation: 'create' | 'update';
  readonly members: Members;
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
    const { nonIdempotentMembers = [] } = getResourceDefinition(rtype);
    this.nonIdempotent =
      nonIdempotentMembers === 'all' ||
      nonIdempotentMembers.some((name) => Object.hasOwn(members, name));
    this.#text = JSON.stringify(members);
  }

  /** Checks the private field, so that no other object passes. */
  static isInstance(value: unknown): value is ValidatedBody {
    return isObject(value) && #text in value;
  }

  get text(): string {
    return this.#text;
  }
}

export const isValidatedBody = (
  value: unknown,
  rtype: ResourceType,
  operation: 'create' | 'update',
): value is ValidatedBody =>
  ValidatedBody.isInstance(value) && value.rtype === rtype && value.operation === operation;

export type BodyCheckResult =
  | { ok: true; body: ValidatedBody }
  | { ok: false; problems: readonly [BodyProblem, ...BodyProblem[]] };

interface BodyCheckOptions {
  /** Accepts unlisted types and members, without a check of their values. */
  allowUnknownFields?: boolean;
}

/**
 * @param body plain JSON; the checked body refers to its members
 * @returns the body, with only members that the table allows, or all problems
 * @throws {TypeError} if the type has no such operation, or a free-form member cannot be written as JSON
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
  const arrayProblem = containsArray(body) ? findArrayForObject(schema, body, []) : undefined;
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

/** Most bodies have none and need no further check. */
const containsArray = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Object.values(value).some(containsArray));

/** valibot accepts an empty array in place of an object, the service does not. */
function findArrayForObject(
  schema: Schema,
  value: unknown,
  keys: readonly (string | number)[],
): BodyProblem | undefined {
  const isList = Array.isArray(value);
  const expected = isList ? describeExpectation(schema) : '';
  if (typeof expected === 'object' && expected.kind === 'object')
    return { path: formatPath(keys), expected, received: value };
  if (!isList && !isObject(value)) return undefined;
  for (const [key, member] of isList ? value.entries() : Object.entries(value)) {
    const inner = getInnerSchema(schema, key);
    const problem = inner && findArrayForObject(inner, member, [...keys, key]);
    if (problem !== undefined) return problem;
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
        expected: { kind: 'oneOf', values: allowed },
        received: last.value,
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
    current = getInnerSchema(current, key);
  }
  return current;
}

const getInnerSchema = (schema: Schema, key: unknown): Schema | undefined =>
  typeof key === 'number' ? getItemSchema(schema) : getMemberSchema(schema, String(key));

const formatPath = (keys: readonly unknown[]): string =>
  keys.reduce<string>(
    (at, key) => appendMemberToPath(at, typeof key === 'number' ? key : String(key)),
    '',
  );

function toRecord(value: unknown): Record<string, unknown> {
  return Object.assign({}, value);
}
