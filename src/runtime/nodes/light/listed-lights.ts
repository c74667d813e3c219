import type { LightListEntry } from '../../../vocabulary/light/parse-light-request';
import { toCommandError } from '../../settings/node-errors';
import type { MessageSetting } from '../../settings/evaluate-setting';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { ActionOutcome } from '../../message/action-outcome';
import { listBridgesToReserve, runWithReservedLamps } from '../../message/message-reservations';
import type { MessageReservations, PlacedMessage } from '../../message/message-reservations';
import type { ExecuteOptions } from '../../message/execute-request';
import { assertTargetsInBounds, splitTargetAddresses } from '../../message/resolve-target-setting';
import type { LampCommandSteps } from './lamp-command';
import type { LightCondition } from './light-condition';
import { setSeveralLights } from './several-lights';

interface LightList {
  readonly target: MessageSetting;
  /** Of the list, for problems. */
  readonly at: string;
  readonly entries: readonly LightListEntry[];
  readonly condition: LightCondition | undefined;
}

/**
 * Sets each entry by itself: a toggle does not depend on the others.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, for a wrong entry, or if the node or the
 * message names a target; otherwise as `setSeveralLights`
 */
export async function setListedLights(
  bridge: OpenedBridge,
  { target, at: path, entries, condition }: LightList,
  options: ExecuteOptions & PlacedMessage,
  createSteps: (
    entry: LightListEntry,
    bridge: OpenedBridge,
    lamps: MessageReservations,
  ) => LampCommandSteps,
): Promise<ActionOutcome> {
  if (target.value !== undefined) {
    const expected = 'a command without targets, because this node or msg.target names the target';
    throw toCommandError({ path, expected, received: entries.map((entry) => entry.target) });
  }
  const addressed = entries.flatMap((entry) =>
    (splitTargetAddresses(entry.target) ?? [entry.target]).map((address) => ({ address, entry })),
  );
  const addresses = addressed.map(({ address }) => address);
  assertTargetsInBounds(addresses, path);
  return runWithReservedLamps(listBridgesToReserve(bridge, addresses), options, (lamps) => {
    const lights = addressed.map(({ address, entry }) => ({
      address,
      at: entry.targetAt,
      createSteps: (on: OpenedBridge) => createSteps(entry, on, lamps),
    }));
    return setSeveralLights(bridge, lights, { ...options, lamps, condition });
  });
}
