import { getNestedMember } from '../../../resources';
import type { Resource } from '../../../resources';
import { findGroupLights } from '../../../resources/group-lights';
import type { SimulationContext } from '../resource-write-handler';

/** Makes the active scenes of the rooms and zones of these lamps inactive, because a command changed the lamps. */
export function deactivateSimulatedScenes(
  { home }: SimulationContext,
  lamps: readonly Resource[],
): void {
  const changedIds = new Set(lamps.map(({ id }) => id));
  for (const scene of home.byType('scene')) {
    if ((getNestedMember(scene, 'status', 'active') ?? 'inactive') === 'inactive') continue;
    const group = home.get(String(getNestedMember(scene, 'group', 'rid')));
    if (findGroupLights(home, group).some(({ id }) => changedIds.has(id)))
      home.change(scene.id, { status: { active: 'inactive' } });
  }
}
