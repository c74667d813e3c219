import { BridgeError } from '../../bridge';
import type { StateCache } from '../../bridge';
import { missesLamp } from '../../bridge/response';
import { describeLeftOut, toRestoringUpdates } from '../../programs/restore';
import { findNearestName } from '../../resources/nearest-name';
import type { Resource } from '../../resources/resource';
import { findLightsAffectedByWrite, findGroupLights } from '../../resources/group-lights';
import type { SavedStateCommand } from '../../vocabulary/light/request';
import { limitTransition } from '../../vocabulary/light/words/transition';
import { resolveLightTarget } from '../../vocabulary/lookup';
import type { CommandWarning } from '../../vocabulary/parse-result';
import {
  findActiveScene,
  getSceneActivity,
  getSceneGroupRid,
  listGroupScenes,
  isActionShown,
} from '../../vocabulary/room-scenes';
import { parseSceneCommand } from '../../vocabulary/scene';
import type { Bridge } from '../bridge/bridge';
import { toSavedLamp } from '../bridge/store';
import type { SavedState, SavedActiveScene } from '../bridge/store';
import type { ActionOutcome, ResultMeta } from '../outcome';
import type { TurnOptions } from '../requests';
import { joinOutcomes } from '../outcome';
import type { Turn } from '../../bridge/turn';
import { findTargetsOnBridges } from '../target';
import type { TargetOnBridge } from '../target';
import type { MessageSetting } from '../settings';
import { toCommandError, getParsedOrThrow, toNodeError } from '../errors';
import { checkLightCondition } from './light-condition';
import type { LightCondition } from './light-condition';
import type { SeveralLightsOptions } from './light-several';

const maxSavedStates = 100;

