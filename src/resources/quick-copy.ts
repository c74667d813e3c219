import { isOptional, membersOf, unwrap } from './describe-schema';
import { isObject } from './member';
import type { Schema } from './schema';

/** What is looked up once per object schema. */
interface ObjectPlan {
  members: ReadonlyMap<string, Schema>;
  required: readonly string[];
}

const plans = new WeakMap<Schema, ObjectPlan | 'leaf'>();

/**
 * Checks and copies a body by looking only at the members it has: a shape lists many and a body names few, and
 * every command to a lamp goes this way.
 *
 * @returns the copy, or undefined when anything is out of the ordinary: then the full check says what
 */
export function quickCopy(schema: Schema, body: unknown): Record<string, unknown> | undefined {
  const plan = planOf(schema);
  return plan === 'leaf' ? undefined : copyObject(plan, body);
}

function copyObject(plan: ObjectPlan, value: unknown): Record<string, unknown> | undefined {
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const schema = plan.members.get(name);
    const part = schema === undefined ? undefined : copyPart(schema, value[name]);
    if (part === undefined) return undefined;
    copy[name] = part;
  }
  for (const name of plan.required) if (!Object.hasOwn(copy, name)) return undefined;
  return copy;
}

function copyPart(schema: Schema, value: unknown): unknown {
  if (value === undefined) return undefined;
  const plan = planOf(schema);
  if (plan !== 'leaf') return copyObject(plan, value);
  const result = schema['~run']({ value }, {});
  return result.issues === undefined ? result.value : undefined;
}

function planOf(schema: Schema): ObjectPlan | 'leaf' {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const inner = unwrap(schema);
  const isPlain = inner.type === 'strict_object' && !('pipe' in inner);
  const plan = isPlain ? objectPlan(schema) : 'leaf';
  plans.set(schema, plan);
  return plan;
}

function objectPlan(schema: Schema): ObjectPlan {
  const members = membersOf(schema);
  const required = [...members].filter(([, entry]) => !isOptional(entry)).map(([name]) => name);
  return { members, required };
}
