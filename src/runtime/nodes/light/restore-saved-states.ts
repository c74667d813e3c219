import { BridgeError } from '../../../bridge';
import { missesLamp } from '../../../bridge/wire/parse-response';
import { describeLeftOut, toRestoringUpdates } from '../../../programs/restore-lamps';
import { findNearestName } from '../../../resources';
import type { Resource } from '../../../resources';
import { parseSceneCommand } from '../../../vocabulary/scene/parse-scene-command';
import { getParsedOrThrow, toCommandError, toNodeError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { SavedState } from '../../bridge/store/saved-state';
import { findScenesMatchingSavedState } from './saved-state';
import type { ReservedLightsOptions } from './several-lights';
import { getBridgePrograms } from '../../programs/bridge-programs';

export interface SavedStateTarget {
  readonly bridge: OpenedBridge;
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
export async function restoreLamps(
  savedLamps: readonly SavedStateTarget[],
  transition: number | undefined,
  options: ReservedLightsOptions,
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
  readonly bridge: OpenedBridge;
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
  bridge: OpenedBridge,
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
  options: ReservedLightsOptions,
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
  { lamps, ...options }: ReservedLightsOptions,
): Promise<string | undefined> {
  for (const body of bodies) {
    const { warnings } = await bridge.client.send(
      { operation: 'update', rtype, rid, body },
      options,
    );
    if (lamp === undefined || !missesLamp(warnings)) continue;
    const programs = await getBridgePrograms(bridge).load();
    const pending = lamps.announce(bridge);
    const isLeft = programs.restoreLater(lamp, pending);
    pending.end();
    const name = bridge.stateReader.stateCache.name(rid) ?? rid;
    return isLeft
      ? `${name} cannot be reached: it is restored as soon as it can be.`
      : `${name} cannot be reached, and is not restored: a later message has set it.`;
  }
  return undefined;
}
