import { BridgeError, isBridgeError } from '../../bridge/errors/bridge-error';
import type {
  BridgeErrorFacts,
  BridgeErrorCode,
  RequestSentState,
} from '../../bridge/errors/bridge-error';
import { createCommandError } from '../../bridge/errors/command-error';
import type { CommandProblem, ParseResult } from '../../vocabulary';

/** Prefix that distinguishes paths of settings from paths in the message. */
const settingPrefix = 'setting ';

/** @returns the path of a setting, for problems */
export const formatSettingPath = (name: string): string => `${settingPrefix}${name}`;

/** Creates the error of a command that is invalid or conflicts with the state. Nothing was sent. */
export const toCommandError = (
  problem: CommandProblem,
  code?: BridgeErrorCode,
  cause?: BridgeErrorFacts,
): BridgeError => createCommandError(problem, code, addSettingReason(problem.path, cause));

/** Creates the error of a wrong setting; `expected` completes "expected …". */
export const createSettingError = (
  name: string,
  expected: string,
  received: unknown,
): BridgeError => toCommandError({ path: formatSettingPath(name), expected, received });

/**
 * @param code code of the error; ERR_BRIDGE_INVALID_COMMAND if missing
 * @throws {BridgeError} for the problem that the parser has found
 */
export function getParsedOrThrow<T>(result: ParseResult<T>, code?: BridgeErrorCode): T {
  if (result.ok) return result.value;
  throw toCommandError(result.problem, code);
}

/** Creates the error of a value that cannot be evaluated. */
export const createInvalidValueError = (path: string, sentence: string): BridgeError =>
  new BridgeError('ERR_BRIDGE_INVALID_COMMAND', `${path}: ${sentence}`, addSettingReason(path));

/** Adds the `reason` of the status text for a wrong setting, unless the cause has a reason. */
const addSettingReason = (path: string, cause: BridgeErrorFacts = {}): BridgeErrorFacts =>
  path.startsWith(settingPrefix) ? { reason: 'WRONG_SETTING', ...cause } : cause;

/** Creates the error of a node without a usable bridge; `reason` selects the status text. */
export const createNotConfiguredError = (
  reason: 'NO_BRIDGE' | 'NO_KEY' | 'NO_ID' | 'NO_TYPE' | 'NO_TARGET' | 'NO_RATE',
  message: string,
): BridgeError => new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message, { reason });

/**
 * Creates the error of messages that are pending when a node or its bridge is closed.
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

/**
 * Converts a thrown value to an error with a code.
 *
 * @param sentence what failed, without a full stop
 */
export function toNodeError(
  thrown: unknown,
  sentence = 'Something went wrong that this package did not expect. If a command was under way, the bridge may have done it',
): BridgeError {
  if (isBridgeError(thrown)) return thrown;
  const error = toError(thrown);
  const message = `${sentence}: ${error.message.slice(0, maxReasonLength)}`;
  return new BridgeError('ERR_BRIDGE_UNEXPECTED_ERROR', message, { error });
}

/** Maximum length of a message from another source, in characters. */
const maxReasonLength = 200;

export const toError = (thrown: unknown): Error =>
  thrown instanceof Error
    ? thrown
    : new Error(typeof thrown === 'string' ? thrown : 'Unknown error.');

/** Returns the error of a node with several bridges, with the name of the bridge. */
export function addBridgeToError(thrown: unknown, bridgeName: string): BridgeError {
  const { code, message, cause } = toNodeError(thrown);
  if (cause.bridgeName !== undefined) return toNodeError(thrown);
  const { error } = cause;
  const facts = { ...cause, bridgeName, ...(error === undefined ? {} : { error }) };
  // A picked name already contains its bridge.
  const isNamed = message.startsWith(`${bridgeName}:`);
  return new BridgeError(code, isNamed ? message : `${bridgeName}: ${message}`, facts);
}
