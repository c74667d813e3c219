import type { RequestBody } from '../wire/bridge-request';
import type { StateDependentBody } from '../queue/queued-command';
import type { UntypedModifyOptions } from './client-options';
import type { WriteAdditions } from './write-additions';

/**
 * The body of a change that depends on the state before it, as the queue takes it.
 *
 * @param additions what is sent along with it
 * @param checkBody checks what the modification builds, and serialises it
 */
export function createStateDependentBody(
  modification: UntypedModifyOptions,
  additions: WriteAdditions,
  checkBody: (body: unknown) => RequestBody,
): StateDependentBody {
  const checkWithAdditions = (body: unknown): RequestBody =>
    additions.addTo(checkBody(body), checkBody);
  const fromFreshState = async (signal: AbortSignal): Promise<RequestBody> =>
    checkWithAdditions(await modification.fromFreshState(signal));
  if (modification.fromPendingWrites === undefined) return { fromFreshState };
  return {
    fromFreshState,
    fromPendingWrites(pending) {
      const body = modification.fromPendingWrites?.(pending);
      return body === undefined ? undefined : checkWithAdditions(body);
    },
  };
}
