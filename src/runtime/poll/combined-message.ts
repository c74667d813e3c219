import type { NodeMessage } from 'node-red';
import type { Mirror } from '../../bridge';
import { cloneJson } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { PayloadSelector, ResourceMessageReason } from '../watching/resource-message';
import type { PollSettings } from './poll-settings';
import { ValueCombiner } from './value-combiner';
import type { ValueCombinationMethod } from './value-combiner';

/** What the combined value of several resources is made of. */
export interface CombinedValueDefinition {
  readonly mirror: Mirror;
  readonly combiner: ValueCombiner;
  readonly combination: ValueCombinationMethod;
  /** Selects what is combined. */
  readonly selectValue: PayloadSelector;
  readonly rtype: string;
}

/** Creates what the combined value of a node is made of; undefined where each resource has messages of its own. */
export const createCombinedValueDefinition = (
  mirror: Mirror,
  { combine: combination, rule, rtype }: Pick<PollSettings, 'combine' | 'rule' | 'rtype'>,
  selectValue: PayloadSelector,
): CombinedValueDefinition | undefined =>
  combination === undefined
    ? undefined
    : { mirror, combiner: new ValueCombiner(combination, rule), combination, selectValue, rtype };

/** One value for several resources, and what it is made of. */
interface CombinedValue {
  readonly value: boolean | number | null;
  readonly values: readonly Readonly<Record<'rid' | 'value', unknown>>[];
}

/** Combines the present values of several resources. */
export function combineResourceValues(
  { mirror, combiner, selectValue }: CombinedValueDefinition,
  resources: readonly Resource[],
): CombinedValue {
  const values = resources.map((resource) => ({
    rid: resource.id,
    ...mirror.displayNames(resource.id),
    value: cloneJson(selectValue(resource) ?? null),
  }));
  return { value: combiner.combine(values), values };
}

/**
 * Creates the message with one value for several resources; `msg.values` holds the value of each.
 *
 * @param previous payload of the message before; undefined for none
 */
export function createCombinedMessage(
  source: CombinedValueDefinition,
  resources: readonly Resource[],
  occasion: ResourceMessageReason,
  previous: unknown,
): NodeMessage {
  const { combination, rtype } = source;
  const { value, values } = combineResourceValues(source, resources);
  return {
    payload: value,
    topic: `${rtype}/${combination}`,
    values,
    previous,
    bridge: { occasion, rtype, combine: combination },
  };
}
