import type { TransportFailure } from '../errors/transport-failure';
import type { QueuedCommand } from './entry';

/** True for a read that fails while the bridge cannot be reached, because the caller can ask again. */
export const failsWhenOffline = ({ request }: Pick<QueuedCommand, 'request'>): boolean =>
  request.method === 'GET' && request.waitIfOffline !== true;

/**
 * After 429 or 503: the bridge has not executed the request. A refused change waits, up to `maxQueueTime`; a read
 * is given up after a few attempts, because the caller can ask again; POST is never repeated, so that nothing is
 * ever created twice.
 *
 * @param maxAttempts most attempts of a read, the first included; with 1, nothing is repeated
 */
export const mayRetryAfterRefusal = (
  { request: { method }, attempts }: QueuedCommand,
  maxAttempts: number,
): boolean => method !== 'POST' && maxAttempts > 1 && (method !== 'GET' || attempts < maxAttempts);

/**
 * After an attempt without a response. What did not reach the bridge waits for it, up to `maxQueueTime`. What may
 * have reached it is repeated only where it is idempotent, and never where the time for its answer is over.
 *
 * @param maxAttempts most attempts, the first included
 */
export function mayRetryAfterFailure(
  command: QueuedCommand,
  { kind }: TransportFailure,
  maxAttempts: number,
): boolean {
  const { request, attempts } = command;
  if (kind === 'away') return !failsWhenOffline(command) || attempts < maxAttempts;
  if (kind !== 'lost' || request.method === 'POST') return false;
  return request.nonIdempotent !== true && attempts < maxAttempts;
}
