import type { OperationName, ResourceType, UpdateBody } from '../../resources';
import type { MessagePlace } from '../queue/lamp-reservation';
import type { BridgeAccessOptions } from '../connection/bridge-connection';

/** Options of a client. */
export interface BridgeClientOptions extends BridgeAccessOptions {
  /** Whether the event stream is used; `auto` when missing. */
  events?: 'auto' | 'never';
  /** Finds the name of a resource that the bridge does not hold, such as one that was deleted long ago, for errors. */
  findFormerName?: (rid: string) => string | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request; it then fails with ERR_BRIDGE_ABORTED. */
  signal?: AbortSignal;
}

/** Options of the read of one resource. */
export interface ReadOptions extends RequestOptions {
  /**
   * Waits for an unreachable bridge, up to `maxQueueTime`, as writes do; otherwise the read fails
   * at once.
   */
  waitIfOffline?: boolean;
}

/** Options of one write. */
export interface WriteOptions extends RequestOptions {
  /** Accepts members that the resource table does not list, and types that it does not list. */
  allowUnknownFields?: boolean;
  /** Who asks for it, such as the id of a node: listeners of `onWrite` recognise their own writes by it. */
  sender?: string;
  /** The place of its message among all writes; after all others when missing. */
  place?: MessagePlace | undefined;
  /** True for what runs on a lamp over time: it gives way to all other requests. */
  isBackground?: boolean;
}

/** Options of a change that depends on the state before it. */
export interface ModifyOptions<T extends ResourceType> extends WriteOptions {
  /**
   * Builds the body from what the unanswered changes before it set, which saves the read, and lets it be
   * merged with others.
   *
   * @param pending their members, the last value of each
   * @returns undefined when they do not say enough
   */
  fromPendingWrites?: (pending: Readonly<Record<string, unknown>>) => UpdateBody<T> | undefined;
}

/** Builds the body of a change that depends on the state before it; see `BridgeClient.modify`. */
export interface UntypedModifyOptions {
  /** As `ModifyOptions.fromPendingWrites`. */
  fromPendingWrites?: (pending: Readonly<Record<string, unknown>>) => unknown;
  /** Names of the members that the body may have; missing where they are not known before. */
  memberNames?: readonly string[] | undefined;
  /**
   * Reads the state, when all earlier changes of the resource are answered, and builds the body.
   *
   * @param signal aborted when the change is not wanted any more
   */
  fromFreshState: (signal: AbortSignal) => Promise<unknown>;
}

/** One operation on a type that is only known at run time. */
export interface UntypedRequest {
  operation: OperationName;
  rtype: ResourceType;
  /** For `get`, `update` and `delete`. */
  rid?: string | undefined;
  /** For `create` and `update`; a `ValidatedBody` of the operation is not checked again. */
  body?: unknown;
  /** For `update` in place of `body`, when that depends on the state before it. */
  modification?: UntypedModifyOptions | undefined;
}

/** What a successful request gives. */
export interface SuccessfulBridgeResult<Data> {
  /** HTTP status. */
  status: number;
  data: Data;
  /** The bridge's remarks beside the success, such as commands that may have no effect. */
  warnings: readonly string[];
  /** Number of commands merged into this one request; 1 when it was alone. */
  merged: number;
}
