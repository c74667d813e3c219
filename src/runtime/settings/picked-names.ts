import { evictOldest } from '../../bridge/limits/evict-oldest';
import { splitIds } from '../../resources/values/id-pattern';
import type { WatchedTargetSettings } from './target-settings';

/** Targets that were picked in a dialog, with their names at that time. */
interface PickedTargetSettings extends WatchedTargetSettings {
  /** Names separated by commas, in the order of the ids. */
  targetName?: unknown;
}

const maxNames = 10_000;

const namesByRid = new Map<string, string>();

/** Stores the names of picked targets for errors about deleted targets. */
export function rememberPickedNames(settings: object): void {
  const { target, targetType = 'resource', targetName }: PickedTargetSettings = settings;
  if (targetType !== 'resource' || typeof target !== 'string' || typeof targetName !== 'string')
    return;
  const rids = splitIds(target);
  const names = rids.length === 1 ? [targetName.trim()] : targetName.split(', ');
  // If a name contains a comma, the names cannot be assigned to the ids.
  if (names.length !== rids.length) return;
  for (const [index, rid] of rids.entries()) {
    const name = names[index];
    if (name !== undefined && name !== '') namesByRid.set(rid, name);
  }
  evictOldest(namesByRid, maxNames);
}

/** Returns the name of a resource when it was picked; undefined if no deployed node stores its name. */
export const getPickedName = (rid: string): string | undefined => namesByRid.get(rid);
