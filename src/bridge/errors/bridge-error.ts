import { inspect } from 'node:util';
import type { InspectOptions } from 'node:util';
import type { OperationName } from '../../resources';

/** Error codes by status. The ten from 401 on: service document, section 7; 400: Hue CLIP API reference. */
export const errorCodesByStatus = {
  400: 'ERR_BRIDGE_BAD_REQUEST',
  401: 'ERR_BRIDGE_UNAUTHORIZED',
  403: 'ERR_BRIDGE_FORBIDDEN',
  404: 'ERR_BRIDGE_NOT_FOUND',
  405: 'ERR_BRIDGE_METHOD_NOT_ALLOWED',
  406: 'ERR_BRIDGE_NOT_ACCEPTABLE',
  409: 'ERR_BRIDGE_CONFLICT',
  429: 'ERR_BRIDGE_TOO_MANY_REQUESTS',
  500: 'ERR_BRIDGE_INTERNAL',
  503: 'ERR_BRIDGE_BUSY',
  507: 'ERR_BRIDGE_INSUFFICIENT_STORAGE',
} as const;

/** True for a status that means too many requests or busy. Service document, section 7. */
export const isOverloadStatus = (status: number): boolean => status === 429 || status === 503;

/** True for a status that means the key was rejected. Service document, section 7. */
export const isAuthFailureStatus = (status: number): boolean => status === 401 || status === 403;

/** Codes of errors that have no HTTP status of their own. */
export const nonStatusErrorCodes = [
  'ERR_BRIDGE_UNEXPECTED_STATUS',
  'ERR_BRIDGE_REFUSED',
  'ERR_BRIDGE_UNREACHABLE',
  'ERR_BRIDGE_TIMEOUT',
  'ERR_BRIDGE_UNTRUSTED',
  'ERR_BRIDGE_INVALID_COMMAND',
  'ERR_BRIDGE_UNKNOWN_TARGET',
  'ERR_BRIDGE_PARTLY_DONE',
  'ERR_BRIDGE_MALFORMED_ANSWER',
  'ERR_BRIDGE_QUEUE_FULL',
  'ERR_BRIDGE_EXPIRED',
  'ERR_BRIDGE_ABORTED',
  'ERR_BRIDGE_CLOSED',
  'ERR_BRIDGE_NOT_CONFIGURED',
  'ERR_BRIDGE_UNEXPECTED_ERROR',
] as const;

/** Stable error code, for a Catch node to switch on. */
export type BridgeErrorCode =
  | (typeof errorCodesByStatus)[keyof typeof errorCodesByStatus]
  | (typeof nonStatusErrorCodes)[number];

/** Whether a request without an answer may have reached the bridge. */
export type RequestSentState = 'no' | 'maybe';

/** What became of one of several resources that a command was for. */
export interface ResourceErrorOutcome {
  rid: string;
  rtype: string;
  name?: string;
  room?: string;
  /** Name of its bridge, where the message named one. */
  bridgeName?: string;
  /** Why it failed; missing where it was done. */
  code?: BridgeErrorCode;
  message?: string;
  sent?: RequestSentState;
}

/** What is known about the request that failed. Never holds the key. */
export interface BridgeErrorFacts {
  /** HTTP status, where the bridge answered with one. */
  status?: number;
  /** Descriptions from the `errors` of the bridge's response. */
  descriptions?: readonly string[];
  operation?: OperationName;
  rtype?: string;
  rid?: string;
  /** Name of the bridge, where the node has several. */
  bridgeName?: string;
  /** `Retry-After` of the response, in ms. */
  retryAfter?: number;
  /** Code of the underlying error, such as `ECONNREFUSED`. */
  reason?: string;
  /**
   * Whether the bridge may have got the request: `no` where nothing was sent, `maybe` where it was sent and not
   * answered, so that it may have been done. Missing where the bridge answered.
   */
  sent?: RequestSentState;
  /** Of a command for several resources: what became of each. */
  parts?: readonly ResourceErrorOutcome[];
  /**
   * The underlying error that was caught. Shown by `util.inspect`, but not enumerable: messages and logs
   * that copy or serialise the details stay plain data.
   */
  readonly error?: Error;
}

/** The one error of this package: a message for people, a code for flows, details in `cause`. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  override readonly cause: BridgeErrorFacts;

  /**
   * @param code stable code, one of `ERR_BRIDGE_…`
   * @param message what happened, to which resource, and what to do about it
   * @param cause details of the failed request
   */
  constructor(
    readonly code: BridgeErrorCode,
    message: string,
    cause: BridgeErrorFacts = {},
  ) {
    super(message);
    this.cause = hideUnderlyingError(cause);
  }
}

function hideUnderlyingError({ error, ...details }: BridgeErrorFacts): BridgeErrorFacts {
  if (error === undefined) return details;
  const inspectAll = (_depth: number, options: InspectOptions): string =>
    inspect({ ...details, error }, options);
  return Object.defineProperties(details, {
    error: { value: error },
    [inspect.custom]: { value: inspectAll },
  });
}

/** True for an error of this package, also one that another copy of the package threw. */
export const isBridgeError = (error: unknown): error is BridgeError =>
  error instanceof Error &&
  error.name === 'BridgeError' &&
  'code' in error &&
  typeof error.code === 'string';

/** Code of an error of Node.js or of a library, such as `ECONNREFUSED`; undefined when it has none. */
export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
