import { parseBackup } from '../backup/backup';
import { formatBackupText } from '../backup/texts';
import { getResourceDefinition, isKnownResourceType } from '../resources/table';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';

/** What a backup leaves out, since it changes by itself, and a bridge always shows. */
const membersAtStart: Readonly<Record<string, (resource: Resource) => Members>> = {
  behavior_instance: ({ enabled }) => ({
    state: {},
    status: enabled === true ? 'running' : 'disabled',
    last_error: '',
  }),
  entertainment_configuration: () => ({ status: 'inactive' }),
  light: () => ({ mode: 'normal' }),
  motion_area_configuration: ({ enabled }) => ({
    health: enabled === false ? 'not_running' : 'healthy',
  }),
  scene: () => ({ status: { active: 'inactive' } }),
  smart_scene: () => ({ state: 'inactive' }),
};

/**
 * The home of a backup, as a bridge would list it. Sensors have the readings of the samples of their types.
 *
 * @throws Error if it is no backup that can be read
 */
export function createHomeOfBackup(value: unknown): Resource[] {
  const parsed = parseBackup(value);
  if (!parsed.ok) throw new Error(formatBackupText(parsed.problem));
  return parsed.backup.resources.map((resource) => {
    const { type } = resource;
    const sample = isKnownResourceType(type) ? getResourceDefinition(type).sample : undefined;
    const start = Object.hasOwn(membersAtStart, type) ? membersAtStart[type] : undefined;
    return { ...sample, ...start?.(resource), ...resource };
  });
}
