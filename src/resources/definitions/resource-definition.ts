import type { ObjectEntries } from 'valibot';
import type { ResourceIdentifier } from '../schemas/reference-schemas';
import type { SensorReportDefinition } from './sensor-report-definition';
import type { Schema } from '../schemas/schema-builders';
import { getNestedMember } from '../values/member-access';
import type { Members } from '../values/member-access';

/** Operations of the resource API; `operationHttpMapping` maps them to HTTP. */
export type OperationName = 'list' | 'get' | 'create' | 'update' | 'delete';

/** Where a fact is documented: in the service document, or only in the Hue CLIP API reference. */
export type DocumentationSource = 'service' | 'reference';

/** Lane of the command queue for writes of a type; each lane has its own rate limit. */
export type QueueLaneName = 'lamps' | 'groups' | 'other';

/** A resource as read from a bridge: every member except `id` and `type` may be missing. */
export interface Resource {
  type: string;
  id: string;
  id_v1?: string | undefined;
  [member: string]: unknown;
}

/**
 * A value as read: at every depth, members may be missing, and undocumented members may be present.
 */
type AsRead<Value> = Value extends readonly (infer Item)[]
  ? AsRead<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: AsRead<Value[Name]> | undefined } & { [member: string]: unknown }
    : Value;

/** A resource as read, with the documented members of its type. Service document, section 2.1. */
export type ResourceAsRead<Shape> = Resource & AsRead<Shape>;

/** What the table says about a type. */
export interface ResourceRow {
  /** Section of the service document that shows the type; missing for types that only the reference shows. */
  section?: string;
  /** Supported operations, each with the place where it is documented. */
  operations: Partial<Record<OperationName, DocumentationSource>>;
  /** Shape of the resource as read, from `shape`. */
  read?: unknown;
  /**
   * Members of the body of a POST and of a PUT, beside an optional `type` (service document, section
   * 4.2). Unlisted members are refused; members not marked optional are required.
   */
  create?: ObjectEntries;
  update?: ObjectEntries;
  /**
   * Top-level members of the update that are non-idempotent; `all` if the effect of a member is
   * unknown; missing if all members are idempotent.
   */
  nonIdempotentMembers?: readonly string[] | 'all';
  /** `other` if missing. */
  lane?: QueueLaneName;
  /**
   * Returns the plain value of a resource; undefined if it currently has none. Missing for types without a plain value.
   *
   * @param lights lamps of the group, if known
   */
  value?(resource: Resource, lights?: readonly Resource[]): unknown;
  /**
   * Meaning of the plain value, such as `true while open`, as Markdown without the unit; missing
   * for types without a plain value.
   */
  valueDescription?: string;
  /** Unit of a numeric plain value, such as `°C`. */
  unit?: string;
  /** Name of a sensor's plain value in `msg.readings`, such as `celsius`. */
  reading?: string;
  /** Place of a sensor's value, if the sensor has a report. */
  report?: SensorReportDefinition;
  /**
   * Example members as a bridge sends them, without id, type and owner. Missing for types that need
   * other resources, such as a room.
   */
  sample?: Members;
}

/** Says, for the compiler alone, which members a type has as read. */
export const shape = <Shape>(read?: Shape): Shape | undefined => read;

/** As `shape`, for a service, which has an owner. */
export const serviceShape = <Shape>(
  read?: Shape & { owner: ResourceIdentifier },
): (Shape & { owner: ResourceIdentifier }) | undefined => read;

/** A row with the schemas of its bodies. */
export interface ResourceDefinition extends Omit<ResourceRow, 'read' | 'create' | 'update'> {
  create?: Schema;
  update?: Schema;
}

const createOperations = <Source extends DocumentationSource>(source: Source) => {
  const read = { list: source, get: source };
  const readUpdate = { ...read, update: source };
  return { read, readUpdate, all: { ...readUpdate, create: source, delete: source } };
};

/** Usual sets of operations that the service document shows. */
export const serviceOperations = createOperations('service');

/** Usual sets of operations that only the Hue CLIP API reference shows. */
export const referenceOperations = createOperations('reference');

/** Plain value of types with a name. */
export const nameValue = {
  valueDescription: 'the name',
  value: (resource: Resource): unknown => getNestedMember(resource, 'metadata', 'name'),
};

/** Plain value of types with a status. */
export const statusValue = {
  valueDescription: 'the status, in one word',
  value: (resource: Resource): unknown => getNestedMember(resource, 'status'),
};
