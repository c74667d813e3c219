import { debugLogs } from '../debug-logs';
import type { QueueEntry } from './entry';

/**
 * Logs a request that leaves the queue.
 *
 * @param now time of the clock, in ms
 * @param queued number of commands that still wait
 */
export function logSend({ lane, commands }: QueueEntry, now: number, queued: number): void {
  const [first] = commands;
  if (first === undefined) return;
  const { request, attempts, queuedAt } = first;
  debugLogs.queue.write(
    `${lane}: sends ${request.method} ${request.path}, attempt ${attempts}, ` +
      `merged ${commands.size}, waited ${Math.round(now - queuedAt)} ms, ${queued} waiting`,
  );
}

/** Logs a request that has to wait. @param queued number of commands that wait, itself included */
export const logQueued = ({ lane, path }: QueueEntry, queued: number): void =>
  debugLogs.queue.write(`${lane}: ${path} waits, ${queued} waiting`);
