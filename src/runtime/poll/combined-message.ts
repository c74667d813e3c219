import type { NodeMessage } from 'node-red';
import type { Mirror } from '../../bridge';
import { cloneJson } from '../../resources/member-access';
import type { Resource } from '../../resources';
import type { PayloadSelector, PollMessageReason } from './poll-message';
import type { Combination, ValueCombiner } from './value-combiner';

/** What the combined value of several resources is made of. */
export interface CombinedSource {
  readonly mirror: Mirror;
  readonly combiner: ValueCombiner;
  readonly combination: Combination;
  /** Selects what is combined. */
  readonly selectValue: PayloadSelector;
  readonly rtype: string;
}

/**
 * Creates the message with one value for several resources; `msg.values` holds the value of each.
 *
 * @param previous payload of the message before; undefined for none
 */
export function createCombinedMessage(
  { mirror, combiner, combination, selectValue, rtype }: CombinedSource,
  resources: readonly Resource[],
  occasion: PollMessageReason,
  previous: unknown,
): NodeMessage {
  const values = resources.map((resource) => ({
    rid: resource.id,
    ...mirror.displayNames(resource.id),
    value: cloneJson(selectValue(resource) ?? null),
  }));
  return {
    payload: combiner.combine(values),
    topic: `${rtype}/${combination}`,
    values,
    previous,
    bridge: { occasion, rtype, combine: combination },
  };
}
