import * as v from 'valibot';

/** Any schema of the table, whatever it describes. */
export type Schema = v.GenericSchema;

type Entries = v.ObjectEntries;

/** Members of which each may be missing. */
type OptionalEntries<Members extends Entries> = {
  [Name in keyof Members]: v.OptionalSchema<Members[Name], undefined>;
};

// Types of results are written out here, since what a compiler makes of them does not stand on its own.
const optionalEntries = <const Members extends Entries>(
  members: Members,
): OptionalEntries<Members> => v.partial(v.looseObject(members)).entries;

/** Number with inclusive bounds. NaN and infinities are outside every bound. */
export const numberFrom = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum));

/** Whole number with inclusive bounds. */
export const integerFrom = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));

/** Text with inclusive bounds on its length, counted in UTF-16 units as JSON strings are. */
export const textOf = (minimum: number, maximum: number) =>
  v.pipe(v.string(), v.minLength(minimum), v.maxLength(maximum));

/** Text of which the known values are offered to people, and any other is let through. */
export const openEnum = <const Known extends readonly string[]>(known: Known) =>
  v.pipe(textOf(1, 64), v.metadata({ known }));

/** Known values of an open enum, or undefined for every other schema. */
export function knownValues(schema: Schema): readonly string[] | undefined {
  const { known } = v.getMetadata(schema);
  return Array.isArray(known) ? known.filter((value) => typeof value === 'string') : undefined;
}

/** Part of something read: every member may be missing, unknown members pass. */
export const readPart = <const Members extends Entries>(
  members: Members,
): v.LooseObjectSchema<OptionalEntries<Members>, undefined> =>
  v.looseObject(optionalEntries(members));

/** A whole resource as read: only `id` and `type` are sure. Service document, section 2.1. */
export const readShape = <const Members extends Entries>(members: Members) =>
  v.looseObject({
    type: v.string(),
    id: v.string(),
    id_v1: v.optional(v.string()),
    ...optionalEntries(members),
  });

/** Part of a body: what is not listed is refused, what is not marked optional is required. */
export const writePart = <const Members extends Entries>(members: Members) =>
  v.strictObject(members);

/** A whole body, with the resource's own name as its optional `type`. Service document, section 4.2. */
export const writeShape = <const Name extends string, const Members extends Entries>(
  rtype: Name,
  members: Members,
) => v.strictObject({ type: v.optional(v.literal(rtype)), ...members });

/** Object whose inner shape the service leaves open. */
export const freeForm = v.record(v.string(), v.unknown());
