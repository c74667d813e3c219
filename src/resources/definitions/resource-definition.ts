import type { SensorReportDefinition } from './sensor-report-definition';
import type { Schema } from '../schemas/schema-builders';

/** Operations of the resource API; `operationHttpMapping` maps them to HTTP. */
export type OperationName = 'list' | 'get' | 'create' | 'update' | 'delete';

/** Where a fact is documented: in the service document, or only in the Hue CLIP API reference. */
export type DocumentationSource = 'service' | 'reference';

/** Lane of the command queue for writes of a type; each lane has its own rate limit. */
export type QueueLaneName = 'lamps' | 'groups' | 'other';

/** A resource as read from a bridge: all members except `id` and `type` may be missing. */
export interface Resource {
  type: string;
  id: string;
  id_v1?: string | undefined;
  [member: string]: unknown;
}

/**
 * A value as read: members may be missing at every depth, and undocumented members may be present.
 */
type AsRead<Value> = Value extends readonly (infer Item)[]
  ? AsRead<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: AsRead<Value[Name]> | undefined } & { [member: string]: unknown }
    : Value;

/** A resource as read, with the documented members of its type. Service document, section 2.1. */
export type ResourceAsRead<Members> = Resource & AsRead<Members>;

/** Definition of one resource type: paths, operations, schemas and queueing. */
export interface ResourceDefinition {
  /** Name of the type, as in the path and in `rtype`. */
  rtype: string;
  /** `service` for the 23 types that the service document shows. */
  origin: DocumentationSource;
  /** Section of the service document or of the reference that shows the type. */
  section: string;
  /** Name of the path parameter of an item. Service document, section 4.1. */
  pathParameter: string;
  /** Supported operations, each with the place where it is documented. */
  operations: Partial<Record<OperationName, DocumentationSource>>;
  /** Schemas of the POST and PUT bodies. Unlisted members are refused. */
  create?: Schema;
  update?: Schema;
  /**
   * Top-level members of the update that are not idempotent: never merged, never retried. `all` if
   * the effect of a member is unknown.
   */
  nonIdempotentMembers: readonly string[] | 'all';
  lane: QueueLaneName;
  /**
   * Returns the plain value of a resource; undefined if it currently has none.
   *
   * @param lights lamps of the group, if known
   */
  value(resource: Resource, lights?: readonly Resource[]): unknown;
  /**
   * Meaning of the plain value, such as `true while open`, as Markdown and without the unit, which
   * the pages add; missing for types that never have one.
   */
  valueDescription?: string;
  /** Unit of a numeric plain value, such as `°C`. */
  unit?: string;
  /** Name of a sensor's plain value in `msg.readings`, such as `celsius`. */
  reading?: string;
  /** Place of a sensor's value, if the sensor has a report. */
  report?: SensorReportDefinition;
  /**
   * Members of a made-up resource as a bridge sends it, without id, type and owner. Missing for
   * types that need other resources, such as a room.
   */
  sample?: Readonly<Record<string, unknown>>;
}

/** Checks a definition against `ResourceDefinition` and keeps its literal types. */
export const defineResource = <const Definition extends ResourceDefinition>(
  definition: Definition,
): Definition => definition;

/** List and read, documented in the service document. */
export const serviceDocumentReadOperations = { list: 'service', get: 'service' } as const;
/** List, read and change, documented in the service document. */
export const serviceDocumentReadUpdateOperations = {
  ...serviceDocumentReadOperations,
  update: 'service',
} as const;
/** All five operations, documented in the service document. */
export const serviceDocumentCrudOperations = {
  ...serviceDocumentReadUpdateOperations,
  create: 'service',
  delete: 'service',
} as const;
/** List and read, documented in the Hue CLIP API reference only. */
export const hueReferenceReadOperations = { list: 'reference', get: 'reference' } as const;
/** List, read and change, documented in the Hue CLIP API reference only. */
export const hueReferenceReadUpdateOperations = {
  ...hueReferenceReadOperations,
  update: 'reference',
} as const;
/** All five operations, documented in the Hue CLIP API reference only. */
export const hueReferenceCrudOperations = {
  ...hueReferenceReadUpdateOperations,
  create: 'reference',
  delete: 'reference',
} as const;
