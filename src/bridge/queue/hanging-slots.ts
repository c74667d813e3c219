import { timeoutFailure } from '../errors/transport-failure';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import type { ClientLimits } from '../limits/client-limits';
import type { RequestScheduler } from './request-scheduler';

/** How old a sign of life of the bridge may be, in ms, for requests in flight to count as hanging. */
const recentContact = 250;

/**
 * Lets requests that the bridge leaves unanswered, though it answers otherwise, give their place to what waits; asks
 * the bridge where nothing else says whether it answers.
 *
 * @param now present time of the clock in ms
 * @returns whether there is a place now
 */
export function freeHangingSlots(
  scheduler: RequestScheduler,
  health: ConnectionHealthMonitor,
  { maxHangingRequests }: Pick<ClientLimits, 'maxHangingRequests'>,
  now: number,
): boolean {
  let freed = false;
  for (const request of scheduler.findHanging(now)) {
    if (!health.hasContactSince(Math.min(request.sentAt, now - recentContact))) {
      health.check();
      return freed;
    }
    if (!scheduler.inFlight.has(request)) continue;
    const excess = scheduler.setHanging(request);
    freed = true;
    if (excess === undefined) continue;
    const failure = timeoutFailure('the bridge', Math.round(now - excess.sentAt));
    excess.attempt?.end({
      ...failure,
      detail: `${failure.detail}, and ${maxHangingRequests} others were not answered either`,
    });
  }
  return freed;
}
