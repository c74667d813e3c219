import { isObject } from './member';
import { knownValues } from './schema';
import type { Schema } from './schema';

/** One member of a shape, for help tables, forms and error messages. */
export interface FieldDescription {
  /** Path from the outside in, such as `dimming.brightness` or `children[].rid`. */
  path: string;
  /** What is expected, such as "a number from 0 to 100". */
  expected: string;
  required: boolean;
  /** Values that are allowed, or known when others pass too; empty when there is no such list. */
  values: readonly string[];
}

/** The schema inside `optional`, `nullable` and the like. */
export function unwrap(schema: Schema): Schema {
  let current = schema;
  while ('wrapped' in current) current = asSchema(current.wrapped);
  return current;
}

/** Members of an object schema by name; empty for anything else. */
export function membersOf(schema: Schema): ReadonlyMap<string, Schema> {
  const inner = unwrap(schema);
  if (!('entries' in inner) || typeof inner.entries !== 'object' || inner.entries === null) {
    return new Map();
  }
  return new Map(Object.entries(inner.entries).map(([name, entry]) => [name, asSchema(entry)]));
}

/** Schema of an array's items, or undefined for anything else. */
export function itemOf(schema: Schema): Schema | undefined {
  const inner = unwrap(schema);
  return 'item' in inner ? asSchema(inner.item) : undefined;
}

/** True for a schema that describes an object with listed members. */
export const isObjectSchema = (schema: Schema): boolean => 'entries' in unwrap(schema);

/** True for a schema whose member may be left out. */
export const isOptional = (schema: Schema): boolean => schema.type === 'optional';

/** Allowed or known values of a schema; empty when it lists none. */
export function valuesOf(schema: Schema): readonly string[] {
  const inner = unwrap(schema);
  if ('literal' in inner) return [String(inner.literal)];
  if ('options' in inner && Array.isArray(inner.options)) return inner.options.map(String);
  return knownValues(inner) ?? [];
}

/**
 * Says in plain words what a schema expects.
 *
 * @returns a phrase that fits after "expected", such as "a number from 0 to 100"
 */
export function expectation(schema: Schema): string {
  const inner = unwrap(schema);
  const values = valuesOf(inner);
  switch (inner.type) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return `a ${hasCheck(inner, 'integer') ? 'whole number' : 'number'}${range(inner, 'value')}`;
    case 'string':
      return stringExpectation(inner, values);
    case 'literal':
      return JSON.stringify(values[0]);
    case 'picklist':
      return `one of ${values.join(', ')}`;
    case 'array':
      return `a list${range(inner, 'length', ' entries')}`;
    case 'object':
    case 'strict_object':
    case 'loose_object':
    case 'record':
      return 'an object';
    default:
      return 'any value';
  }
}

/** All members of a shape, nested ones included, in the order of the table. */
export function describeFields(schema: Schema, prefix = ''): readonly FieldDescription[] {
  return [...membersOf(schema)].flatMap(([name, entry]) =>
    describeField(entry, prefix === '' ? name : `${prefix}.${name}`, !isOptional(entry)),
  );
}

function describeField(
  schema: Schema,
  path: string,
  required: boolean,
): readonly FieldDescription[] {
  const field = { path, expected: expectation(schema), required, values: valuesOf(schema) };
  const item = itemOf(schema);
  if (item === undefined) return [field, ...describeFields(schema, path)];
  return isObjectSchema(item)
    ? [field, ...describeFields(item, `${path}[]`)]
    : [field, { path: `${path}[]`, expected: expectation(item), required, values: valuesOf(item) }];
}

function stringExpectation(schema: Schema, known: readonly string[]): string {
  if (known.length > 0) return `text such as ${known.join(', ')}`;
  const pattern = checkOf(schema, 'regex');
  if (pattern instanceof RegExp) {
    return pattern.source.includes('[0-9a-f]{8}') ? 'an id' : `text like ${pattern.source}`;
  }
  return `text${range(schema, 'length', ' characters')}`;
}

function range(schema: Schema, of: 'value' | 'length', unit = ''): string {
  const minimum = numberOf(schema, `min_${of}`);
  const maximum = numberOf(schema, `max_${of}`);
  if (minimum !== undefined && maximum !== undefined) {
    return ` ${of === 'length' ? 'of' : 'from'} ${minimum} to ${maximum}${unit}`;
  }
  if (maximum !== undefined) return ` of at most ${maximum}${unit}`;
  return minimum === undefined ? '' : ` of at least ${minimum}${unit}`;
}

const hasCheck = (schema: Schema, type: string): boolean =>
  checks(schema).some((check) => check.type === type);

const checkOf = (schema: Schema, type: string): unknown =>
  checks(schema).find((check) => check.type === type)?.requirement;

function numberOf(schema: Schema, type: string): number | undefined {
  const requirement = checkOf(schema, type);
  return typeof requirement === 'number' ? requirement : undefined;
}

function checks(schema: Schema): readonly { type?: unknown; requirement?: unknown }[] {
  const pipe: unknown = 'pipe' in schema ? schema.pipe : undefined;
  return Array.isArray(pipe) ? pipe.filter(isObject) : [];
}

function asSchema(value: unknown): Schema {
  if (isSchema(value)) return value;
  throw new TypeError('The table holds something that is not a schema.');
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
