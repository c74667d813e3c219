import { findNearestName } from '../../resources';
import { getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import { compareNames } from '../../resources/values/compare-names';
import type { ResourceIndex } from '../lookup/resource-index';
import { normalizeNameForComparison } from '../parsing/normalize-name-for-comparison';
import { createParseSuccess, createInvalidValueResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { doLampsShowScene } from './scene-comparison';

/** Most names that an error lists. */
const maxListedNames = 12;

/** Name of a scene; empty where it has none. */
export function getSceneName(scene: Resource): string {
  const name = getNestedMember(scene, 'metadata', 'name');
  return typeof name === 'string' ? name : '';
}

/** @returns the id of the room, zone or home that a scene belongs to */
export function getSceneGroupRid(scene: Resource): string | undefined {
  const rid = getNestedMember(scene, 'group', 'rid');
  return typeof rid === 'string' ? rid : undefined;
}

/** Scenes of a room, zone or home, by name; of the same name by id, so that the order is always the same. */
export const listGroupScenes = (index: ResourceIndex, groupRid: string): readonly Resource[] =>
  index
    .byType('scene')
    .filter((scene) => getSceneGroupRid(scene) === groupRid)
    .toSorted(
      (one, other) =>
        compareNames(getSceneName(one), getSceneName(other)) || (one.id < other.id ? -1 : 1),
    );

/**
 * Finds a scene of a room by its name or id: first as it is written, then whatever its upper and lower case.
 *
 * @param at path of the name, for problems
 * @returns a problem that lists the scenes of the room, with one of a similar name
 */
export function findGroupScene(
  index: ResourceIndex,
  groupRid: string,
  name: string,
  at: string,
): ParseResult<Resource> {
  const scenes = listGroupScenes(index, groupRid);
  const scene = findSceneByName(scenes, name);
  if (scene !== undefined) return createParseSuccess(scene);
  const suggestion = findNearestName(name, scenes.map(getSceneName));
  return createInvalidValueResult(at, describeExpectedScene(index, groupRid), name, suggestion);
}

/** The scene of this name or id; undefined when there is none. */
export function findSceneByName(scenes: readonly Resource[], name: string): Resource | undefined {
  const [exact, folded] = [name.trim().normalize('NFC'), normalizeNameForComparison(name)];
  return (
    scenes.find((scene) => scene.id === exact || getSceneName(scene).normalize('NFC') === exact) ??
    scenes.find((scene) => normalizeNameForComparison(getSceneName(scene)) === folded)
  );
}

/** What a problem expects: `a scene of Kitchen (Bright, Relax)`. */
export function describeExpectedScene(index: ResourceIndex, groupRid: string): string {
  const room = index.name(groupRid) ?? 'this room';
  const names = listGroupScenes(index, groupRid).map(getSceneName);
  if (names.length === 0) return `a scene of ${room}, which has none`;
  const more = names.length > maxListedNames ? ', …' : '';
  return `a scene of ${room} (${names.slice(0, maxListedNames).join(', ')}${more})`;
}

/** How a scene is active: as the bridge reports it, otherwise judged by its lamps. */
export type SceneActivity = 'static' | 'dynamic' | undefined;

/**
 * Whether a scene is active: `status.active` as real bridges report it (captured from a bridge); where a bridge
 * reports no status, whether the lamps show what the scene asks for.
 *
 * @returns undefined while it is not
 */
export function getSceneActivity(index: ResourceIndex, scene: Resource): SceneActivity {
  const active = getNestedMember(scene, 'status', 'active');
  if (typeof active !== 'string') return doLampsShowScene(index, scene) ? 'static' : undefined;
  if (active === 'inactive') return undefined;
  return active === 'dynamic_palette' ? 'dynamic' : 'static';
}

/**
 * Finds the active scene of a room, zone or home; of several the one that was recalled last.
 *
 * @param scenes scenes of one group
 * @returns undefined when none is active
 */
export function findActiveScene(
  index: ResourceIndex,
  scenes: readonly Resource[],
): Resource | undefined {
  const active = scenes.filter((scene) => getSceneActivity(index, scene) !== undefined);
  return active.reduce<Resource | undefined>(
    (latest, scene) =>
      latest === undefined || getLastRecall(scene) > getLastRecall(latest) ? scene : latest,
    undefined,
  );
}

/** ISO 8601 time of the last recall, which sorts as text; empty where it is not known. */
function getLastRecall(scene: Resource): string {
  const lastRecall = getNestedMember(scene, 'status', 'last_recall');
  return typeof lastRecall === 'string' ? lastRecall : '';
}
