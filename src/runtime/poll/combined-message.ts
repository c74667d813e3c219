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
function createCombinedMessage(
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

/** The messages with one value for several resources, each compared with the one before. */
export class CombinedMessages {
  readonly #definition: CombinedValueDefinition;
  /** Value in the last message, or at the start. */
  #last: unknown;

  constructor(definition: CombinedValueDefinition) {
    this.#definition = definition;
  }

  /** Creates a message, whether or not the value is another one. */
  create(resources: readonly Resource[], occasion: ResourceMessageReason): NodeMessage {
    const message = createCombinedMessage(this.#definition, resources, occasion, this.#last);
    this.#last = message.payload;
    return message;
  }

  /**
   * Creates a message about a change.
   *
   * @param smallestChange by how much a number must differ
   * @returns undefined where the value is the same, or differs by less
   */
  createIfChanged(resources: readonly Resource[], smallestChange: number): NodeMessage | undefined {
    const before = this.#last;
    const message = createCombinedMessage(this.#definition, resources, 'changed', before);
    const { payload } = message;
    if (payload === before) return undefined;
    const isNumber = typeof payload === 'number' && typeof before === 'number';
    if (isNumber && Math.abs(payload - before) < smallestChange) return undefined;
    this.#last = payload;
    return message;
  }
}
