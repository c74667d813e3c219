import { createCommandExpiredError } from './queue-errors';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import type { ClientLimits } from '../limits/client-limits';
import type { QueuedCommand, QueueEntry } from './queued-command';
import type { OverloadCircuitBreaker } from './overload-circuit-breaker';
import type { QueueWaitReason } from './queue-errors';
import type { RequestQueue } from './request-queue';
import type { RequestScheduler } from './request-scheduler';

interface CommandExpiryOptions {
  limits: Pick<ClientLimits, 'maxQueueTime'>;
  health: ConnectionHealthMonitor;
  queue: RequestQueue;
  scheduler: RequestScheduler;
  circuitBreaker: OverloadCircuitBreaker;
}

export class CommandExpiry {
  constructor(private readonly options: CommandExpiryOptions) {}

  get nextAt(): number {
    return this.options.queue.oldest + this.options.limits.maxQueueTime;
  }

  removeExpired(now: number): readonly QueueEntry[] {
    const { limits, queue } = this.options;
    const newest = now - limits.maxQueueTime;
    if (queue.oldest > newest) return [];
    const entries = new Map<string, QueueEntry>();
    for (
      let expired = queue.removeOlderThan(newest);
      expired !== undefined;
      expired = queue.removeOlderThan(newest)
    ) {
      const { command, entry } = expired;
      this.#expire(command, entry);
      entries.set(entry.path, entry);
    }
    return [...entries.values()];
  }

  /** If the bridge refused the command repeatedly, the command gets that response. */
  #expire(command: QueuedCommand, entry: QueueEntry): void {
    const { refusal: response } = command;
    const waitReason = this.#getWaitReason(entry);
    if (response !== undefined && (waitReason === 'busy' || waitReason === 'rate'))
      command.resolve({ response, merged: 1, retriedAfterLoss: command.sent === 'maybe' });
    else
      command.reject(
        createCommandExpiredError(command, this.options.limits.maxQueueTime, waitReason),
      );
  }

  #getWaitReason(entry: QueueEntry): QueueWaitReason {
    const { health, circuitBreaker, scheduler } = this.options;
    if (health.status !== 'up') return 'away';
    if (circuitBreaker.isOpen) return 'busy';
    return scheduler.isBackedOff(entry) ? 'target' : 'rate';
  }
}
