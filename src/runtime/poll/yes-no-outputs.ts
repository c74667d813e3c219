import type { NodeMessage } from 'node-red';
import { isResource } from '../../bridge/state/resource-state';
import { getMember } from '../../resources';
import { evaluateYesNoRule } from '../watching/yes-no-rule';
import type { YesNoRule } from '../watching/yes-no-rule';
import type { PayloadSelector } from '../watching/resource-message';
import type { PollSettings } from './poll-settings';
import { isNumericCombination } from './value-combiner';

/** Sorts messages to two outputs: yes, then no. What says neither goes nowhere. */
export class YesNoOutputs {
  readonly #rule: YesNoRule;
  readonly #selectValue: (message: NodeMessage) => unknown;
  /** Last decision by the id of the resource. */
  readonly #decisions = new Map<unknown, boolean>();

  /** @param selectValue selects what decides about a message, which its payload may hold in another format */
  constructor(rule: YesNoRule, selectValue: (message: NodeMessage) => unknown) {
    this.#rule = rule;
    this.#selectValue = selectValue;
  }

  /** @param isChange true for messages about changes: those that leave the decision as it was are left out */
  sort(messages: readonly NodeMessage[], isChange: boolean): NodeMessage[][] {
    const outputs: [yes: NodeMessage[], no: NodeMessage[]] = [[], []];
    for (const message of messages) {
      const rid = getMember(message, 'bridge', 'rid');
      const before = this.#decisions.get(rid);
      const decision = evaluateYesNoRule(this.#rule, this.#selectValue(message), before);
      if (decision === undefined) this.#decisions.delete(rid);
      else this.#decisions.set(rid, decision);
      if (decision === undefined || (isChange && decision === before)) continue;
      outputs[decision ? 0 : 1].push(message);
    }
    return outputs;
  }
}

/**
 * Creates the two outputs of a node.
 *
 * @param selectValue selects what decides about a resource
 */
export function createYesNoOutputs(
  { combine, rule }: Pick<PollSettings, 'combine' | 'rule'>,
  selectValue: PayloadSelector,
): YesNoOutputs {
  // The rule says which resources count; then their combined value is yes or no by itself.
  const outputRule =
    combine === undefined || isNumericCombination(combine)
      ? rule
      : ({ comparison: 'true' } as const);
  return new YesNoOutputs(outputRule, (message) => {
    const resource = getMember(message, 'resource');
    return isResource(resource) && message.payload !== null
      ? selectValue(resource)
      : message.payload;
  });
}
