import { evictOldest } from '../../bridge/bounded-map';
import { splitIds } from '../../resources/values/identifiers';
import type { WatchedTargetSettings } from './target-settings';

/** With their names when they were picked. */
interface PickedTargetSettings extends WatchedTargetSettings {
  /** Separated by commas, in the order of the ids. */
  targetName?: unknown;
}

const maxNames = 10_000;

const namesByRid = new Map<string, string>();

export function rememberPickedNames(settings: object): void {
  const { target, targetType = 'resource', targetName }: PickedTargetSettings = settings;
  if (targetType !== 'resource' || typeof target !== 'string' || typeof targetName !== 'string')
    return;
  const rids = splitIds(target);
  const names = rids.length === 1 ? [targetName.trim()] : targetName.split(', ');
  // A name with a comma: the names cannot be assigned.
  if (names.length !== rids.length) return;
  for (const [index, rid] of rids.entries()) {
    const name = names[index];
    if (name !== undefined && name !== '') namesByRid.set(rid, name);
  }
  evictOldest(namesByRid, maxNames);
}

/** Returns undefined if no deployed node stores it. */
export const getPickedName = (rid: string): string | undefined => namesByRid.get(rid);
