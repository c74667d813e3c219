import type { NodeMessage } from 'node-red';
import { isResource } from '../../../bridge/state/resource-state';
import { getNestedMember } from '../../../resources';
import { evaluateYesNoCondition } from '../../watch/yes-no-condition';
import type { YesNoCondition } from '../../watch/yes-no-condition';
import type { PayloadSelector } from '../../message/resource-message';
import type { PollSettings } from './poll-settings';
import { isNumericCombination } from './value-combiner';

/** Sends to the first output for yes, to the second for no, and to neither without a decision. */
export class YesNoOutputRouter {
  readonly #decisions = new Map<unknown, boolean>();

  /** @param selectValue the payload may have another format */
  constructor(
    private readonly rule: YesNoCondition,
    private readonly selectValue: (message: NodeMessage) => unknown,
  ) {}

  /** @param isChange omits a message without a new decision */
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

/** For one message per resource. */
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

/** For one combined value. The rule applies only to numbers. */
export const createCombinedOutputRouter = ({
  combine,
  rule,
}: Pick<PollSettings, 'combine' | 'rule'>): YesNoOutputRouter =>
  // For other combinations, the rule decides which resources count.
  new YesNoOutputRouter(
    isNumericCombination(combine) ? rule : { comparison: 'true' },
    ({ payload }) => payload,
  );

/** Leaves out null, as of a disabled sensor, where only values are wanted. */
export const sortToOneOutput = (
  messages: NodeMessage[],
  { onlyReadings }: Pick<PollSettings, 'onlyReadings'>,
): NodeMessage[][] => [
  onlyReadings ? messages.filter(({ payload }) => payload !== null) : messages,
];
