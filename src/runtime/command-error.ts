import { BridgeError } from '../bridge/errors/errors';
import type { BridgeErrorCause, BridgeErrorCode } from '../bridge/errors/errors';
import { describeProblem } from '../resources/describe-problem';
import type { CommandProblem } from '../vocabulary';

/** Where the path of a problem begins that is in a setting of the node, so that nobody looks for it in the message. */
const settingWord = 'setting ';

/** @returns the path of a setting, for problems */
export const settingPath = (name: string): string => `${settingWord}${name}`;

/** The error for a message that asks for something that cannot be meant, or cannot be. Nothing was sent. */
export const commandError = (
  problem: CommandProblem,
  code: BridgeErrorCode = problem.conflicts === true
    ? 'ERR_BRIDGE_CONFLICT'
    : 'ERR_BRIDGE_INVALID_COMMAND',
  cause: BridgeErrorCause = {},
): BridgeError => invalid(problem.path, describeProblem(problem), code, cause);

/** The error for a value that cannot be worked out. */
export const invalidValue = (path: string, sentence: string): BridgeError =>
  invalid(path, `${path}: ${sentence}`, 'ERR_BRIDGE_INVALID_COMMAND', {});

/** For a wrong setting, the reason chooses the words of the status. */
const invalid = (
  path: string,
  sentence: string,
  code: BridgeErrorCode,
  cause: BridgeErrorCause,
): BridgeError =>
  new BridgeError(
    code,
    sentence,
    path.startsWith(settingWord) ? { ...cause, reason: 'WRONG_SETTING' } : cause,
  );

/** The error of a node that has no bridge it could use; the reason chooses the words of its status. */
export const notConfigured = (
  reason: 'NO_BRIDGE' | 'NO_KEY' | 'NO_ID' | 'NO_TYPE' | 'NO_PACE',
  message: string,
): BridgeError => new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message, { reason });

/** The error for messages that a node leaves behind when it is stopped. */
export const closedError = (): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_CLOSED',
    'The node was stopped or deployed again before the bridge had answered. If it was already sent, the bridge may have done it: look before you send it again.',
  );

/** An error as it is, or anything else that was thrown as an error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error
    ? thrown
    : new Error(typeof thrown === 'string' ? thrown : 'Unknown error.');
