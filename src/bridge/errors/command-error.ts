import { describeProblem } from '../../resources/validation/describe-problem';
import type { CommandProblem } from '../../vocabulary';
import { BridgeError } from './bridge-error';
import type { BridgeErrorFacts, BridgeErrorCode } from './bridge-error';

/**
 * Creates the error of a command that is invalid or conflicts with the state. Nothing was sent.
 *
 * @param problem path, what was expected and what came
 * @param code ERR_BRIDGE_CONFLICT or ERR_BRIDGE_INVALID_COMMAND when missing
 * @param cause details, where there are some
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

/** The problem that an error was created for, for who knows more about it; undefined for any other error. */
export const getCommandProblem = (error: BridgeError): CommandProblem | undefined =>
  problems.get(error);
