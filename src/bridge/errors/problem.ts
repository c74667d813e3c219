import { errorCode } from './error-code';
import { BridgeError } from './errors';
import { printable } from './printable';
import { requestError, sentence } from './sentences';
import type { BridgeErrorCode } from './errors';
import type { Explanation, RequestPurpose } from './sentences';

/**
 * Why there is no answer. `away`: no connection came about; `lost`: it ended before the answer did;
 * `timeout`: no whole answer in time; `untrusted`: somebody else answers; `malformed`: what came is no
 * answer; `ended`: the caller or `close()` put an end to it.
 */
export type ProblemKind = 'away' | 'lost' | 'timeout' | 'untrusted' | 'malformed' | 'ended';

/** A failure below the level of requests. */
export interface Problem extends Explanation {
  kind: ProblemKind;
  code: BridgeErrorCode;
  /** Code of the underlying error. */
  reason?: string;
}

/** Carries a problem through libraries that only pass on errors. */
export class ConnectionProblem extends Error {
  override readonly name = 'ConnectionProblem';

  constructor(readonly problem: Problem) {
    super(problem.what);
  }
}

/** The error that a problem is for one request. */
export const problemError = (request: RequestPurpose, problem: Problem): BridgeError =>
  requestError(problem.code, request, problem, factsOf(problem));

/** The error that a problem is for something else than a request, such as "read the certificate". */
export const failure = (purpose: string, problem: Problem): BridgeError =>
  new BridgeError(problem.code, sentence(purpose, problem), factsOf(problem));

const factsOf = ({ reason }: Problem): { reason?: string } =>
  reason === undefined ? {} : { reason };

const away = (what: string, todo: string, reason: string): Problem => ({
  kind: 'away',
  code: 'ERR_BRIDGE_UNREACHABLE',
  what,
  todo,
  ...(reason === '' ? {} : { reason }),
});

/** The problem of a name that stands for an address at which no bridge can be. */
export const forbiddenAddress = (name: string, address: string): Problem =>
  away(
    `the name ${name} stands for ${address}, where no bridge can be`,
    'Check the address, or enter the IP address of the bridge.',
    'FORBIDDEN_ADDRESS',
  );

/** Says why no connection came about. Names of the errors: Node.js documentation, common system errors. */
export function connectProblem(error: unknown, where: string): Problem {
  if (error instanceof ConnectionProblem) return error.problem;
  const reason = errorCode(error) ?? '';
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
    return away(`the network does not know the name ${where}`, 'Check the address.', reason);
  }
  if (reason.startsWith('ERR_SSL_') || reason === 'EPROTO') {
    return away(
      `what answers at ${where} does not speak HTTPS with TLS 1.2 or later`,
      'Check address and port: a bridge listens on port 443.',
      reason,
    );
  }
  if (reason === 'ECONNREFUSED') {
    return away(
      `nothing listens at ${where}`,
      'Check address and port, and that the bridge has power.',
      reason,
    );
  }
  return away(
    `there is no connection to ${where}`,
    'Check that the bridge has power and is on the network.',
    reason,
  );
}

/** Says why a connection that stood gave no answer. */
export function answerProblem(error: unknown, where: string, sent: boolean): Problem {
  if (error instanceof ConnectionProblem) return error.problem;
  const reason = errorCode(error) ?? '';
  const noHttp = error instanceof Error && error.name === 'HTTPParserError';
  if (noHttp || reason === 'UND_ERR_HEADERS_OVERFLOW') {
    return malformed(`what came from ${where} is not HTTP`, noHttp ? error.name : reason);
  }
  if (!sent) return connectProblem(error, where);
  return {
    kind: 'lost',
    code: 'ERR_BRIDGE_UNREACHABLE',
    what: `the connection to ${where} was lost before the whole answer came`,
    todo: 'The bridge may have done it or not: look before you repeat it.',
    ...(reason === '' ? {} : { reason }),
  };
}

/** What came is no answer of the service. */
export const malformed = (what: string, reason?: string): Problem => ({
  kind: 'malformed',
  code: 'ERR_BRIDGE_MALFORMED_ANSWER',
  what: printable(what),
  todo: 'Check that the address belongs to a bridge, and update its firmware.',
  ...(reason === undefined ? {} : { reason }),
});

/** No whole answer within the deadline. */
export const timedOut = (where: string, deadline: number): Problem => ({
  kind: 'timeout',
  code: 'ERR_BRIDGE_TIMEOUT',
  what: `${where} did not answer within ${deadline} ms`,
  todo: 'The bridge may have done it or not. Check that it is not overloaded, and look before you repeat it.',
});

/** The caller gave it up. */
export const abortedProblem: Problem = {
  kind: 'ended',
  code: 'ERR_BRIDGE_ABORTED',
  what: 'it was given up',
  todo: 'If it was already sent, the bridge may have done it.',
};

/** The client was closed. */
export const closedProblem: Problem = {
  kind: 'ended',
  code: 'ERR_BRIDGE_CLOSED',
  what: 'the connection to the bridge was closed',
  todo: 'It was not sent, or its answer was not awaited. Send it again once the bridge is set up.',
};
