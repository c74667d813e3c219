import { operationStatusText, toResultMeta } from '../outcome';
import type { ActionOutcome } from '../outcome';
import type { MessageSetting } from '../settings';
import { findTarget, findTargetsOnBridges, splitTargetAddresses } from '../target';
import type { TargetResolver } from '../../vocabulary/lookup';
import type { Bridge } from '../bridge/bridge';
import { answerOwnHistory } from './history-question';

/**
 * Answers a light or sensor node with the history of its target, or of each if the target is a list.
 *
 * @throws {BridgeError} as `answerOwnHistory`, and if a target is not found
 */
export async function answerHistoryOfTarget(
  bridge: Bridge,
  { target, command }: { readonly target: MessageSetting; readonly command: MessageSetting },
  resolveTarget: TargetResolver,
): Promise<ActionOutcome> {
  const found =
    splitTargetAddresses(target.value) === undefined
      ? [{ bridge, target: await findTarget(bridge, target.value, resolveTarget) }]
      : await findTargetsOnBridges(bridge, target.value, resolveTarget);
  const charted = found.map((one) => ({ bridge: one.bridge, ...one.target }));
  const answer = await answerOwnHistory(charted, command.value, command.path);
  const [first, ...others] = charted;
  const named = first === undefined || others.length > 0 ? {} : { rid: first.rid };
  const request = { operation: 'get', rtype: first?.rtype ?? 'light', ...named } as const;
  const result = { status: 200, warnings: answer.warnings, merged: 1 };
  return {
    payload: answer.payload,
    members: answer.members,
    meta: toResultMeta(bridge, request, result),
    statusText: operationStatusText('get', answer.payload),
  };
}
