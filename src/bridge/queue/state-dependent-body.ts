import type { RequestBody } from '../wire/request';
import type { JsonBodyMembers } from './coalesced-write';

/**
 * Body of an update that depends on the state of its resource. The update keeps its place among the
 * commands for the resource; its body is built when the writes before it say what it needs, else when
 * all of them have been answered and the state was read.
 */
export interface StateDependentBody {
  /**
   * Builds the body from what the unanswered writes before it set, which saves the read. An update with it
   * may be merged with others, as any other; one without is sent on its own.
   *
   * @param members their members, the last value of each
   * @returns undefined when they do not say enough
   * @throws {Error} which rejects the update
   */
  fromPendingWrites?: (members: JsonBodyMembers) => RequestBody | undefined;
  /**
   * Reads the state and builds the body. No other write of the resource is sent meanwhile.
   *
   * @param signal aborted when the update is not wanted any more
   * @throws {Error} by rejection, which rejects the update
   */
  fromFreshState: (signal: AbortSignal) => Promise<RequestBody>;
}
