import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Home } from '../home';
import type { House } from './behaviour';
import { lampsOf } from './lamps-of';

const isActive = (scene: Resource): boolean => {
  const active = member(scene, 'status', 'active');
  return active !== undefined && active !== 'inactive';
};

/** The group that a scene or smart scene belongs to. */
export function groupOf(home: Home, scene: Resource): Resource | undefined {
  const rid = member(scene, 'group', 'rid');
  return typeof rid === 'string' ? home.get(rid) : undefined;
}

/** Ends the scenes that other commands to their lamps have overridden. */
export function endScenesOf({ home }: House, lamps: readonly Resource[]): void {
  const touched = new Set(lamps.map(({ id }) => id));
  for (const scene of home.byType('scene').filter(isActive)) {
    const group = groupOf(home, scene);
    const itsLamps = group === undefined ? [] : lampsOf(home, group);
    if (itsLamps.some(({ id }) => touched.has(id))) {
      home.change(scene.id, { status: { active: 'inactive' } });
    }
  }
}