interface SavedStateRequest {
  readonly command: SavedStateCommand;
  /** For problems. */
  readonly at: string;
  /** Transition of the node in ms, if the message has none. */
  readonly transition: number | undefined;
  readonly target: MessageSetting;
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
  bridge: Bridge,
  { command, at, transition, target, condition }: SavedStateRequest,
  options: TurnOptions,
): Promise<ActionOutcome> {
  const { kind, name } = command;
  const found = await findTargetsOnBridges(bridge, target.value, resolveLightTarget);
  options.turn.keepOnly(found.map((one) => ({ bridge: one.bridge, rid: one.target.rid })));
  const checked = await Promise.all(
    found.map(async (one): Promise<CheckedTarget> => {
      if (condition === undefined || kind === 'save') return one;
      const skipped = await checkLightCondition(condition, one.bridge, one.target, options);
      return skipped === undefined ? one : { ...one, skipped };
    }),
  );
  const targets = checked.filter(({ skipped }) => skipped === undefined);
  const skipped = checked.flatMap((one) => one.skipped ?? []);
  const [firstSkipped, otherSkipped] = skipped;
  if (firstSkipped !== undefined && targets.length === 0)
    return otherSkipped === undefined ? firstSkipped : joinOutcomes(firstSkipped, skipped);
  const lampsOfBridges = await findLamps(targets, options.turn);
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
  const missing = await restoreLamps(savedLamps, limited.transition, options);
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
  turn: Turn,
): Promise<readonly Pick<SavedStateTarget, 'bridge' | 'lamps'>[]> =>
  Promise.all(
    [...new Set(targets.map(({ bridge }) => bridge))].map(async (bridge) => {
      await turn.waitForEarlier(bridge);
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
  store.stateSaving.run(async () => {
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

interface SavedStateTarget {
  readonly bridge: Bridge;
  readonly name: string;
  /** Of the name, for problems. */
  readonly at: string;
  readonly lamps: ReadonlyMap<string, Resource>;
}

/**
 * @param savedLamps one for each bridge, all with the same name
 * @param transition in ms
 * @returns warnings about lamps without a saved state
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, if no lamp has a saved state; the first error
 * of lamps that could not be restored, with the names of all these lamps
 */
async function restoreLamps(
  savedLamps: readonly SavedStateTarget[],
  transition: number | undefined,
  options: SeveralLightsOptions,
): Promise<readonly string[]> {
  const kept = await Promise.all(savedLamps.map(({ bridge }) => bridge.store.readSavedStates()));
  const states = savedLamps.map(({ name }, index) => kept[index]?.get(name));
  const saved = savedLamps.map(
    ({ lamps }, index) => states[index]?.lamps.filter(({ id }) => lamps.has(id)) ?? [],
  );
  if (saved.every((lamps) => lamps.length === 0)) throw createNothingSavedError(savedLamps, kept);
  const parts = savedLamps.flatMap(({ bridge }, index) => {
    const [state, lamps = []] = [states[index], saved[index]];
    return state === undefined ? [] : planRestore(bridge, { state, lamps, transition });
  });
  const unreached = await sendParts(parts, options);
  const notSaved = savedLamps.flatMap(({ bridge, lamps }, index) => {
    const restored = new Set(saved[index]?.map(({ id }) => id));
    return [...lamps.keys()]
      .filter((rid) => !restored.has(rid))
      .map((rid) => `${bridge.stateReader.stateCache.name(rid) ?? rid}: nothing was saved of it.`);
  });
  return [...parts.flatMap(({ warnings }) => warnings), ...unreached, ...notSaved];
}

function createNothingSavedError(
  targets: readonly SavedStateTarget[],
  kept: readonly ReadonlyMap<string, SavedState>[],
): BridgeError {
  const { name = '', at: path = '' } = targets[0] ?? {};
  if (kept.some((states) => states.has(name))) {
    const expected = 'a name under which something of these lamps is saved';
    return toCommandError({ path, expected, received: name });
  }
  const losses = targets.flatMap(({ bridge }) => bridge.store.loss ?? []);
  const names = kept.flatMap((states) => [...states.keys()]);
  const suggestion = findNearestName(name, names);
  const expected =
    names.length === 0 && losses.length === 0
      ? 'the name of a saved state, and none is saved yet'
      : 'the name of a saved state';
  const problem = { path, expected, received: name };
  if (losses.length > 0) return toCommandError({ ...problem, likelyCause: losses.join(' ') });
  return toCommandError(suggestion === undefined ? problem : { ...problem, suggestion });
}

interface RestoredPart {
  readonly bridge: Bridge;
  readonly rid: string;
  readonly rtype: 'light' | 'scene';
  readonly bodies: readonly unknown[];
  readonly lamp?: Resource;
  readonly warnings: readonly string[];
}

interface RestoredState {
  readonly state: SavedState;
  readonly lamps: readonly Resource[];
  readonly transition: number | undefined;
}

function planRestore(
  bridge: Bridge,
  { state, lamps, transition }: RestoredState,
): readonly RestoredPart[] {
  const { stateCache } = bridge.stateReader;
  const scenes = findScenesMatchingSavedState(
    stateCache,
    state,
    new Set(lamps.map(({ id }) => id)),
  );
  const inScenes = new Set(scenes.flatMap(({ lampRids }) => lampRids));
  return [
    ...scenes.map(({ rid, dynamic }) => ({
      bridge,
      rid,
      rtype: 'scene' as const,
      warnings: [],
      bodies: [
        getParsedOrThrow(
          parseSceneCommand({
            ...(dynamic ? { dynamic } : {}),
            ...(transition === undefined ? {} : { transition }),
          }),
        ).body,
      ],
    })),
    ...lamps
      .filter(({ id }) => !inScenes.has(id))
      .map((lamp) => {
        const { updates, leftOut } = toRestoringUpdates(lamp, stateCache.get(lamp.id), transition);
        const name = stateCache.name(lamp.id) ?? lamp.id;
        const warnings = leftOut.length === 0 ? [] : [describeLeftOut(name, leftOut)];
        return { bridge, rid: lamp.id, rtype: 'light' as const, lamp, bodies: updates, warnings };
      }),
  ];
}

/** @returns warnings about unreachable lamps, which are restored later */
async function sendParts(
  parts: readonly RestoredPart[],
  options: SeveralLightsOptions,
): Promise<readonly string[]> {
  const settled = await Promise.allSettled(parts.map((part) => sendPart(part, options)));
  const failed = parts.flatMap(({ bridge, rid }, index) => {
    const one = settled[index];
    const name = bridge.stateReader.stateCache.name(rid) ?? rid;
    return one?.status === 'rejected' ? [{ name, error: toNodeError(one.reason) }] : [];
  });
  const [first] = failed;
  if (first === undefined)
    return settled.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
  const names = failed.map(({ name }) => name).join(', ');
  const { code, message, cause } = first.error;
  throw new BridgeError(
    code,
    `${failed.length} of ${parts.length} could not be restored: ${names}. ${message}`,
    { ...cause, error: first.error },
  );
}

/** @returns a warning if the lamp was unreachable */
async function sendPart(
  { bridge, rid, rtype, bodies, lamp }: RestoredPart,
  options: SeveralLightsOptions,
): Promise<string | undefined> {
  const { origin } = options;
  const restoreOptions =
    origin?.kind === 'node'
      ? { ...options, origin: { ...origin, how: 'restore' as const } }
      : options;
  for (const body of bodies) {
    const { warnings } = await bridge.client.send(
      { operation: 'update', rtype, rid, body },
      restoreOptions,
    );
    if (lamp === undefined || !missesLamp(warnings)) continue;
    const programs = await bridge.programs.load();
    const pending = bridge.programs.announce(options.sender, options.turn);
    const isLeft = programs.restoreLater(lamp, pending);
    pending.end();
    const name = bridge.stateReader.stateCache.name(rid) ?? rid;
    return isLeft
      ? `${name} cannot be reached: it is restored as soon as it can be.`
      : `${name} cannot be reached, and is not restored: a later message has set it.`;
  }
  return undefined;
}

/** Includes the active scenes of rooms and zones whose lamps are all included. */
function captureLampStates(stateCache: StateCache, lamps: readonly Resource[]): SavedState {
  const lampRids = new Set(lamps.map(({ id }) => id));
  const groupRids = new Set(
    stateCache.byType('scene').flatMap((scene) => getSceneGroupRid(scene) ?? []),
  );
  const scenes = [...groupRids].flatMap((groupRid): readonly SavedActiveScene[] => {
    if (!holdsLampsOf(stateCache, groupRid, lampRids)) return [];
    const scene = findActiveScene(stateCache, listGroupScenes(stateCache, groupRid));
    if (scene === undefined) return [];
    return [
      { rid: scene.id, groupRid, dynamic: getSceneActivity(stateCache, scene) === 'dynamic' },
    ];
  });
  return { lamps: lamps.map(toSavedLamp), scenes };
}

function holdsLampsOf(
  stateCache: StateCache,
  groupRid: string,
  lampRids: ReadonlySet<string>,
): boolean {
  const lamps = findGroupLights(stateCache, stateCache.get(groupRid));
  return lamps.length > 0 && lamps.every(({ id }) => lampRids.has(id));
}

interface SceneMatchingSavedLamps extends SavedActiveScene {
  readonly lampRids: readonly string[];
}

/** A scene that was dynamic is recalled as dynamic. */
function findScenesMatchingSavedState(
  stateCache: StateCache,
  { lamps, scenes }: SavedState,
  lampRids: ReadonlySet<string>,
): readonly SceneMatchingSavedLamps[] {
  const lampByRid = new Map(lamps.map((lamp) => [lamp.id, lamp]));
  return scenes.flatMap((saved): readonly SceneMatchingSavedLamps[] => {
    const scene = stateCache.get(saved.rid, 'scene');
    if (scene === undefined || !holdsLampsOf(stateCache, saved.groupRid, lampRids)) return [];
    const rids = findGroupLights(stateCache, stateCache.get(saved.groupRid)).map(({ id }) => id);
    const actionByRid = new Map(
      (scene.actions ?? []).map((entry) => [entry.target?.rid, entry.action]),
    );
    const fits = rids.every((rid) => {
      const lamp = lampByRid.get(rid);
      const action = actionByRid.get(rid);
      if (lamp === undefined || action === undefined) return false;
      return saved.dynamic || isActionShown(lamp, action);
    });
    return fits ? [{ ...saved, lampRids: rids }] : [];
  });
}
