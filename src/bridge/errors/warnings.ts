import { printable } from './printable';
import type { Limits } from '../limits';
import type { Clock } from '../time/clock';

/** Most warnings remembered; with more, the oldest is forgotten. */
const mostRemembered = 100;

/**
 * Passes warnings on to people, the same no more than once in a while.
 *
 * @param tell takes a warning; what it throws becomes a warning of Node.js
 * @param limits `sameWarning` is that while, in ms
 * @returns the gate
 */
export function warningGate(
  tell: (warning: string) => void,
  { sameWarning }: Pick<Limits, 'sameWarning'>,
  clock: Clock,
): (warning: string) => void {
  const toldAt = new Map<string, number>();
  return (warning) => {
    const now = clock.now();
    const last = toldAt.get(warning);
    if (last !== undefined && now - last < sameWarning) return;
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
