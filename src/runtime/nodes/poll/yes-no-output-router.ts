import type { NodeMessage } from 'node-red';
import { isResource } from '../../../bridge/state/resource-state';
import { getNestedMember } from '../../../resources';
import { evaluateYesNoCondition } from '../../watch/yes-no-condition';
import type { YesNoCondition } from '../../watch/yes-no-condition';
import type { PayloadSelector } from '../../message/resource-message';
import type { PollSettings } from './poll-settings';
import { isNumericCombination } from './value-combiner';

/** Sorts messages to two outputs: yes, then no. What says neither goes nowhere. */
export class YesNoOutputRouter {
  readonly #rule: YesNoCondition;
  readonly #selectValue: (message: NodeMessage) => unknown;
  /** Last decision by the id of the resource. */
  readonly #decisions = new Map<unknown, boolean>();

  /** @param selectValue selects what decides about a message, which its payload may hold in another format */
  constructor(rule: YesNoCondition, selectValue: (message: NodeMessage) => unknown) {
    this.#rule = rule;
    this.#selectValue = selectValue;
  }

  /** @param isChange true for messages about changes: those that leave the decision as it was are left out */
  sort(messages: readonly NodeMessage[], isChange: boolean): NodeMessage[][] {
    const outputs: [yes: NodeMessage[], no: NodeMessage[]] = [[], []];
    for (const message of messages) {
      const rid = getNestedMember(message, 'bridge', 'rid');
      const before = this.#decisions.get(rid);
      const decision = evaluateYesNoCondition(this.#rule, this.#selectValue(message), before);
      if (decision === undefined) this.#decisions.delete(rid);
      else this.#decisions.set(rid, decision);
      if (decision === undefined || (isChange && decision === before)) continue;
      outputs[decision ? 0 : 1].push(message);
    }
    return outputs;
  }
}

/**
 * Creates the two outputs of a node for messages about single resources.
 *
 * @param selectValue selects what decides about a resource
 */
export const createYesNoOutputRouter = (
  rule: YesNoCondition,
  selectValue: PayloadSelector,
): YesNoOutputRouter =>
  new YesNoOutputRouter(rule, (message) => {
    const resource = getNestedMember(message, 'resource');
    return isResource(resource) && message.payload !== null
      ? selectValue(resource)
      : message.payload;
  });

/** Creates the two outputs of a node for one value of several resources, which only for numbers has a rule. */
export const createCombinedOutputRouter = ({
  combine,
  rule,
}: Pick<PollSettings, 'combine' | 'rule'>): YesNoOutputRouter =>
  // The rule says which resources count; then their combined value is yes or no by itself.
  new YesNoOutputRouter(
    isNumericCombination(combine) ? rule : { comparison: 'true' },
    ({ payload }) => payload,
  );
