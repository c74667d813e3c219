import type {
  OperationName,
  ResourceIdentifier,
  ResourceType,
  UpdateBody,
  Members,
} from '../../resources';
import type { MessagePlace } from '../queue/message-place';
import type { StateDependentBody } from '../queue/state-dependent-body';
import type { BridgeAccessOptions } from '../connection/bridge-connection';
import type { ParsedResponse } from '../wire/parse-response';

export interface BridgeClientOptions extends BridgeAccessOptions {
  /** Use of the event stream; `auto` if missing. */
  events?: 'auto' | 'never';
  /** Returns the former name of a deleted resource, for error messages. */
  findFormerName?: (rid: string) => string | undefined;
}

export interface RequestOptions {
  /** Aborts the request with ERR_BRIDGE_ABORTED. */
  signal?: AbortSignal;
}

export interface ReadOptions extends RequestOptions {
  /** Waits for an unreachable bridge, up to `maxQueueTime`, as writes do. Otherwise the read fails immediately. */
  waitIfOffline?: boolean;
}

export interface WriteOptions extends RequestOptions {
  /** Accepts members and types that the resource table does not list. */
  allowUnknownFields?: boolean;
  /** For example the id of a node. Listeners of `onWrite` recognise their own writes by it. */
  sender?: string;
  /** Place of the message among all writes; the last if missing. */
  place?: MessagePlace | undefined;
  /** True for a write of a program. All other requests have priority. */
  isBackground?: boolean;
}

export interface ModifyOptions<T extends ResourceType> extends WriteOptions {
  /**
   * Builds the body from the pending changes. No read is needed, and the change can be merged.
   *
   * @param pending the members of the pending changes, the last value of each
   * @returns undefined if the pending changes do not determine the body
   */
  fromPendingWrites?: (pending: Members) => UpdateBody<T> | undefined;
}

export interface UntypedRequest {
  operation: OperationName;
  rtype: ResourceType;
  rid?: string | undefined;
  /** For `create` and `update`. A `ValidatedBody` is not validated again. */
  body?: unknown;
  /** For `update`, in place of `body`. */
  modification?: StateDependentBody<unknown> | undefined;
}

export interface SuccessfulBridgeResult<Data> extends ParsedResponse<Data> {
  merged: number;
}

/** `data` names the resource that was created, changed or deleted. */
export type WriteResult = SuccessfulBridgeResult<ResourceIdentifier>;
