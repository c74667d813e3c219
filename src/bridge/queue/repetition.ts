import type { Problem } from '../errors/problem';
import type { Command } from './waiting-list';

/** What is known when the question comes up whether a command may be sent again. */
export interface RepetitionFacts {
  /** Most attempts that count. */
  attempts: number;
  /** Whether the bridge ever answered this client. */
  everReplied: boolean;
  /** Whether the bridge was known to be away before this attempt. */
  wasAway: boolean;
}

/** True for a read that nobody wants to wait for while the bridge is away. */
export const isImpatient = ({ request }: Pick<Command, 'request'>): boolean =>
  request.method === 'GET' && request.patient !== true;

/** After 429 or 503: what the bridge did not take it may be offered again, but nothing is ever created twice. */
export const mayRepeatAfterRefusal = (command: Command, { attempts }: RepetitionFacts): boolean =>
  command.request.method !== 'POST' && command.attempts < attempts;

/**
 * After an attempt without an answer. What did not reach a bridge that is away for a while waits for it, up to
 * its age; a read is answered instead, because whoever asks can ask again, unless a write waits for it. What may
 * have reached the bridge is repeated only where that comes to the same.
 */
export function mayRepeatAfterFailure(
  { request, attempts }: Command,
  problem: Problem,
  facts: RepetitionFacts,
): boolean {
  if (request.method === 'POST') return false;
  if (problem.kind === 'lost') return !request.momentary && attempts < facts.attempts;
  if (problem.kind !== 'away') return false;
  if (isImpatient({ request })) return !facts.wasAway && attempts < facts.attempts;
  return facts.everReplied || attempts < facts.attempts;
}
