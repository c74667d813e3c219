import type { Schema } from './schema';

/** What a person may do with a resource. */
export type Operation = 'list' | 'get' | 'create' | 'update' | 'delete';

/** Who vouches for something: the service document, or only the reference of real bridges. */
export type Origin = 'service' | 'reference';

/** Lane of the command queue in which writes of a type wait. */
export type Lane = 'lamps' | 'groups' | 'other';

/** A resource as read from a bridge: all but `id` and `type` may be missing. */
export interface Resource {
  type: string;
  id: string;
  id_v1?: string | undefined;
  [member: string]: unknown;
}

/** One row of the table: all that is known of one resource type. */
export interface ResourceDefinition {
  /** Name of the type, as in the path and in `rtype`. */
  rtype: string;
  /** `service` for the 23 types of the service document. */
  origin: Origin;
  /** Section of the service document that shows the type, or of the reference. */
  section: string;
  /** Name of the path parameter of an item. Service document, section 4.1. */
  pathParameter: string;
  /** Operations the type has, each with who vouches for it. */
  operations: Partial<Record<Operation, Origin>>;
  /** Shape of the resource when read. It types and documents; it never rejects. */
  read: Schema;
  /** Bodies of POST and PUT. What they do not list is refused. */
  create?: Schema;
  update?: Schema;
  /** Top-level members of the update that act at once and must neither be merged nor repeated. */
  momentary: readonly string[];
  lane: Lane;
  /** A sensor that is switched on and off on its own. Service document, section 4.2. */
  sensor?: true;
  /** The one value a person means by "the state of it", or undefined when it has none at present. */
  value(resource: Resource): unknown;
}

/** Keeps the literal types of a row while checking it. */
export const defineResource = <const Row extends ResourceDefinition>(row: Row): Row => row;

/** List and read, vouched for by the service document. */
export const serviceRead = { list: 'service', get: 'service' } as const;
/** List, read and change, vouched for by the service document. */
export const serviceChange = { ...serviceRead, update: 'service' } as const;
/** All five operations, vouched for by the service document. */
export const serviceAll = { ...serviceChange, create: 'service', delete: 'service' } as const;
/** List and read, on real bridges only. */
export const referenceRead = { list: 'reference', get: 'reference' } as const;
/** List, read and change, on real bridges only. */
export const referenceChange = { ...referenceRead, update: 'reference' } as const;
/** All five operations, on real bridges only. */
export const referenceAll = {
  ...referenceChange,
  create: 'reference',
  delete: 'reference',
} as const;
