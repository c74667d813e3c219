import * as v from 'valibot';
import { bridgeRows } from './types/bridge';
import { connectionRows } from './types/connections';
import { controlRows } from './types/controls';
import { entertainmentRows } from './types/entertainment';
import { groupRows } from './types/groups';
import { groupedLightRow } from './types/grouped-light';
import { lightRow } from './types/light';
import { sceneRows } from './types/scenes';
import { sensorRows } from './types/sensors';
import { referenceOperations } from './resource';
import type {
  OperationName,
  Resource,
  ResourceAsRead,
  ResourceDefinition,
  ResourceRow,
} from './resource';

/** Types of the service document and of real bridges. */
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

/** In the table or not. The intersection keeps the known names in the completions of editors. */
export type ResourceType = KnownResourceType | (string & Record<never, never>);

type RowOf<Type extends KnownResourceType> = (typeof resourceTable)[Type];

export type ResourcesByType = {
  [Type in KnownResourceType]: ResourceAsRead<NonNullable<RowOf<Type>['read']>>;
};

/** Any resource if `Type` is no single type of the table. */
export type ResourceOf<Type extends ResourceType> = KnownResourceType extends Type
  ? Resource
  : (ResourcesByType & Record<string, Resource>)[Type];

/** Never for types that cannot be created, any object for types outside the table. */
export type CreateBody<Type extends ResourceType> = [Type] extends [KnownResourceType]
  ? RowOf<Type> extends { create: infer Members extends v.ObjectEntries }
    ? BodyOf<Type, Members>
    : never
  : Record<string, unknown>;

/** Never for types that cannot be changed, any object for types outside the table. */
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

/** False for inherited names such as `constructor`. */
export function isKnownResourceType(name: unknown): name is KnownResourceType {
  return typeof name === 'string' && Object.hasOwn(resourceTable, name);
}

const getRow = (rtype: KnownResourceType): ResourceRow => resourceTable[rtype];

const definitions = new Map<KnownResourceType, ResourceDefinition>();

/** Unlisted types have a common definition. */
export function getResourceDefinition(rtype: ResourceType): ResourceDefinition {
  if (!isKnownResourceType(rtype)) return createUnlistedDefinition(rtype);
  // Created at the first use: the palette loads the table, and needs few schemas.
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

/** In alphabetical order. An automation has an `enabled` flag too, but is no sensor. */
export const sensorTypes: readonly KnownResourceType[] = resourceTypes.filter(
  (rtype) => getRow(rtype).update?.['enabled'] !== undefined && rtype !== 'behavior_instance',
);

export type ReadingType = {
  [Type in KnownResourceType]: RowOf<Type> extends { reading: string } ? Type : never;
}[KnownResourceType];

/** In alphabetical order. */
export const readingTypes: readonly KnownResourceType[] = resourceTypes.filter(
  (rtype) => getRow(rtype).reading !== undefined,
);

/** Such as `celsius`. */
export const getReadingPropertyName = (rtype: string): string | undefined =>
  isKnownResourceType(rtype) ? getRow(rtype).reading : undefined;

/** True for every operation of an unlisted type. */
export const supportsOperation = (rtype: ResourceType, operation: OperationName): boolean =>
  !isKnownResourceType(rtype) || Object.hasOwn(getRow(rtype).operations, operation);

/**
 * Undefined if there is none, and for unlisted types.
 *
 * @param lights lamps of the group, if known
 */
export const getPlainValue = (resource: Resource, lights?: readonly Resource[]): unknown =>
  isKnownResourceType(resource.type)
    ? (getRow(resource.type).value?.(resource, lights) ?? undefined)
    : undefined;

/** Every operation, any member, no plain value. */
function createUnlistedDefinition(rtype: string): ResourceDefinition {
  const bodySchema = v.looseObject({ type: v.optional(v.literal(rtype)) });
  return {
    operations: referenceOperations.all,
    create: bodySchema,
    update: bodySchema,
    nonIdempotentMembers: 'all',
  };
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Service document, section 4.1. */
export const operationHttpMapping = {
  list: { method: 'GET', path: 'collection', body: false },
  get: { method: 'GET', path: 'item', body: false },
  create: { method: 'POST', path: 'collection', body: true },
  update: { method: 'PUT', path: 'item', body: true },
  delete: { method: 'DELETE', path: 'item', body: false },
} as const satisfies Record<
  OperationName,
  { method: HttpMethod; path: 'collection' | 'item'; body: boolean }
>;

/** In display order. */
export const operationNames: readonly OperationName[] = [
  'list',
  'get',
  'create',
  'update',
  'delete',
];

export const listOperations = (rtype: ResourceType): readonly OperationName[] =>
  operationNames.filter((operation) => supportsOperation(rtype, operation));

/** A collection adds `/<type>`, an item `/<type>/<id>`. Service document, sections 1 and 4.1. */
export const resourceBasePath = '/clip/v2/resource';
