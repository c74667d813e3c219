import type { SensorReportDefinition } from './sensor-report-definition';
import type { Schema } from '../schemas/schema-builders';

/** Operations of the resource API; `operationHttpMapping` maps them to HTTP. */
export type OperationName = 'list' | 'get' | 'create' | 'update' | 'delete';

/**
 * Where a fact is documented: in the service document, or not shown there and known from the Hue CLIP API reference or
 * from the name alone.
 */
export type DocumentationSource = 'service' | 'reference';

/** Lane of the command queue that writes of a type go through; each lane has its own rate limit. */
export type QueueLaneName = 'lamps' | 'groups' | 'other';

/** A resource as read from a bridge: all but `id` and `type` may be missing. */
export interface Resource {
  type: string;
  id: string;
  id_v1?: string | undefined;
  [member: string]: unknown;
}

/** A value as read: each member may be missing, at every depth, and further members may be there. */
type AsRead<Value> = Value extends readonly (infer Item)[]
  ? AsRead<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: AsRead<Value[Name]> | undefined } & { [member: string]: unknown }
    : Value;

/** A resource as read, with the members that are documented for its type. Service document, section 2.1. */
export type ResourceAsRead<Members> = Resource & AsRead<Members>;

/** Definition of one resource type: paths, operations, schemas and queueing. */
export interface ResourceDefinition {
  /** Name of the type, as in the path and in `rtype`. */
  rtype: string;
  /** `service` for the 23 types that the service document shows. */
  origin: DocumentationSource;
  /** Section of the service document that shows the type, or of the reference. */
  section: string;
  /** Name of the path parameter of an item. Service document, section 4.1. */
  pathParameter: string;
  /** Supported operations, each with where it is documented. */
  operations: Partial<Record<OperationName, DocumentationSource>>;
  /** Schemas of the POST and PUT bodies. Members they do not list are refused. */
  create?: Schema;
  update?: Schema;
  /**
   * Top-level members of the update that are not idempotent: never merged, never retried. `all` where it is not known
   * what a member does.
   */
  nonIdempotentMembers: readonly string[] | 'all';
  lane: QueueLaneName;
  /**
   * The value that stands for the state of a resource, or undefined when it has none at present.
   *
   * @param lights the lamps of a group of lamps, where they are known
   */
  value(resource: Resource, lights?: readonly Resource[]): unknown;
  /**
   * What the plain value says, such as `true while open`, as Markdown and without the unit, which the pages add; missing
   * for types that never have one.
   */
  valueDescription?: string;
  /** Unit of a plain value that is a number, such as `°C`. */
  unit?: string;
  /** What the plain value of a sensor measures, as it is named in `msg.readings`, such as `celsius`. */
  reading?: string;
  /** Where the value of a sensor is, when it is in a report of its own. */
  report?: SensorReportDefinition;
  /**
   * Members of a made-up resource as a bridge sends it, without id, type and owner. Missing for types that make no
   * sense without other resources, such as a room.
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
