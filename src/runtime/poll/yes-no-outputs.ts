import type { NodeMessage } from 'node-red';
import { getMember } from '../../resources';
import { decideYesNo } from '../watching/yes-no-rule';
import type { YesNoRule } from '../watching/yes-no-rule';

/** Sorts messages to two outputs by their payload: yes, then no. What says neither goes nowhere. */
export class YesNoOutputs {
  readonly #rule: YesNoRule;
  /** Last decision by the id of the resource. */
  readonly #decisions = new Map<unknown, boolean>();

  constructor(rule: YesNoRule) {
    this.#rule = rule;
  }

  /** @param isChange true for messages about changes: those that leave the decision as it was are left out */
  sort(messages: readonly NodeMessage[], isChange: boolean): NodeMessage[][] {
    const outputs: [yes: NodeMessage[], no: NodeMessage[]] = [[], []];
    for (const message of messages) {
      const rid = getMember(message, 'bridge', 'rid');
      const before = this.#decisions.get(rid);
      const decision = decideYesNo(this.#rule, message.payload, before);
      if (decision === undefined) this.#decisions.delete(rid);
      else this.#decisions.set(rid, decision);
      if (decision === undefined || (isChange && decision === before)) continue;
      outputs[decision ? 0 : 1].push(message);
    }
    return outputs;
  }
}
