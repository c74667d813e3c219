import { findGroupLights } from '../../../resources/group-lights';
import type { Resource } from '../../../resources';
import type { Mirror } from '../../../bridge';
import { toSavedLamp } from '../../bridge/store/saved-state';
import type { SavedActiveScene, SavedState } from '../../bridge/store/saved-state';
import {
  findActiveScene,
  getSceneActivity,
  getSceneGroupRid,
  listGroupScenes,
} from '../../../vocabulary/scene/group-scenes';
import { isActionShown } from '../../../vocabulary/scene/scene-comparison';

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
  return { lamps: lamps.map(toSavedLamp), scenes };
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
