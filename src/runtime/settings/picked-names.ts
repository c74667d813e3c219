import { evictOldest } from '../../bridge/limits/evict-oldest';
import { splitIds } from '../../resources/values/id-pattern';
import type { WatchedTargetSettings } from './target-settings';

/** What was picked in the dialog of a node, with the name that it had then. */
interface PickedTargetSettings extends WatchedTargetSettings {
  /** Names with commas between them, in the order of the ids. */
  targetName?: unknown;
}

/** Most names that are kept. */
const maxNames = 10_000;

const namesByRid = new Map<string, string>();

/**
 * Keeps the names of what was picked for a node, for errors about it once the bridge does not hold it any more.
 *
 * @param settings of a node, as the flow file holds them
 */
export function rememberPickedNames(settings: object): void {
  const { target, targetType = 'resource', targetName }: PickedTargetSettings = settings;
  if (targetType !== 'resource' || typeof target !== 'string' || typeof targetName !== 'string')
    return;
  const rids = splitIds(target);
  const names = rids.length === 1 ? [targetName.trim()] : targetName.split(', ');
  // A name may hold a comma, too: then it is not known which is whose.
  if (names.length !== rids.length) return;
  for (const [index, rid] of rids.entries()) {
    const name = names[index];
    if (name !== undefined && name !== '') namesByRid.set(rid, name);
  }
  evictOldest(namesByRid, maxNames);
}

/** The name that a resource had when it was picked in a dialog; undefined where no deployed node has it. */
export const getPickedName = (rid: string): string | undefined => namesByRid.get(rid);
