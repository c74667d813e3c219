import type { NodeMessage } from 'node-red';
import { getMember } from '../../resources';
import { decideYesNo } from '../watching/yes-no-rule';
import type { YesNoRule } from '../watching/yes-no-rule';

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
      const decision = decideYesNo(this.#rule, this.#selectValue(message), before);
      if (decision === undefined) this.#decisions.delete(rid);
      else this.#decisions.set(rid, decision);
      if (decision === undefined || (isChange && decision === before)) continue;
      outputs[decision ? 0 : 1].push(message);
    }
    return outputs;
  }
}
