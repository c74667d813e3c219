import { isObject } from '../member-access';
import { getResourceDefinition } from '../resource-table';
import type { ResourceType } from '../resource-table';
import { isOptionalSchema, getMemberSchemas, unwrapSchema } from './describe-schema';
import type { Schema } from '../schemas/schema-builders';

/** A body that has passed `checkBody`, which alone creates it. Serialised at once, so later changes have no effect. */
export class CheckedBody {
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
  static isInstance(value: unknown): value is CheckedBody {
    return isObject(value) && #text in value;
  }

  /** The body as JSON text. */
  get text(): string {
    return this.#text;
  }
}

/** True for a body that was checked for this operation on this type. */
export const isCheckedBody = (
  value: unknown,
  rtype: ResourceType,
  operation: 'create' | 'update',
): value is CheckedBody =>
  CheckedBody.isInstance(value) && value.rtype === rtype && value.operation === operation;

/** Members of an object schema, computed once per schema. */
interface ObjectPlan {
  members: ReadonlyMap<string, Schema>;
  required: readonly string[];
}

const plans = new WeakMap<Schema, ObjectPlan | 'leaf'>();

/**
 * Checks and copies a body in one pass over the members it has. Fast path of every light command: schemas list many
 * members, bodies have few.
 *
 * @returns the copy, or undefined when anything is not valid; the full check then reports the problems
 */
export function copyIfValid(schema: Schema, body: unknown): Record<string, unknown> | undefined {
  const plan = getPlan(schema);
  return plan === 'leaf' ? undefined : copyObject(plan, body);
}

function copyObject(plan: ObjectPlan, value: unknown): Record<string, unknown> | undefined {
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const schema = plan.members.get(name);
    const part = schema === undefined ? undefined : copyMember(schema, value[name]);
    if (part === undefined) return undefined;
    copy[name] = part;
  }
  for (const name of plan.required) if (!Object.hasOwn(copy, name)) return undefined;
  return copy;
}

function copyMember(schema: Schema, value: unknown): unknown {
  if (value === undefined) return undefined;
  const plan = getPlan(schema);
  if (plan !== 'leaf') return copyObject(plan, value);
  const result = schema['~run']({ value }, {});
  return result.issues === undefined ? result.value : undefined;
}

function getPlan(schema: Schema): ObjectPlan | 'leaf' {
  const cached = plans.get(schema);
  if (cached !== undefined) return cached;
  const inner = unwrapSchema(schema);
  const isPlain = inner.type === 'strict_object' && !('pipe' in inner);
  const plan = isPlain ? createObjectPlan(schema) : 'leaf';
  plans.set(schema, plan);
  return plan;
}

function createObjectPlan(schema: Schema): ObjectPlan {
  const members = getMemberSchemas(schema);
  const required = [...members]
    .filter(([, entry]) => !isOptionalSchema(entry))
    .map(([name]) => name);
  return { members, required };
}
