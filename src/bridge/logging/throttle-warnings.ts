import { sanitizeText } from '../errors/sanitize-text';
import { evictOldest } from '../limits/evict-oldest';
import type { ClientLimits } from '../limits/client-limits';
import type { Clock } from '../time/clock';

const maxRemembered = 100;

/**
 * Reports the same text at most once per `warningRepeatInterval`.
 *
 * @param report an error that it throws becomes a process warning of Node.js
 */
export function throttleWarnings(
  report: (warning: string) => void,
  { warningRepeatInterval }: Pick<ClientLimits, 'warningRepeatInterval'>,
  clock: Clock,
): (warning: string) => void {
  const lastReportedAt = new Map<string, number>();
  return (warning) => {
    const now = clock.now();
    const reportedAt = lastReportedAt.get(warning);
    if (reportedAt !== undefined && now - reportedAt < warningRepeatInterval) return;
    lastReportedAt.delete(warning);
    lastReportedAt.set(warning, now);
    evictOldest(lastReportedAt, maxRemembered);
    try {
      report(sanitizeText(warning, 1_000));
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
