import { systemClock } from '../../../bridge/time/clock';
import type { TimerHandle } from '../../../bridge/time/clock';
import { resolveLightTarget } from '../../../vocabulary/lookup/target-resolvers';
import { toCommandError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { ActionOutcome } from '../../message/action-outcome';
import { getOnOrEnabledState } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import type { MessageReservations } from '../../message/message-reservations';
import { resolveTargetSetting } from '../../message/resolve-target-setting';
import { joinSettled } from '../../message/joined-outcome';
import { resolveBridgesOfTargets, addBridgeToOutcome } from '../../message/named-bridge';
import type { TargetAddressOnBridge, BridgeWithOptionalName } from '../../message/named-bridge';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import type { LampCommand, LampCommandSteps } from './lamp-command';
import { checkLightCondition } from './light-condition';
import type { LightCondition } from './light-condition';

export interface ReservedLightsOptions extends ExecuteOptions {
  /** Released after the commands are sent. */
  readonly lamps: MessageReservations;
  /** Lamps and groups that do not meet it are skipped. */
  readonly condition?: LightCondition | undefined;
}

/**
 * Sets several lamps and groups by one message at once. Duplicates count once. A toggle turns all off if one is on.
 *
 * @param bridge of the node
 * @param addresses ids, names, `Room/Name`, `{room, name}` or references; targets on other bridges include the bridge
 *   name
 * @param createSteps creates the steps for a bridge
 * @returns the outcome of all, with the outcome of each
 * @throws {BridgeError} with nothing sent if a target is not found; the error of the parts if all failed;
 *   ERR_BRIDGE_PARTLY_DONE if some failed, with the result of each part in the cause
 */
export async function setSeveralLights(
  bridge: OpenedBridge,
  addresses: readonly unknown[],
  createSteps: (bridge: OpenedBridge) => LampCommandSteps,
  options: ReservedLightsOptions,
): Promise<ActionOutcome> {
  const { lamps, condition } = options;
  if (addresses.length === 0) {
    const expected = 'at least one lamp or group: its id, name or Room/Name';
    throw toCommandError({ path: 'target', expected, received: addresses });
  }
  const targets = await findTargets(await resolveBridgesOfTargets(bridge, addresses));
  lamps.keepOnly(targets.map((one) => ({ bridge: one.bridge, rid: one.target.rid })));
  const prepared = await Promise.all(
    targets.map(async ({ target, ...onBridge }) => {
      const skipped =
        condition && (await checkLightCondition(condition, onBridge.bridge, target, options));
      if (skipped !== undefined) return { onBridge, target, skipped };
      const steps = createSteps(onBridge.bridge);
      return { onBridge, target, steps, command: await steps.prepare(target) };
    }),
  );
  const commanded = prepared.flatMap(({ onBridge, target, command }) =>
    command === undefined ? [] : { bridge: onBridge.bridge, target, command },
  );
  const dependOnState = commanded.some(({ command }) => command.kind === 'derive');
  const on = dependOnState ? await isAnyOn(commanded, options) : undefined;
  const executing = Promise.allSettled(
    prepared.map(async ({ onBridge, ...one }) => {
      if (one.command === undefined) return addBridgeToOutcome(one.skipped, onBridge);
      const { command, steps } = one;
      const known = on === undefined ? command : presume(command, on);
      return addBridgeToOutcome(await steps.execute(known), onBridge);
    }),
  );
  lamps.end();
  const settled = await executing;
  const parts = targets.map(({ target: { rid, rtype }, ...onBridge }) => ({
    ...onBridge,
    rid,
    rtype,
  }));
  return joinSettled(parts, settled);
}

interface FoundLight extends BridgeWithOptionalName {
  readonly target: ResolvedTarget;
}

async function findTargets(
  lights: readonly TargetAddressOnBridge[],
): Promise<readonly FoundLight[]> {
  const found: FoundLight[] = [];
  for (const { bridge, bridgeName, address: value, at } of lights) {
    const setting = { ok: true, value } as const;
    const target = await resolveTargetSetting(bridge, setting, resolveLightTarget, at);
    const isListed = found.some((one) => one.bridge === bridge && one.target.rid === target.rid);
    if (!isListed) found.push({ bridge, bridgeName, target });
  }
  return found;
}

/** Longest wait in ms for the other states after the first state. */
const maxStateWait = 1_000;

/** Returns true as soon as one lamp is on. Lamps that fail or answer late count as off, and do not delay the others. */
async function isAnyOn(
  targets: readonly FoundLight[],
  { signal, lamps }: ReservedLightsOptions,
): Promise<boolean> {
  const decided = new AbortController();
  const end = AbortSignal.any([signal, decided.signal]);
  let timer: TimerHandle | undefined;
  const ended = new Promise<void>((resolve) => {
    end.addEventListener('abort', () => resolve(), { once: true });
  });
  const lit = targets.map(async ({ bridge, target: { rtype, rid } }) => {
    const { client } = bridge;
    await Promise.race([lamps.waitForEarlier(bridge), ended]);
    const { data } = await client.get(rtype, rid, { signal: end, waitIfOffline: true });
    if (getOnOrEnabledState(data) === true) return;
    timer ??= systemClock.setTimeout(() => decided.abort(), maxStateWait);
    throw new Error(`${rid} is off`);
  });
  try {
    await Promise.any(lit);
    return true;
  } catch {
    return false;
  } finally {
    systemClock.clearTimeout(timer);
    decided.abort();
  }
}

const presume = (command: LampCommand, on: boolean): LampCommand =>
  command.kind === 'derive'
    ? { target: command.target, payload: command.payload, ...command.presume(on) }
    : command;
