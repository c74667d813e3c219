import * as v from 'valibot';
import { bridgeRows } from '../types/bridge';
import { connectionRows } from '../types/connections';
import { controlRows } from '../types/controls';
import { entertainmentRows } from '../types/entertainment';
import { groupRows } from '../types/groups';
import { groupedLightRow } from '../types/grouped-light';
import { lightRow } from '../types/light';
import { sceneRows } from '../types/scenes';
import { sensorRows } from '../types/sensors';
import { referenceOperations } from '../definitions/resource-definition';
import type {
  OperationName,
  Resource,
  ResourceAsRead,
  ResourceDefinition,
  ResourceRow,
} from '../definitions/resource-definition';

/** Every resource type of the service document and of real bridges, by `rtype`. */
const resourceTable = {
  light: lightRow,
  grouped_light: groupedLightRow,
  ...bridgeRows,
  ...connectionRows,
  ...controlRows,
  ...entertainmentRows,
  ...groupRows,
  ...sceneRows,
  ...sensorRows,
};

export type KnownResourceType = keyof typeof resourceTable;

/**
 * Name (`rtype`) of a resource type, in the table or not, such as a type of newer firmware. The
 * intersection keeps the known names in the completions of editors.
 */
export type ResourceType = KnownResourceType | (string & Record<never, never>);

type RowOf<Type extends KnownResourceType> = (typeof resourceTable)[Type];

/** Every type of the table with its shape as read. */
export type ResourcesByType = {
  [Type in KnownResourceType]: ResourceAsRead<NonNullable<RowOf<Type>['read']>>;
};

/**
 * A resource of one type, typed by the table; of any type if `Type` is no single type of the table.
 */
export type ResourceOf<Type extends ResourceType> = KnownResourceType extends Type
  ? Resource
  : (ResourcesByType & Record<string, Resource>)[Type];

/**
 * Body of a POST, typed by the table; never for types that cannot be created, any object for types
 * that are not in the table.
 */
export type CreateBody<Type extends ResourceType> = [Type] extends [KnownResourceType]
  ? RowOf<Type> extends { create: infer Members extends v.ObjectEntries }
    ? BodyOf<Type, Members>
    : never
  : Record<string, unknown>;

/**
 * Body of a PUT, typed by the table; never for types that cannot be changed, any object for types
 * that are not in the table.
 */
export type UpdateBody<Type extends ResourceType> = [Type] extends [KnownResourceType]
  ? RowOf<Type> extends { update: infer Members extends v.ObjectEntries }
    ? BodyOf<Type, Members>
    : never
  : Record<string, unknown>;

type BodyOf<Type, Members extends v.ObjectEntries> = v.InferInput<
  v.StrictObjectSchema<Members, undefined>
> & { type?: Type | undefined };

/** In alphabetical order. */
export const resourceTypes: readonly KnownResourceType[] = Object.keys(resourceTable)
  .filter(isKnownResourceType)
  .toSorted();

/** Returns true for a name in the table; false for inherited names such as `constructor`. */
export function isKnownResourceType(name: unknown): name is KnownResourceType {
  return typeof name === 'string' && Object.hasOwn(resourceTable, name);
}

const getRow = (rtype: KnownResourceType): ResourceRow => resourceTable[rtype];

const definitions = new Map<KnownResourceType, ResourceDefinition>();

/** Returns the row of the table with its schemas, otherwise the common definition of unlisted types. */
export function getResourceDefinition(rtype: ResourceType): ResourceDefinition {
  if (!isKnownResourceType(rtype)) return createUnlistedDefinition(rtype);
  // Created at the first use: the palette loads the table, and needs few of the schemas.
  const definition = definitions.get(rtype) ?? createDefinition(rtype);
  definitions.set(rtype, definition);
  return definition;
}

function createDefinition(rtype: KnownResourceType): ResourceDefinition {
  const { create, update, read: _read, ...row } = getRow(rtype);
  const type = v.optional(v.literal(rtype));
  return {
    ...row,
    ...(create === undefined ? {} : { create: v.strictObject({ type, ...create }) }),
    ...(update === undefined ? {} : { update: v.strictObject({ type, ...update }) }),
  };
}

/**
 * Types of sensors with their own `enabled` flag, in alphabetical order. An automation has the flag
 * too, but is no sensor.
 */
export const sensorTypes: readonly KnownResourceType[] = resourceTypes.filter(
  (rtype) => getRow(rtype).update?.['enabled'] !== undefined && rtype !== 'behavior_instance',
);

/** Types whose rows have the name of a reading. */
export type ReadingType = {
  [Type in KnownResourceType]: RowOf<Type> extends { reading: string } ? Type : never;
}[KnownResourceType];

/** Types of sensors that have a reading, in alphabetical order. */
export const readingTypes: readonly KnownResourceType[] = resourceTypes.filter(
  (rtype) => getRow(rtype).reading !== undefined,
);

/** Returns the name of a type's reading, such as `celsius`; undefined for other types. */
export const getReadingPropertyName = (rtype: string): string | undefined =>
  isKnownResourceType(rtype) ? getRow(rtype).reading : undefined;

/** Returns true for every operation of a type that is not in the table. */
export const supportsOperation = (rtype: ResourceType, operation: OperationName): boolean =>
  !isKnownResourceType(rtype) || Object.hasOwn(getRow(rtype).operations, operation);

/**
 * Returns the plain value of a resource; undefined if it has none, and for types that are not in
 * the table.
 *
 * @param lights lamps of the group, if known
 */
export const getPlainValue = (resource: Resource, lights?: readonly Resource[]): unknown =>
  isKnownResourceType(resource.type) ? getRow(resource.type).value?.(resource, lights) : undefined;

/**
 * Creates the definition of a type that is not in the table: every operation, no plain value, any
 * member.
 */
function createUnlistedDefinition(rtype: string): ResourceDefinition {
  const bodySchema = v.looseObject({ type: v.optional(v.literal(rtype)) });
  return {
    operations: referenceOperations.all,
    create: bodySchema,
    update: bodySchema,
    nonIdempotentMembers: 'all',
  };
}
