import { cloneJson, getNestedMember, isObject } from '../../../resources/values/member-access';
import { findGroupLights } from '../../../resources/group-lights';
import type { Resource } from '../../../resources';
import type { Mirror } from '../../../bridge';
import type { BridgeContextStore } from '../../bridge/bridge-context-store';
import { toNodeError } from '../../settings/node-errors';
import {
  findActiveScene,
  getSceneActivity,
  getSceneGroupRid,
  listGroupScenes,
} from '../../../vocabulary/scene/group-scenes';
import { isActionShown } from '../../../vocabulary/scene/scene-comparison';

/** Key in the context of the bridge node: an object with the saved states by their names. */
const contextKey = 'savedStates';

/** Saved states by their names; what another flow wrote there may be anything. */
type SavedStatesByName = Readonly<Record<string, unknown>>;

/**
 * Reads all that is saved for a bridge.
 *
 * @param context that of the bridge node; nothing is saved without one
 * @throws {BridgeError} ERR_BRIDGE_UNEXPECTED_ERROR when it cannot be read
 */
export async function readSavedStates(
  context: BridgeContextStore | undefined,
): Promise<SavedStatesByName> {
  const saved = await context?.read(contextKey).catch((error: unknown) => {
    throw toNodeError(error, 'Node-RED cannot read what was saved before. Nothing was done');
  });
  return isObject(saved) ? saved : {};
}

/**
 * Replaces all that is saved for a bridge.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNEXPECTED_ERROR when it cannot be written
 */
export async function writeSavedStates(
  context: BridgeContextStore | undefined,
  states: SavedStatesByName,
): Promise<void> {
  await context?.write(contextKey, states).catch((error: unknown) => {
    throw toNodeError(error, 'Node-RED cannot save what the lamps show');
  });
}

/** A scene that was active. */
export interface SavedActiveScene {
  readonly rid: string;
  readonly groupRid: string;
  readonly dynamic: boolean;
}

/** What lamps showed, as plain JSON. */
export interface SavedState {
  /** Each with its id, type and what it shows. */
  readonly lamps: readonly Resource[];
  readonly scenes: readonly SavedActiveScene[];
}

/** What a lamp shows, by the paths of the service. Service document, section 2.4. */
const shownPaths: readonly (readonly string[])[] = [
  ['on', 'on'],
  ['dimming', 'brightness'],
  ['color_temperature', 'mirek'],
  ['color_temperature', 'mirek_valid'],
  ['color', 'xy'],
  ['gradient', 'points'],
  ['gradient', 'mode'],
  ['effects', 'status'],
  ['effects_v2', 'status'],
];

/** Takes down what lamps show, and the active scenes of the rooms and zones whose lamps are all among them. */
export function captureLampStates(mirror: Mirror, lamps: readonly Resource[]): SavedState {
  const lampRids = new Set(lamps.map(({ id }) => id));
  const groupRids = new Set(
    mirror.byType('scene').flatMap((scene) => getSceneGroupRid(scene) ?? []),
  );
  const scenes = [...groupRids].flatMap((groupRid): readonly SavedActiveScene[] => {
    if (!holdsLampsOf(mirror, groupRid, lampRids)) return [];
    const scene = findActiveScene(mirror, listGroupScenes(mirror, groupRid));
    if (scene === undefined) return [];
    return [{ rid: scene.id, groupRid, dynamic: getSceneActivity(mirror, scene) === 'dynamic' }];
  });
  return { lamps: lamps.map(takeLamp), scenes };
}

function takeLamp(lamp: Resource): Resource {
  const taken: Resource = { id: lamp.id, type: lamp.type };
  for (const [member = '', inner = ''] of shownPaths) {
    const value = getNestedMember(lamp, member, inner);
    if (value === undefined) continue;
    const present = taken[member];
    taken[member] = { ...(isObject(present) ? present : {}), [inner]: cloneJson(value) };
  }
  return taken;
}

/** True where a room, zone or home has lamps, and all of them are among these. */
function holdsLampsOf(mirror: Mirror, groupRid: string, lampRids: ReadonlySet<string>): boolean {
  const group = mirror.get(groupRid);
  const lamps = group === undefined ? [] : findGroupLights(mirror, group);
  return lamps.length > 0 && lamps.every(({ id }) => lampRids.has(id));
}

/** A scene that brings back what lamps showed, and these lamps. */
export interface SceneMatchingSavedLamps extends SavedActiveScene {
  readonly lampRids: readonly string[];
}

/**
 * Finds the saved scenes that still bring back what the lamps showed: each is there, and asks for what was saved; where its
 * colours moved, they move again.
 *
 * @param lampRids lamps that are restored
 */
export function findScenesMatchingSavedState(
  mirror: Mirror,
  { lamps, scenes }: SavedState,
  lampRids: ReadonlySet<string>,
): readonly SceneMatchingSavedLamps[] {
  const lampByRid = new Map(lamps.map((lamp) => [lamp.id, lamp]));
  return scenes.flatMap((saved): readonly SceneMatchingSavedLamps[] => {
    const scene = mirror.get(saved.rid, 'scene');
    if (scene === undefined || !holdsLampsOf(mirror, saved.groupRid, lampRids)) return [];
    const group = mirror.get(saved.groupRid);
    const rids = (group === undefined ? [] : findGroupLights(mirror, group)).map(({ id }) => id);
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

/** Reads a saved state from the context, which other flows may have written to; undefined for anything else. */
export function parseSavedState(value: unknown): SavedState | undefined {
  const lamps = getNestedMember(value, 'lamps');
  const scenes = getNestedMember(value, 'scenes');
  if (!Array.isArray(lamps) || !Array.isArray(scenes)) return undefined;
  return { lamps: lamps.filter(isSavedLamp), scenes: scenes.filter(isSavedScene) };
}

const isSavedLamp = (value: unknown): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && value['type'] === 'light';

const isSavedScene = (value: unknown): value is SavedActiveScene =>
  isObject(value) &&
  typeof value['rid'] === 'string' &&
  typeof value['groupRid'] === 'string' &&
  typeof value['dynamic'] === 'boolean';
