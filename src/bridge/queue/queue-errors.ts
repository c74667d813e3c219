import { createRequestError } from '../errors/error-messages';
import type { BridgeError } from '../errors/bridge-error';
import type { RequestSummary } from '../errors/error-messages';
import type { CircuitOpenReason } from './circuit-breaker';

/** Error for a command beyond the number that may be queued. */
export const queueFullError = (request: RequestSummary, queuedCommands: number): BridgeError =>
  createRequestError('ERR_BRIDGE_QUEUE_FULL', request, {
    detail: `${queuedCommands} commands already wait for the bridge`,
    hint: 'Nothing was sent. Send less often, or send on only when the one before was answered.',
  });

/** Error for a command whose body exceeds what may be queued. */
export const queuedBodiesTooLongError = (request: RequestSummary, maxLength: number): BridgeError =>
  createRequestError('ERR_BRIDGE_QUEUE_FULL', request, {
    detail: `with its body, what waits for the bridge would be longer than ${maxLength} characters`,
    hint: 'Nothing was sent. Send less at a time, or send on only when the one before was answered.',
  });

const openReasonClauses: Readonly<Record<CircuitOpenReason, string>> = {
  busy: ' because the bridge kept asking for patience',
  away: ' because the bridge was away',
};

/**
 * Error for a command that was queued too long.
 *
 * @param maxQueueTime in ms
 */
export const commandExpiredError = (
  request: RequestSummary,
  maxQueueTime: number,
  openReason: CircuitOpenReason | undefined,
): BridgeError =>
  createRequestError('ERR_BRIDGE_EXPIRED', request, {
    detail: `it waited longer than ${maxQueueTime} ms${openReason === undefined ? '' : openReasonClauses[openReason]}`,
    hint: 'It will not be sent any more. Send it again if it is still wanted.',
  });
