import { BridgeError, isBridgeError, createCommandError, sanitizeText } from '../bridge/errors';
import type { BridgeErrorFacts, BridgeErrorCode, RequestSentState } from '../bridge/errors';
import type { CommandProblem, ParseResult } from '../vocabulary/parse-result';
import { compareNames } from '../resources/compare-names';

/** Distinguishes settings from paths in the message. */
const settingPrefix = 'setting ';

export const formatSettingPath = (name: string): string => `${settingPrefix}${name}`;

/** For a command that is invalid or conflicts with the state. Nothing was sent. */
export const toCommandError = (
  problem: CommandProblem,
  code?: BridgeErrorCode,
  cause?: BridgeErrorFacts,
): BridgeError => createCommandError(problem, code, addSettingReason(problem.path, cause));

/** `expected` completes "expected …". */
export const createSettingError = (
  name: string,
  expected: string,
  received: unknown,
): BridgeError => toCommandError({ path: formatSettingPath(name), expected, received });

/**
 * @param code ERR_BRIDGE_INVALID_COMMAND if missing
 * @throws {BridgeError} for the problem of the parser
 */
export function getParsedOrThrow<T>(result: ParseResult<T>, code?: BridgeErrorCode): T {
  if (result.ok) return result.value;
  throw toCommandError(result.problem, code);
}

export const createInvalidValueError = (path: string, sentence: string): BridgeError =>
  new BridgeError('ERR_BRIDGE_INVALID_COMMAND', `${path}: ${sentence}`, addSettingReason(path));

/** Adds the reason for the status text; a reason of the cause stays. */
const addSettingReason = (path: string, cause: BridgeErrorFacts = {}): BridgeErrorFacts =>
  path.startsWith(settingPrefix) ? { reason: 'WRONG_SETTING', ...cause } : cause;

/** `reason` selects the status text. */
export const createNotConfiguredError = (
  reason: 'NO_BRIDGE' | 'NO_KEY' | 'NO_ID' | 'NO_TYPE' | 'NO_TARGET' | 'NO_RATE',
  message: string,
): BridgeError => new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message, { reason });

/**
 * For messages that are pending when a node or its bridge is closed.
 *
 * @param sent `no` if certainly nothing was sent
 */
export const createNodeClosedError = (sent?: RequestSentState): BridgeError => {
  const reason = 'The node was removed or stopped, or its bridge got other settings, before';
  return sent === 'no'
    ? new BridgeError('ERR_BRIDGE_CLOSED', `${reason} this was sent: nothing of it was done.`, {
        sent,
      })
    : new BridgeError(
        'ERR_BRIDGE_CLOSED',
        `${reason} the bridge had answered. If it was already sent, the bridge may have done it: look before you send it again.`,
        sent === undefined ? {} : { sent },
      );
};

/** @param sentence what failed, without a full stop */
export function toNodeError(
  thrown: unknown,
  sentence = 'Something went wrong that this package did not expect. If a command was under way, the bridge may have done it',
): BridgeError {
  if (isBridgeError(thrown)) return thrown;
  const error = toError(thrown);
  const message = `${sentence}: ${error.message.slice(0, maxReasonLength)}`;
  return new BridgeError('ERR_BRIDGE_UNEXPECTED_ERROR', message, { error });
}

/** In characters, for a message from another source. */
const maxReasonLength = 200;

export const toError = (thrown: unknown): Error =>
  thrown instanceof Error
    ? thrown
    : new Error(typeof thrown === 'string' ? thrown : 'Unknown error.');

export function addBridgeToError(thrown: unknown, bridgeName: string): BridgeError {
  const { code, message, cause } = toNodeError(thrown);
  if (cause.bridgeName !== undefined) return toNodeError(thrown);
  const { error } = cause;
  const facts = { ...cause, bridgeName, ...(error === undefined ? {} : { error }) };
  // A picked name already contains its bridge.
  const isNamed = message.startsWith(`${bridgeName}:`);
  return new BridgeError(code, isNamed ? message : `${bridgeName}: ${message}`, facts);
}

/** Names in a sentence, and characters of each name. */
const maxListedNames = 8;
const maxNameLength = 60;

/** Sorts and bounds names; `more` counts the others. */
export function listNames(names: readonly string[]): { listed: string[]; more: number } {
  const distinct = [...new Set(names)].toSorted(compareNames);
  const listed = distinct.slice(0, maxListedNames).map((name) => sanitizeText(name, maxNameLength));
  return { listed, more: distinct.length - listed.length };
}

/** Sorts and bounds names: `Attic, Garden or House`. */
export function joinNames(names: readonly string[], conjunction: 'and' | 'or'): string {
  const { listed, more } = listNames(names);
  if (more > 0) return `${listed.join(', ')} and ${more} more`;
  const last = listed.pop() ?? '';
  return listed.length === 0 ? last : `${listed.join(', ')} ${conjunction} ${last}`;
}
