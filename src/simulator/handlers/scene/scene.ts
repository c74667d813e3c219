import { isObject, getListMember, getNestedMember, getTextMember } from '../../../resources';
import type { Resource, Members } from '../../../resources';
import type { ResourceWriteHandler, SimulationContext } from '../resource-write-handler';
import { assertReferenceExists } from '../reference-integrity';
import { deactivateSimulatedScenes } from './scene-state';
import { applyLightUpdate } from '../light/light';

function assertTargetsExist({ home }: SimulationContext, actions: unknown): void {
  for (const [index, action] of getListMember(actions).entries()) {
    assertReferenceExists(home, `actions[${index}].target`, getNestedMember(action, 'target'));
  }
}

/** @param recall `action`, and `dimming` to override the brightness of the scene */
export function applySceneRecall(
  simulation: SimulationContext,
  scene: Resource,
  recall: Members = {},
): void {
  const { home } = simulation;
  const dynamic = recall['action'] === 'dynamic_palette';
  const lamps = getListMember(scene, 'actions').flatMap((entry) => {
    const lamp = home.get(getTextMember(entry, 'target', 'rid') ?? '');
    const action = getNestedMember(entry, 'action');
    if (lamp === undefined || !isObject(action)) return [];
    const { dimming } = recall;
    applyLightUpdate(simulation, lamp, dimming === undefined ? action : { ...action, dimming });
    if (isObject(lamp['dynamics'])) home.change(lamp.id, toDynamicsChange(scene, lamp, dynamic));
    return [lamp];
  });
  deactivateSimulatedScenes(simulation, lamps);
  home.change(scene.id, {
    status: {
      active: dynamic ? 'dynamic_palette' : 'static',
      last_recall: new Date().toISOString(),
    },
  });
}

function toDynamicsChange(scene: Resource, lamp: Resource, dynamic: boolean): Members {
  const statuses = getListMember(lamp, 'dynamics', 'status_values');
  return dynamic && statuses.includes('dynamic_palette')
    ? { dynamics: { status: 'dynamic_palette', speed: scene['speed'] ?? 0.5, speed_valid: true } }
    : { dynamics: { status: 'none', speed: 0, speed_valid: false } };
}

/** Hue CLIP API reference. */
export const sceneWriteHandler: ResourceWriteHandler = {
  create(simulation, scene) {
    assertReferenceExists(simulation.home, 'group', scene['group']);
    assertTargetsExist(simulation, scene['actions']);
    return {
      palette: { color: [], dimming: [], color_temperature: [], effects: [] },
      speed: 0.5,
      auto_dynamic: false,
      ...scene,
      status: { active: 'inactive' },
    };
  },
  update(simulation, scene, { recall, ...body }) {
    assertTargetsExist(simulation, body['actions']);
    const changed = simulation.home.change(scene.id, body);
    if (isObject(recall)) applySceneRecall(simulation, changed, recall);
  },
};
