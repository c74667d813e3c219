import type { StoredProgram } from './program';

/** Minimum plausible system time, in ms since the epoch: before, the clock of the machine was not set. */
const earliestSetTime = Date.UTC(2025, 0, 1);

/**
 * Returns how long a stored program has run, in ms. The time since it was stored is included, unless the clock was
 * not set at its start or is behind the time of storing.
 *
 * @param now system time, in ms since the epoch
 */
export function getElapsedAfterRestart(
  { startedAt, keptAt = startedAt }: StoredProgram,
  now: number,
): number {
  const known = Math.max(0, keptAt - startedAt);
  return startedAt < earliestSetTime || now < keptAt ? known : now - startedAt;
}
