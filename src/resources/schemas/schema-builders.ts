import * as v from 'valibot';

export type Schema = v.GenericSchema;

/** Creates a number schema with inclusive bounds. NaN and infinities are outside every bound. */
export const boundedNumber = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum));

export const boundedInteger = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));

/**
 * Creates a text schema with inclusive bounds on its length, in UTF-16 units as in JSON strings.
 */
export const boundedText = (minimum: number, maximum: number) =>
  v.pipe(v.string(), v.minLength(minimum), v.maxLength(maximum));

export const nameSchema = boundedText(1, 32);

/**
 * Creates a schema for a text of 1 to 64 characters. Docs and forms list the `known` values; other
 * values are valid too.
 */
export const openEnum = <const Known extends readonly string[]>(known: Known) =>
  v.pipe(boundedText(1, 64), v.metadata({ known }));

/** Returns the known values of an open enum; undefined for every other schema. */
export function getKnownValues(schema: Schema): readonly string[] | undefined {
  const { known } = v.getMetadata(schema);
  return Array.isArray(known) ? known.filter((value) => typeof value === 'string') : undefined;
}

/** Creates a schema for a place in space; each part is at most `bound` from 0. */
export function boundedPosition(bound: number) {
  const part = boundedNumber(-bound, bound);
  return v.strictObject({ x: part, y: part, z: part });
}

/** Object whose members the service does not specify. */
export const freeFormSchema = v.record(v.string(), v.unknown());
