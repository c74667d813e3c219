import { getNestedMember } from '../../../resources';
import type { Resource } from '../../../resources';
import type { SimulatedHome } from '../../home/simulated-home';
import type { SimulationContext } from '../resource-write-handler';
import { findLightsOfGroup } from '../../home/find-resources';

const isActiveScene = (scene: Resource): boolean => {
  const active = getNestedMember(scene, 'status', 'active');
  return active !== undefined && active !== 'inactive';
};

function findSceneGroup(home: SimulatedHome, scene: Resource): Resource | undefined {
  const rid = getNestedMember(scene, 'group', 'rid');
  return typeof rid === 'string' ? home.get(rid) : undefined;
}

/** Makes active scenes inactive if another command has changed their lamps. */
export function deactivateSimulatedScenes(
  { home }: SimulationContext,
  lamps: readonly Resource[],
): void {
  const changedIds = new Set(lamps.map(({ id }) => id));
  for (const scene of home.byType('scene').filter(isActiveScene)) {
    const group = findSceneGroup(home, scene);
    const sceneLights = group === undefined ? [] : findLightsOfGroup(home, group);
    if (sceneLights.some(({ id }) => changedIds.has(id))) {
      home.change(scene.id, { status: { active: 'inactive' } });
    }
  }
}
