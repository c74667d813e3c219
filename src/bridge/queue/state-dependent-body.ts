import type { RequestBody } from '../wire/bridge-request';
import type { Members } from '../../resources';

/**
 * Body of an update that depends on the state of its resource. The update keeps its place among the commands for the
 * resource.
 */
export interface StateDependentBody<Body = RequestBody> {
  /**
   * No read is needed, and the update can be merged. An update without this function is sent alone.
   *
   * @param pending members of the pending writes, the last value of each
   * @returns undefined if they do not determine the body
   * @throws {Error} an error that rejects the update
   */
  fromPendingWrites?: (pending: Members) => Body | undefined;
  /**
   * Reads the state after earlier writes are answered. No other write of the resource is sent meanwhile.
   *
   * @param signal aborted if the update is cancelled
   * @throws {Error} by rejection, an error that rejects the update
   */
  fromFreshState: (signal: AbortSignal) => Promise<Body>;
  /** Members that the body may have; missing if unknown. */
  memberNames?: readonly string[] | undefined;
}

/** An error that `convert` throws rejects the update. */
export function convertStateDependentBody<From, To>(
  { fromPendingWrites, fromFreshState, memberNames }: StateDependentBody<From>,
  convert: (body: From) => To,
): StateDependentBody<To> {
  const converted = {
    memberNames,
    fromFreshState: async (signal: AbortSignal) => convert(await fromFreshState(signal)),
  };
  if (fromPendingWrites === undefined) return converted;
  return {
    ...converted,
    fromPendingWrites(pending) {
      const body = fromPendingWrites(pending);
      return body === undefined ? undefined : convert(body);
    },
  };
}
