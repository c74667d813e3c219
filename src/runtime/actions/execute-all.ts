import { BridgeError, isBridgeError } from '../../bridge/errors/bridge-error';
import type { ActionOutcome } from './action-outcome';

/**
 * Executes one message for several resources at once.
 *
 * @returns the outcome of the only one, or that of the first with the warnings of all
 * @throws {BridgeError} of the first that failed; of several, its sentence also says how many were done
 */
export async function executeAll<Target>(
  targets: readonly Target[],
  execute: (target: Target) => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  const [only, other] = targets;
  if (only !== undefined && other === undefined) return execute(only);
  const results = await Promise.allSettled(targets.map((target) => execute(target)));
  const outcomes = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const [failure] = results.flatMap((result) => (result.status === 'rejected' ? [result] : []));
  const [first] = outcomes;
  if (failure === undefined && first !== undefined) {
    const warnings = outcomes.flatMap(({ meta }) => meta.warnings);
    return { ...first, meta: { ...first.meta, warnings } };
  }
  const reason: unknown = failure?.reason;
  if (!isBridgeError(reason)) throw reason;
  const message = `${reason.message} ${outcomes.length} of ${results.length} were done.`;
  throw new BridgeError(reason.code, message, { ...reason.cause, error: reason });
}
