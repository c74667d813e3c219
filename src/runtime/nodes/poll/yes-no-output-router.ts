import type { NodeMessage } from 'node-red';
import { isResource } from '../../../bridge/state/resource-state';
import { getNestedMember } from '../../../resources';
import { evaluateYesNoCondition } from '../../watch/yes-no-condition';
import type { YesNoCondition } from '../../watch/yes-no-condition';
import type { PayloadSelector } from '../../message/resource-message';
import type { PollSettings } from './poll-settings';
import { isNumericCombination } from './value-combiner';

/** Sends messages to two outputs: yes, then no. A message without a decision goes to neither output. */
export class YesNoOutputRouter {
  /** Last decision by resource id. */
  readonly #decisions = new Map<unknown, boolean>();

  /** @param selectValue returns the value that decides, because the payload may have another format */
  constructor(
    private readonly rule: YesNoCondition,
    private readonly selectValue: (message: NodeMessage) => unknown,
  ) {}

  /** @param isChange true for messages about changes; omits a change without a new decision */
  sort(messages: readonly NodeMessage[], isChange: boolean): NodeMessage[][] {
    const outputs: [yes: NodeMessage[], no: NodeMessage[]] = [[], []];
    for (const message of messages) {
      const rid = getNestedMember(message, 'bridge', 'rid');
      const before = this.#decisions.get(rid);
      const decision = evaluateYesNoCondition(this.rule, this.selectValue(message), before);
      if (decision === undefined) this.#decisions.delete(rid);
      else this.#decisions.set(rid, decision);
      if (decision === undefined || (isChange && decision === before)) continue;
      outputs[decision ? 0 : 1].push(message);
    }
    return outputs;
  }
}

/** Creates the two outputs of a node with one message for each resource. */
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

/** Creates the two outputs of a node with one combined value. The rule applies only to numbers. */
export const createCombinedOutputRouter = ({
  combine,
  rule,
}: Pick<PollSettings, 'combine' | 'rule'>): YesNoOutputRouter =>
  // The rule decides which resources count; the combined value is then yes or no.
  new YesNoOutputRouter(
    isNumericCombination(combine) ? rule : { comparison: 'true' },
    ({ payload }) => payload,
  );
