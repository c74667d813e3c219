import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { now } from './moment';
import { refuseDangling } from './references';
import { endScenesOf } from './scene-state';
import { shine } from './light';

function create(house: House, scene: Resource): Resource {
  refuseDangling(house.home, 'group', scene['group']);
  refuseDanglingTargets(house, scene['actions']);
  return {
    palette: { color: [], dimming: [], color_temperature: [], effects: [] },
    speed: 0.5,
    auto_dynamic: false,
    ...scene,
    status: { active: 'inactive' },
  };
}

function update(house: House, scene: Resource, { recall, ...body }: Body): Outcome {
  refuseDanglingTargets(house, body['actions']);
  const changed = house.home.change(scene.id, body);
  if (isObject(recall)) recallScene(house, changed, recall);
  return done;
}

function refuseDanglingTargets({ home }: House, actions: unknown): void {
  if (!Array.isArray(actions)) return;
  for (const [index, action] of actions.entries()) {
    refuseDangling(home, `actions[${index}].target`, member(action, 'target'));
  }
}

/**
 * Sets the lamps of a scene.
 *
 * @param recall `action`, and `dimming` where it is to be brighter or darker than the scene says
 */
export function recallScene(house: House, scene: Resource, recall: Body = {}): void {
  const { home } = house;
  const dynamic = recall['action'] === 'dynamic_palette';
  const { actions } = scene;
  const lamps = (Array.isArray(actions) ? actions : []).flatMap((entry: unknown) => {
    const rid = member(entry, 'target', 'rid');
    const lamp = typeof rid === 'string' ? home.get(rid) : undefined;
    const action = member(entry, 'action');
    if (lamp === undefined || !isObject(action)) return [];
    const { dimming } = recall;
    shine(house, lamp, dimming === undefined ? action : { ...action, dimming });
    if (lamp['dynamics'] !== undefined) home.change(lamp.id, dynamicsChange(scene, lamp, dynamic));
    return [lamp];
  });
  endScenesOf(house, lamps);
  home.change(scene.id, {
    status: { active: dynamic ? 'dynamic_palette' : 'static', last_recall: now() },
  });
}

function dynamicsChange(scene: Resource, lamp: Resource, dynamic: boolean): Body {
  const known = member(lamp, 'dynamics', 'status_values');
  return dynamic && Array.isArray(known) && known.includes('dynamic_palette')
    ? { dynamics: { status: 'dynamic_palette', speed: scene['speed'] ?? 0.5, speed_valid: true } }
    : { dynamics: { status: 'none', speed: 0, speed_valid: false } };
}

/** A light setting of a room or zone. Hue CLIP API reference. */
export const sceneBehaviour: Behaviour = { create, update };
