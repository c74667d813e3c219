import { BridgeError, getErrorCode, toCaughtErrorMember, sanitizeText } from './errors';
import { createUnansweredError, formatErrorExplanation } from './error-messages';
import { describeDuration } from '../units/duration';
import type { BridgeErrorFacts, BridgeErrorCode, RequestSentState } from './errors';
import type { ErrorExplanation, RequestDescription } from './error-messages';

/**
 * Why there is no response.
 *
 * `away`: the connection could not be established. `lost`: it closed before the response was complete. `timeout`: no
 * complete response in time. `untrusted`: the certificate is not that of the bridge. `malformed`: the response cannot
 * be parsed. `ended`: the caller or `close()` cancelled the request.
 */
export type TransportFailureKind =
  | 'away'
  | 'lost'
  | 'timeout'
  | 'untrusted'
  | 'malformed'
  | 'ended';

export interface TransportFailure extends ErrorExplanation {
  kind: TransportFailureKind;
  code: BridgeErrorCode;
  reason?: string;
  error?: Error;
}

/** Carries a `TransportFailure` through libraries that pass on errors only. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(readonly failure: TransportFailure) {
    super(failure.detail);
  }
}

export const toRequestError = (
  request: RequestDescription,
  failure: TransportFailure,
  sent: RequestSentState,
): BridgeError => createUnansweredError(failure.code, request, failure, sent, toCause(failure));

/** For an action other than a request, such as "read the certificate". */
export const toTransportFailureError = (purpose: string, failure: TransportFailure): BridgeError =>
  new BridgeError(failure.code, formatErrorExplanation(purpose, failure), toCause(failure));

const toCause = ({ reason, error }: TransportFailure): BridgeErrorFacts => ({
  ...(reason === undefined ? {} : { reason }),
  ...(error === undefined ? {} : { error }),
});

const unreachableFailure = (
  detail: string,
  hint: string,
  reason: string,
  error?: unknown,
): TransportFailure => ({
  kind: 'away',
  code: 'ERR_BRIDGE_UNREACHABLE',
  detail,
  hint,
  ...(reason === '' ? {} : { reason }),
  ...toCaughtErrorMember(error),
});

export const forbiddenAddressFailure = (host: string, address: string): TransportFailure =>
  unreachableFailure(
    `the name ${host} stands for ${address}, where no bridge can be`,
    'Check the address, or enter the IP address of the bridge.',
    'FORBIDDEN_ADDRESS',
  );

const unroutableReasons: ReadonlySet<string> = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
]);

export function toConnectFailure(error: unknown, endpoint: string): TransportFailure {
  if (error instanceof TransportError) return error.failure;
  const reason = getErrorCode(error) ?? '';
  const { detail, hint } = explainConnectFailure(reason, endpoint);
  return unreachableFailure(detail, hint, reason, error);
}

/** Codes: Node.js documentation, common system errors. */
function explainConnectFailure(code: string, endpoint: string): ErrorExplanation {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { detail: `the network does not know the name ${endpoint}`, hint: 'Check the address.' };
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return {
      detail: `what answers at ${endpoint} does not speak HTTPS with TLS 1.2 or later`,
      hint: 'Check address and port: a bridge listens on port 443.',
    };
  if (code === 'ECONNREFUSED')
    return {
      detail: `nothing listens at ${endpoint}`,
      hint: 'Check address and port, and that the bridge has power.',
    };
  if (unroutableReasons.has(code))
    return {
      detail: `there is no route to ${endpoint}`,
      hint: 'Check the address, and that Node-RED and the bridge are on networks that reach each other.',
    };
  return {
    detail: `there is no connection to ${endpoint}`,
    hint: 'Check that the bridge has power and is on the network.',
  };
}

/** @param isSent true if the bridge may have received bytes of the request */
export function toMissingResponseFailure(
  error: unknown,
  endpoint: string,
  isSent: boolean,
): TransportFailure {
  if (error instanceof TransportError) return error.failure;
  const reason = getErrorCode(error) ?? '';
  const isHttpParserError = error instanceof Error && error.name === 'HTTPParserError';
  if (isHttpParserError || reason === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      ...malformedResponseFailure(
        `what came from ${endpoint} is not HTTP`,
        isHttpParserError ? error.name : reason,
      ),
      ...toCaughtErrorMember(error),
    };
  }
  if (!isSent) return toConnectFailure(error, endpoint);
  return {
    kind: 'lost',
    code: 'ERR_BRIDGE_UNREACHABLE',
    detail: `the connection to ${endpoint} was lost before the whole answer came`,
    hint: '',
    ...(reason === '' ? {} : { reason }),
    ...toCaughtErrorMember(error),
  };
}

export const malformedResponseFailure = (detail: string, reason?: string): TransportFailure => ({
  kind: 'malformed',
  code: 'ERR_BRIDGE_MALFORMED_ANSWER',
  detail: sanitizeText(detail),
  hint: 'Check that the address belongs to a bridge, and update its firmware.',
  ...(reason === undefined ? {} : { reason }),
});

export const timeoutFailure = (endpoint: string, deadline: number): TransportFailure => ({
  kind: 'timeout',
  code: 'ERR_BRIDGE_TIMEOUT',
  detail: `${endpoint} did not answer within ${describeDuration(deadline)}`,
  hint: 'Check that it is not overloaded.',
});

export const abortedFailure: TransportFailure = {
  kind: 'ended',
  code: 'ERR_BRIDGE_ABORTED',
  detail: 'it was given up',
  hint: '',
};

export const closedFailure: TransportFailure = {
  kind: 'ended',
  code: 'ERR_BRIDGE_CLOSED',
  detail: 'the connection to the bridge was closed',
  hint: 'Send it again once the bridge is set up.',
};
