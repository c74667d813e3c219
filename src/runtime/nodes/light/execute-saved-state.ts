import { findLightsAffectedByWrite } from '../../../resources/group-lights';
import type { Resource } from '../../../resources';
import { limitTransition } from '../../../vocabulary/light/properties/transition';
import type { SavedStateCommand } from '../../../vocabulary/light/parse-light-request';
import { resolveLightTarget } from '../../../vocabulary/lookup/target-resolvers';
import type { ActionOutcome, ResultMeta } from '../../message/action-outcome';
import type { ExecuteOptions } from '../../message/execute-request';
import type { MessageReservations } from '../../message/message-reservations';
import { resolveTargetSetting } from '../../message/resolve-target-setting';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import { toCommandError } from '../../settings/node-errors';
import { runExclusively } from '../../bridge/run-exclusively';
import { resolveBridgesOfTargets } from '../../message/named-bridge';
import type { BridgeWithOptionalName } from '../../message/named-bridge';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { getSettingValueOrThrow } from '../../settings/evaluate-setting';
import type { LocatedSettingResult } from '../../settings/evaluate-setting';
import { restoreLamps } from './restore-saved-states';
import type { SavedStateTarget } from './restore-saved-states';
import { captureLampStates } from './saved-state';

/** Most states that are kept for a bridge. */
const maxSavedStates = 100;

/** A message that saves what lamps show, or restores it. */
export interface SavedStateRequest {
  readonly command: SavedStateCommand;
  /** Path of the payload, for problems. */
  readonly at: string;
  /** Transition of the node in ms, where the message has none. */
  readonly transition: number | undefined;
  /** A lamp or group, or a list of them. */
  readonly target: LocatedSettingResult;
  /** The lamps that are reserved from the moment of the message. */
  readonly lamps: MessageReservations;
}

/**
 * Saves what lamps show under a name in the store of their bridge, or restores it: each lamp as it was, or by the scene
 * that was active where that still fits.
 *
 * @param bridge that of the node
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, for saving where there is no lamp
 *   and for a name under which nothing of these lamps is saved; for lamps that could not be restored the error of the first, which names them all
 */
export async function executeSavedState(
  bridge: OpenedBridge,
  { command, at, transition, target, lamps: reserved }: SavedStateRequest,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const { kind, name } = command;
  const targets = await findTargets(bridge, target);
  reserved.keepOnly(targets.map((one) => ({ bridge: one.bridge, rid: one.target.rid })));
  const lampsOfBridges = await findLamps(targets, reserved);
  if (kind === 'save' && lampsOfBridges.every(({ lamps }) => lamps.size === 0)) {
    const expected = 'a lamp, or a room or zone with lamps: there is nothing to save';
    throw toCommandError({
      path: target.path,
      expected,
      received: getSettingValueOrThrow(target.result),
    });
  }
  const named = { name, at: `${at}.${kind}` };
  if (kind === 'save') {
    const warnings = await Promise.all(lampsOfBridges.map((each) => save({ ...each, ...named })));
    return createOutcome(
      kind,
      targets,
      warnings.filter((warning) => warning !== undefined),
    );
  }
  const asked = command.transition ?? transition;
  const limited =
    asked === undefined ? { transition: asked, warnings: [] } : limitTransition(asked);
  const savedLamps = lampsOfBridges.map((each) => ({ ...each, ...named }));
  const missing = await restoreLamps(savedLamps, limited.transition, {
    ...options,
    lamps: reserved,
  });
  return createOutcome(kind, targets, [...limited.warnings, ...missing]);
}

/** A lamp or group that a message names, and its bridge. */
interface FoundTarget extends BridgeWithOptionalName {
  readonly target: ResolvedTarget;
}

async function findTargets(
  bridge: OpenedBridge,
  { result }: LocatedSettingResult,
): Promise<readonly FoundTarget[]> {
  const value = getSettingValueOrThrow(result);
  return Promise.all(
    (await resolveBridgesOfTargets(bridge, value)).map(async ({ address, at, ...origin }) => {
      const setting = { ok: true, value: address } as const;
      const target = await resolveTargetSetting(origin.bridge, setting, resolveLightTarget, at);
      return { ...origin, target };
    }),
  );
}

/** The lamps of a target, as far as they are known. */
function listLights({ bridge, target: { rid } }: FoundTarget): readonly Resource[] {
  const { stateCache } = bridge.stateReader;
  const resource = stateCache.get(rid);
  return resource === undefined ? [] : findLightsAffectedByWrite(stateCache, resource);
}

/** The lamps of the targets, bridge by bridge. */
const findLamps = (
  targets: readonly FoundTarget[],
  reserved: MessageReservations,
): Promise<readonly Pick<SavedStateTarget, 'bridge' | 'lamps'>[]> =>
  Promise.all(
    [...new Set(targets.map(({ bridge }) => bridge))].map(async (bridge) => {
      await reserved.waitForEarlier(bridge);
      await bridge.stateReader.refetch();
      const lamps = targets.filter((one) => one.bridge === bridge).flatMap(listLights);
      return { bridge, lamps: new Map(lamps.map((lamp) => [lamp.id, lamp])) };
    }),
  );

/** @returns a warning where the state is kept in memory only */
const save = ({
  bridge: { stateReader, store },
  name,
  at,
  lamps,
}: SavedStateTarget): Promise<string | undefined> =>
  // One after another: each may add the last name that there is room for.
  runExclusively(stateReader.stateCache, async () => {
    if (lamps.size === 0) return undefined;
    const states = await store.readSavedStates();
    if (!states.has(name) && states.size >= maxSavedStates) {
      const expected = `a name that is there already, since ${maxSavedStates} states are saved`;
      throw toCommandError({ path: at, expected, received: name });
    }
    return store.saveState(name, captureLampStates(stateReader.stateCache, [...lamps.values()]));
  });

/** Status of `msg.bridge` for what was done, as HTTP calls it. */
const doneStatus = 200;

function createOutcome(
  operation: 'save' | 'restore',
  targets: readonly FoundTarget[],
  warnings: readonly string[],
): ActionOutcome {
  const [first, other] = targets;
  const results = targets.map(({ bridge, bridgeName, target: { rid, rtype } }): ResultMeta => {
    const names = bridge.stateReader.stateCache.displayNames(rid);
    const named = bridgeName === undefined ? names : { ...names, bridgeName };
    return { operation, rtype, rid, ...named, status: doneStatus, warnings: [], merged: 1 };
  });
  const [result] = results;
  const rtype = first?.target.rtype ?? 'light';
  const meta: ResultMeta =
    result === undefined || other !== undefined
      ? { operation, rtype, status: doneStatus, warnings, merged: 1, results }
      : { ...result, warnings };
  return {
    payload: targets.map(({ target }) => ({ rid: target.rid, rtype: target.rtype })),
    meta,
    statusText: { key: operation === 'save' ? 'saved' : 'restored' },
  };
}
