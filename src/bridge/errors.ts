import { inspect } from 'node:util';
import type { InspectOptions } from 'node:util';
import type { OperationName } from '../resources/resource';
import { describeProblem } from '../resources/describe-problem';
import type { CommandProblem } from '../vocabulary/parse-result';
import { replaceHiddenCharacters } from '../resources/problems';

/** Sources: service document, section 7; for 400, the Hue CLIP API reference. */
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

/** Service document, section 7. */
export const isOverloadStatus = (status: number): boolean => status === 429 || status === 503;

/** True if the key was rejected. Service document, section 7. */
export const isAuthFailureStatus = (status: number): boolean => status === 401 || status === 403;

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

export type BridgeErrorCode =
  | (typeof errorCodesByStatus)[keyof typeof errorCodesByStatus]
  | (typeof nonStatusErrorCodes)[number];

export type RequestSentState = 'no' | 'maybe';

export interface ResourceErrorOutcome {
  rid: string;
  rtype: string;
  name?: string;
  room?: string;
  bridgeName?: string;
  code?: BridgeErrorCode;
  message?: string;
  sent?: RequestSentState;
}

/** Details of the failed request. They never contain the key. */
export interface BridgeErrorFacts {
  status?: number;
  descriptions?: readonly string[];
  operation?: OperationName;
  rtype?: string;
  rid?: string;
  bridgeName?: string;
  retryAfter?: number;
  /** Code of the underlying error, for example `ECONNREFUSED`. */
  reason?: string;
  /**
   * `no`: nothing was sent. `maybe`: sent without response, so the bridge may have carried it out. Missing if the
   * bridge responded.
   */
  sent?: RequestSentState;
  parts?: readonly ResourceErrorOutcome[];
  /** Not enumerable, so that copies and JSON of the details are plain data. `util.inspect` shows it. */
  readonly error?: Error;
}

/** The only error class of this package: a message for users, a code for flows, details in `cause`. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  override readonly cause: BridgeErrorFacts;

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

/** Returns true for an error of this package, including one that another copy of the package threw. */
export const isBridgeError = (error: unknown): error is BridgeError =>
  error instanceof Error &&
  error.name === 'BridgeError' &&
  'code' in error &&
  typeof error.code === 'string';

/** True if the bridge does not have the path, for example a type of newer bridges. */
export const isMissingPathError = (error: unknown): boolean =>
  isBridgeError(error) && (error.cause.status === 404 || error.cause.status === 405);

/** Code of an error of Node.js or a library, for example `ECONNREFUSED`. */
export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

export const toCaughtErrorMember = (error: unknown): { error?: Error } =>
  error instanceof Error ? { error } : {};

/**
 * Creates the error for a command that is invalid or conflicts with the state. Nothing was sent.
 *
 * @param problem path, expected value and received value
 */
export const createCommandError = (
  problem: CommandProblem,
  code: BridgeErrorCode = problem.conflicts === true
    ? 'ERR_BRIDGE_CONFLICT'
    : 'ERR_BRIDGE_INVALID_COMMAND',
  cause: BridgeErrorFacts = {},
): BridgeError => {
  const error = new BridgeError(code, describeProblem(problem), cause);
  problems.set(error, problem);
  return error;
};

const problems = new WeakMap<BridgeError, CommandProblem>();

export const getCommandProblem = (error: BridgeError): CommandProblem | undefined =>
  problems.get(error);

/**
 * Replaces control and bidirectional characters by spaces and limits the length.
 *
 * @param maxLength in characters
 */
export const sanitizeText = (text: string, maxLength = 300): string => {
  const clean = replaceHiddenCharacters(text.slice(0, maxLength * 2), () => ' ').trim();
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean;
};

/** Returns the message as a sentence with one full stop, without the class name. */
export function getErrorSentence(thrown: unknown): string {
  const message = sanitizeText(thrown instanceof Error ? thrown.message : String(thrown), 500);
  if (message === '') return 'No reason was given.';
  return /[.!?\u2026]$/.test(message) ? message : `${message}.`;
}
