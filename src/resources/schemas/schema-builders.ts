import * as v from 'valibot';

export type Schema = v.GenericSchema;

type SchemaEntries = v.ObjectEntries;

/** Creates a number schema with inclusive bounds. NaN and infinities are outside every bound. */
export const createBoundedNumberSchema = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum));

export const createBoundedIntegerSchema = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));

/**
 * Creates a text schema with inclusive bounds on its length, in UTF-16 units as in JSON strings.
 */
export const createBoundedTextSchema = (minimum: number, maximum: number) =>
  v.pipe(v.string(), v.minLength(minimum), v.maxLength(maximum));

export const nameSchema = createBoundedTextSchema(1, 32);

/** Data of the app that created a scene. */
export const appdataSchema = v.optional(createBoundedTextSchema(1, 16));

/**
 * Creates a schema for a text of 1 to 64 characters. Docs and forms list the `known` values; other
 * values are valid too.
 */
export const createOpenEnumSchema = <const Known extends readonly string[]>(known: Known) =>
  v.pipe(createBoundedTextSchema(1, 64), v.metadata({ known }));

/** Returns the known values of an open enum; undefined for every other schema. */
export function getKnownValues(schema: Schema): readonly string[] | undefined {
  const { known } = v.getMetadata(schema);
  return Array.isArray(known) ? known.filter((value) => typeof value === 'string') : undefined;
}

/**
 * Creates a schema for an object inside a body. Unlisted members are refused; members not marked
 * optional are required.
 */
export const createObjectWriteSchema = <const Members extends SchemaEntries>(members: Members) =>
  v.strictObject(members);

/**
 * Creates the schema of a POST or PUT body, with an optional `type` equal to `rtype`. Service
 * document, section 4.2.
 */
export const createResourceWriteSchema = <
  const Name extends string,
  const Members extends SchemaEntries,
>(
  rtype: Name,
  members: Members,
) => v.strictObject({ type: v.optional(v.literal(rtype)), ...members });

/** Object whose members the service does not specify. */
export const freeFormSchema = v.record(v.string(), v.unknown());
