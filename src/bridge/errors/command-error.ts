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
): BridgeError => new BridgeError(code, describeProblem(problem), cause);
