import { isObject } from './members';
import { getKnownValues } from './schemas';
import type { ProblemText } from './problems';
import type { Schema } from './schemas';
import { trueOrFalse } from './problems';

export interface FieldDescription {
  /** Such as `dimming.brightness` or `children[].rid`. */
  path: string;
  /** Such as "a number from 0 to 100"; a string is in English. */
  expected: ProblemText | string;
  required: boolean;
}

/** Removes `optional`, `nullable` and similar wrappers. */
function unwrapSchema(schema: Schema): Schema {
  let current = schema;
  while ('wrapped' in current) current = toSchema(current.wrapped);
  return current;
}

/** Empty for a schema of no object. */
export const getMemberSchemas = (schema: Schema): ReadonlyMap<string, Schema> =>
  new Map(Object.entries(getEntries(schema)).map(([name, entry]) => [name, toSchema(entry)]));

export function getMemberSchema(schema: Schema, name: string): Schema | undefined {
  const entries = getEntries(schema);
  return Object.hasOwn(entries, name) ? toSchema(entries[name]) : undefined;
}

function getEntries(schema: Schema): Record<string, unknown> {
  const inner = unwrapSchema(schema);
  return 'entries' in inner && isObject(inner.entries) ? inner.entries : {};
}

export function getItemSchema(schema: Schema): Schema | undefined {
  const inner = unwrapSchema(schema);
  return 'item' in inner ? toSchema(inner.item) : undefined;
}

const isObjectSchema = (schema: Schema): boolean => 'entries' in unwrapSchema(schema);

const isOptionalSchema = (schema: Schema): boolean => schema.type === 'optional';

/** The allowed or known values. */
function getSchemaValues(schema: Schema): readonly string[] {
  const inner = unwrapSchema(schema);
  if ('literal' in inner) return [String(inner.literal)];
  if ('options' in inner && Array.isArray(inner.options)) return inner.options.map(String);
  return getKnownValues(inner) ?? [];
}

/** Fits after "expected", such as "a number from 0 to 100". */
export function describeExpectation(schema: Schema): ProblemText | string {
  const inner = unwrapSchema(schema);
  const values = getSchemaValues(inner);
  switch (inner.type) {
    case 'boolean':
      return trueOrFalse;
    case 'number':
      return describeNumberExpectation(inner);
    case 'string':
      return describeStringExpectation(inner, values);
    case 'literal':
      return JSON.stringify(values[0]);
    case 'picklist':
      return { kind: 'oneOf', values };
    case 'array':
      return describeListExpectation(inner);
    case 'object':
    case 'strict_object':
    case 'loose_object':
    case 'record':
      return { kind: 'object' };
    default:
      return 'any value';
  }
}

/** In the order of the schema, with nested members and the members of list entries (`path[]`). */
export function describeFields(schema: Schema, prefix = ''): readonly FieldDescription[] {
  return [...getMemberSchemas(schema)].flatMap(([name, entry]) =>
    describeField(entry, prefix === '' ? name : `${prefix}.${name}`, !isOptionalSchema(entry)),
  );
}

function describeField(
  schema: Schema,
  path: string,
  required: boolean,
): readonly FieldDescription[] {
  const field = { path, expected: describeExpectation(schema), required };
  const item = getItemSchema(schema);
  if (item === undefined) return [field, ...describeFields(schema, path)];
  return isObjectSchema(item)
    ? [field, ...describeFields(item, `${path}[]`)]
    : [field, { path: `${path}[]`, expected: describeExpectation(item), required }];
}

function describeStringExpectation(schema: Schema, known: readonly string[]): ProblemText | string {
  if (known.length > 0) return { kind: 'textLike', values: known };
  const pattern = getConstraint(schema, 'regex');
  if (pattern instanceof RegExp) {
    return pattern.source.includes('[0-9a-f]{8}') ? { kind: 'id' } : `text like ${pattern.source}`;
  }
  const [minimum = 0, maximum] = getBounds(schema, 'length');
  return maximum === undefined ? 'text' : { kind: 'textLength', minimum, maximum };
}

function describeNumberExpectation(schema: Schema): ProblemText | string {
  const isWhole = hasConstraint(schema, 'integer');
  const [minimum, maximum] = getBounds(schema, 'value');
  if (minimum === undefined || maximum === undefined)
    return isWhole ? 'a whole number' : 'a number';
  return { kind: isWhole ? 'wholeRange' : 'range', minimum, maximum };
}

function describeListExpectation(schema: Schema): ProblemText {
  const [minimum, maximum] = getBounds(schema, 'length');
  if (maximum === undefined) return { kind: 'list' };
  return minimum === undefined
    ? { kind: 'shortList', maximum }
    : { kind: 'listLength', minimum, maximum };
}

const getBounds = (
  schema: Schema,
  of: 'value' | 'length',
): readonly [minimum: number | undefined, maximum: number | undefined] => [
  getNumericConstraint(schema, `min_${of}`),
  getNumericConstraint(schema, `max_${of}`),
];

const hasConstraint = (schema: Schema, type: string): boolean =>
  getConstraints(schema).some((check) => check.type === type);

const getConstraint = (schema: Schema, type: string): unknown =>
  getConstraints(schema).find((check) => check.type === type)?.requirement;

function getNumericConstraint(schema: Schema, type: string): number | undefined {
  const requirement = getConstraint(schema, type);
  return typeof requirement === 'number' ? requirement : undefined;
}

function getConstraints(schema: Schema): readonly { type?: unknown; requirement?: unknown }[] {
  const pipe: unknown = 'pipe' in schema ? schema.pipe : undefined;
  return Array.isArray(pipe) ? pipe.filter(isObject) : [];
}

function toSchema(value: unknown): Schema {
  if (isSchema(value)) return value;
  throw new TypeError('The table holds something that is not a schema.');
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
