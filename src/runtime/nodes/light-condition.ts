import type { Bridge } from '../bridge/bridge';
import { createSkippedOutcome } from '../outcome';
import type { ActionOutcome } from '../outcome';
import { getOnOrEnabledState } from '../requests';
import type { TurnOptions } from '../requests';
import type { ResolvedTarget } from '../target';
import { parseChoice } from '../settings';

/** Condition for a command to a lamp or group. `never`: nothing is to be done. */
export type LightCondition = 'off' | 'on' | 'notSetByHand' | 'never';

const choices = ['always', 'off', 'on', 'notSetByHand'] as const;

/**
 * @param value missing in flows of older versions
 * @returns undefined if every command is carried out
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown value
 */
export function parseLightCondition(value: unknown): LightCondition | undefined {
  const choice = parseChoice(value, choices, 'onlyIf');
  return choice === 'always' ? undefined : choice;
}

/**
 * Checks after earlier commands. Reads from the bridge whether the target is on.
 *
 * @returns undefined if the condition is met
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function checkLightCondition(
  condition: LightCondition,
  bridge: Bridge,
  target: ResolvedTarget,
  { signal, turn }: TurnOptions,
): Promise<ActionOutcome | undefined> {
  if (condition === 'never') return createSkippedOutcome(bridge, target, 'press');
  await turn.waitForEarlier(bridge);
  if (condition === 'notSetByHand') {
    const isSetByHand = await bridge.watchLampsSetByHand().includes(target);
    return isSetByHand ? createSkippedOutcome(bridge, target, 'setByHand') : undefined;
  }
  const { rtype, rid } = target;
  const { data } = await bridge.client.get(rtype, rid, { signal, waitIfOffline: true });
  const present = getOnOrEnabledState(data) === true ? 'on' : 'off';
  return present === condition ? undefined : createSkippedOutcome(bridge, target, present);
}
