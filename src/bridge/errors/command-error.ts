import { describeProblem } from '../../resources/validation/describe-problem';
import type { CommandProblem } from '../../vocabulary/parse-result';
import { BridgeError } from './bridge-error';
import type { BridgeErrorFacts, BridgeErrorCode } from './bridge-error';

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
