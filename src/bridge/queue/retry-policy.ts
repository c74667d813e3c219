import type { TransportFailure } from '../errors/transport-failure';
import type { QueuedCommand } from './entry';

/** What the decision to retry a command depends on. */
export interface RetryContext {
  /** Most attempts, the first included. */
  maxAttempts: number;
  /** Whether the bridge has ever answered this client. */
  hasEverResponded: boolean;
  /** Whether the bridge was known to be unreachable before this attempt. */
  wasUnreachable: boolean;
}

/** True for a read that fails at once while the bridge is unreachable. */
export const failsWhenOffline = ({ request }: Pick<QueuedCommand, 'request'>): boolean =>
  request.method === 'GET' && request.waitIfOffline !== true;

/**
 * After 429 or 503: the bridge has not executed the request, so all but POST are retried; nothing
 * is ever created twice.
 */
export const mayRetryAfterThrottling = (
  command: QueuedCommand,
  { maxAttempts }: RetryContext,
): boolean => command.request.method !== 'POST' && command.attempts < maxAttempts;

/**
 * After an attempt without a response. A write that did not reach the bridge waits for it, up to
 * `maxQueueTime`; a read fails instead, because the caller can ask again, unless it has
 * `waitIfOffline`. What may have reached the bridge is retried only where it is idempotent.
 */
export function mayRetryAfterFailure(
  { request, attempts }: QueuedCommand,
  failure: TransportFailure,
  context: RetryContext,
): boolean {
  if (request.method === 'POST') return false;
  if (failure.kind === 'lost') return !request.nonIdempotent && attempts < context.maxAttempts;
  if (failure.kind !== 'away') return false;
  if (failsWhenOffline({ request }))
    return !context.wasUnreachable && attempts < context.maxAttempts;
  return context.hasEverResponded || attempts < context.maxAttempts;
}
