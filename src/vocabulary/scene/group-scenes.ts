import { findNearestName, getTextMember } from '../../resources';
import type { Resource } from '../../resources';
import { compareNames } from '../../resources/values/compare-names';
import type { ResourceIndex } from '../lookup/resource-index';
import { normalizeNameForComparison } from '../parsing/normalize-name-for-comparison';
import { accept, refuse } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { doLampsShowScene } from './scene-comparison';

const maxListedNames = 12;

/** Empty without a name. */
export const getSceneName = (scene: Resource): string =>
  getTextMember(scene, 'metadata', 'name') ?? '';

export const getSceneGroupRid = (scene: Resource): string | undefined =>
  getTextMember(scene, 'group', 'rid');

/** By name, then by id for a stable order. */
export const listGroupScenes = (index: ResourceIndex, groupRid: string): readonly Resource[] =>
  index
    .byType('scene')
    .filter((scene) => getSceneGroupRid(scene) === groupRid)
    .toSorted(
      (one, other) =>
        compareNames(getSceneName(one), getSceneName(other)) || (one.id < other.id ? -1 : 1),
    );

/**
 * An exact match wins over a match in another case.
 *
 * @returns a problem that lists the scenes of the room and suggests a similar name
 */
export function findGroupScene(
  index: ResourceIndex,
  groupRid: string,
  name: string,
  at: string,
): ParseResult<Resource> {
  const scenes = listGroupScenes(index, groupRid);
  const scene = findSceneByName(scenes, name);
  if (scene !== undefined) return accept(scene);
  const suggestion = findNearestName(name, scenes.map(getSceneName));
  return refuse(at, describeExpectedScene(index, groupRid), name, suggestion);
}

export function findSceneByName(scenes: readonly Resource[], name: string): Resource | undefined {
  const [exact, folded] = [name.trim().normalize('NFC'), normalizeNameForComparison(name)];
  return (
    scenes.find((scene) => scene.id === exact || getSceneName(scene).normalize('NFC') === exact) ??
    scenes.find((scene) => normalizeNameForComparison(getSceneName(scene)) === folded)
  );
}

/** Such as `a scene of Kitchen (Bright, Relax)`. */
export function describeExpectedScene(index: ResourceIndex, groupRid: string): string {
  const room = index.name(groupRid) ?? 'this room';
  const names = listGroupScenes(index, groupRid).map(getSceneName);
  if (names.length === 0) return `a scene of ${room}, which has none`;
  const more = names.length > maxListedNames ? ', …' : '';
  return `a scene of ${room} (${names.slice(0, maxListedNames).join(', ')}${more})`;
}

/** Undefined for a scene that is not active. */
type SceneActivity = 'static' | 'dynamic' | undefined;

/**
 * `status.active` as real bridges report it (captured from a bridge). Without a status, the states of the lamps decide.
 */
export function getSceneActivity(index: ResourceIndex, scene: Resource): SceneActivity {
  const active = getTextMember(scene, 'status', 'active');
  if (active === undefined) return doLampsShowScene(index, scene) ? 'static' : undefined;
  if (active === 'inactive') return undefined;
  return active === 'dynamic_palette' ? 'dynamic' : 'static';
}

/** Of several active scenes, the last recalled. */
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

/** ISO 8601, sorts as text; empty if unknown. */
const getLastRecall = (scene: Resource): string =>
  getTextMember(scene, 'status', 'last_recall') ?? '';
