import { findLightsAffectedByWrite } from '../../../resources/group-lights';
import type { Resource } from '../../../resources';
import { limitTransition } from '../../../vocabulary/light/properties/transition';
import type { SavedStateCommand } from '../../../vocabulary/light/parse-light-request';
import { resolveLightTarget } from '../../../vocabulary/lookup/target-resolvers';
import { joinOutcomes } from '../../message/joined-outcome';
import type { ActionOutcome, ResultMeta } from '../../message/action-outcome';
import type { ExecuteOptions } from '../../message/execute-request';
import type { MessageReservations } from '../../message/message-reservations';
import { toCommandError } from '../../settings/node-errors';
import { runExclusively } from '../../bridge/run-exclusively';
import { findTargetsOnBridges } from '../../message/named-bridge';
import type { TargetOnBridge } from '../../message/named-bridge';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { MessageSetting } from '../../settings/evaluate-setting';
import { checkLightCondition } from './light-condition';
import type { LightCondition } from './light-condition';
import { restoreLamps } from './restore-saved-states';
import type { SavedStateTarget } from './restore-saved-states';
import { captureLampStates } from './saved-state';
import type { CommandWarning } from '../../../vocabulary/parsing/parse-result';

const maxSavedStates = 100;

interface SavedStateRequest {
  readonly command: SavedStateCommand;
  /** For problems. */
  readonly at: string;
  /** Transition of the node in ms, if the message has none. */
  readonly transition: number | undefined;
  readonly target: MessageSetting;
  /** Reserved on arrival of the message. */
  readonly lamps: MessageReservations;
  /** Lamps that do not meet it are not restored. */
  readonly condition: LightCondition | undefined;
}

/**
 * Saves in, or restores from, the store of each bridge. A restore recalls the scene that was active if it still
 * matches, and sets each other lamp by itself.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, if a save has no lamps or the name has no
 * saved state of these lamps; the first error of lamps that could not be restored, with the names of all these lamps
 */
export async function executeSavedState(
  bridge: OpenedBridge,
  { command, at, transition, target, lamps: reserved, condition }: SavedStateRequest,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const { kind, name } = command;
  const found = await findTargetsOnBridges(bridge, target.value, resolveLightTarget);
  reserved.keepOnly(found.map((one) => ({ bridge: one.bridge, rid: one.target.rid })));
  const checkOptions = { ...options, lamps: reserved };
  const checked = await Promise.all(
    found.map(async (one): Promise<CheckedTarget> => {
      if (condition === undefined || kind === 'save') return one;
      const skipped = await checkLightCondition(condition, one.bridge, one.target, checkOptions);
      return skipped === undefined ? one : { ...one, skipped };
    }),
  );
  const targets = checked.filter(({ skipped }) => skipped === undefined);
  const skipped = checked.flatMap((one) => one.skipped ?? []);
  const [firstSkipped, otherSkipped] = skipped;
  if (firstSkipped !== undefined && targets.length === 0)
    return otherSkipped === undefined ? firstSkipped : joinOutcomes(firstSkipped, skipped);
  const lampsOfBridges = await findLamps(targets, reserved);
  if (kind === 'save' && lampsOfBridges.every(({ lamps }) => lamps.size === 0)) {
    const expected = 'a lamp, or a room or zone with lamps: there is nothing to save';
    throw toCommandError({ path: target.path, expected, received: target.value });
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
  const skipWarnings = skipped.flatMap(({ meta }) => meta.warnings);
  return createOutcome(kind, checked, [...limited.warnings, ...missing, ...skipWarnings]);
}

interface CheckedTarget extends TargetOnBridge {
  readonly skipped?: ActionOutcome;
}

function listLights({ bridge, target: { rid } }: TargetOnBridge): readonly Resource[] {
  const { stateCache } = bridge.stateReader;
  return findLightsAffectedByWrite(stateCache, stateCache.get(rid));
}

const findLamps = (
  targets: readonly TargetOnBridge[],
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

/** @returns a warning if the state is kept in memory only */
const save = ({
  bridge: { stateReader, store },
  name,
  at,
  lamps,
}: SavedStateTarget): Promise<string | undefined> =>
  // Each save may use the last free name.
  runExclusively(stateReader.stateCache, async () => {
    if (lamps.size === 0) return undefined;
    const states = await store.readSavedStates();
    if (!states.has(name) && states.size >= maxSavedStates) {
      const expected = `a name that is there already, since ${maxSavedStates} states are saved`;
      throw toCommandError({ path: at, expected, received: name });
    }
    return store.saveState(name, captureLampStates(stateReader.stateCache, [...lamps.values()]));
  });

/** HTTP status in `msg.bridge`. */
const doneStatus = 200;

function createOutcome(
  operation: 'save' | 'restore',
  targets: readonly CheckedTarget[],
  warnings: readonly CommandWarning[],
): ActionOutcome {
  const [first, other] = targets;
  const results = targets.map(({ bridge, bridgeName, target, skipped }): ResultMeta => {
    if (skipped !== undefined) return skipped.meta;
    const { rid, rtype } = target;
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
