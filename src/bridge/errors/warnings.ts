import { printable } from './printable';
import type { Clock } from '../time/clock';

/** The same warning comes once in this time at most, in ms. */
const quietTime = 3_600_000;

/** Most warnings remembered; with more, the oldest is forgotten. */
const mostRemembered = 100;

/**
 * Passes warnings on to people, each no more than once an hour.
 *
 * @param tell takes a warning; what it throws becomes a warning of Node.js
 * @returns the gate
 */
export function warningGate(
  tell: (warning: string) => void,
  clock: Clock,
): (warning: string) => void {
  const toldAt = new Map<string, number>();
  return (warning) => {
    const now = clock.now();
    const last = toldAt.get(warning);
    if (last !== undefined && now - last < quietTime) return;
    toldAt.delete(warning);
    toldAt.set(warning, now);
    if (toldAt.size > mostRemembered) {
      for (const oldest of toldAt.keys()) {
        toldAt.delete(oldest);
        break;
      }
    }
    try {
      tell(printable(warning, 1_000));
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
