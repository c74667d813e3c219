import { findGroupLights } from '../../../resources/group-lights';
import type { Resource } from '../../../resources';
import type { StateCache } from '../../../bridge';
import { toSavedLamp } from '../../bridge/store/saved-state';
import type { SavedActiveScene, SavedState } from '../../bridge/store/saved-state';
import {
  findActiveScene,
  getSceneActivity,
  getSceneGroupRid,
  listGroupScenes,
} from '../../../vocabulary/scene/group-scenes';
import { isActionShown } from '../../../vocabulary/scene/scene-comparison';

/** Includes the active scenes of rooms and zones whose lamps are all included. */
export function captureLampStates(stateCache: StateCache, lamps: readonly Resource[]): SavedState {
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
export function findScenesMatchingSavedState(
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
