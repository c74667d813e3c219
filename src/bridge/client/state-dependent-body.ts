import type { RequestBody } from '../wire/request';
import type { StateDependentBody } from '../queue/queued-command';
import type { UntypedModifyOptions } from './client-options';

/**
 * The body of a change that depends on the state before it, as the queue takes it.
 *
 * @param validateWriteBody checks what the modification builds, and serialises it
 */
export function createStateDependentBody(
  modification: UntypedModifyOptions,
  checkBody: (body: unknown) => RequestBody,
): StateDependentBody {
  const fromFreshState = async (signal: AbortSignal): Promise<RequestBody> =>
    checkBody(await modification.fromFreshState(signal));
  if (modification.fromPendingWrites === undefined) return { fromFreshState };
  return {
    fromFreshState,
    fromPendingWrites(pending) {
      const body = modification.fromPendingWrites?.(pending);
      return body === undefined ? undefined : checkBody(body);
    },
  };
}
