import type { ObjectEntries } from 'valibot';
import type { ResourceIdentifier, Schema } from './schemas';
import type { SensorReportDefinition } from './sensor-report';
import { getNestedMember } from './members';
import type { Members } from './members';

export type OperationName = 'list' | 'get' | 'create' | 'update' | 'delete';

/** Of a fact: the service document, or only the Hue CLIP API reference. */
export type DocumentationSource = 'service' | 'reference';

/** Each lane of the command queue has its own rate limit. */
export type QueueLaneName = 'lamps' | 'groups' | 'other';

/** As read from a bridge: every member except `id` and `type` may be missing. */
export interface Resource {
  type: string;
  id: string;
  id_v1?: string | undefined;
  [member: string]: unknown;
}

/** As read: at every depth, members may be missing, and undocumented members present. */
type AsRead<Value> = Value extends readonly (infer Item)[]
  ? AsRead<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: AsRead<Value[Name]> | undefined } & { [member: string]: unknown }
    : Value;

/** With the documented members of its type. Service document, section 2.1. */
export type ResourceAsRead<Shape> = Resource & AsRead<Shape>;

export interface ResourceRow {
  /** Of the service document; missing for types that only the reference shows. */
  section?: string;
  operations: Partial<Record<OperationName, DocumentationSource>>;
  /** From `shape`. */
  read?: unknown;
  /**
   * Members of a POST and of a PUT, beside an optional `type` (service document, section 4.2). Unlisted members are
   * refused.
   */
  create?: ObjectEntries;
  update?: ObjectEntries;
  /** Top-level members of the update; `all` if the effect of a member is unknown. */
  nonIdempotentMembers?: readonly string[] | 'all';
  /** `other` if missing. */
  lane?: QueueLaneName;
  /**
   * Undefined while the resource has none. Missing for types without a plain value.
   *
   * @param lights lamps of the group, if known
   */
  value?(resource: Resource, lights?: readonly Resource[]): unknown;
  /** Markdown without the unit, such as `true while open`. */
  valueDescription?: string;
  /** Such as `°C`. */
  unit?: string;
  /** Name in `msg.readings`, such as `celsius`. */
  reading?: string;
  report?: SensorReportDefinition;
  /** As a bridge sends it, without id, type and owner. Missing for types that need other resources, such as a room. */
  sample?: Members;
}

/** Tells the compiler the members of a type as read. */
export const shape = <Shape>(read?: Shape): Shape | undefined => read;

/** As `shape`, for a service, which has an owner. */
export const serviceShape = <Shape>(
  read?: Shape & { owner: ResourceIdentifier },
): (Shape & { owner: ResourceIdentifier }) | undefined => read;

export interface ResourceDefinition extends Omit<ResourceRow, 'read' | 'create' | 'update'> {
  create?: Schema;
  update?: Schema;
}

const createOperations = <Source extends DocumentationSource>(source: Source) => {
  const read = { list: source, get: source };
  const readUpdate = { ...read, update: source };
  return { read, readUpdate, all: { ...readUpdate, create: source, delete: source } };
};

/** Shown by the service document. */
export const serviceOperations = createOperations('service');

/** Shown only by the Hue CLIP API reference. */
export const referenceOperations = createOperations('reference');

export const nameValue = {
  valueDescription: 'the name',
  value: (resource: Resource): unknown => getNestedMember(resource, 'metadata', 'name'),
};

export const statusValue = {
  valueDescription: 'the status, in one word',
  value: (resource: Resource): unknown => getNestedMember(resource, 'status'),
};
