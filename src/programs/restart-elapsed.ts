import type { StoredProgram } from './program';

/** System time before which the clock of a machine cannot have been set: this was written later. In ms since the epoch. */
const earliestSetTime = Date.UTC(2025, 0, 1);

/**
 * How long a program that was kept has run, in ms. The time since it was kept counts where the clock shows it: not where
 * the clock was not set yet when the program began, or is behind the time at which it was kept.
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
