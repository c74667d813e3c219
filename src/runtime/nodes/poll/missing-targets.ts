import { BridgeError } from '../../../bridge';
import type { StateCache } from '../../../bridge';
import { idPattern } from '../../../resources';
import type { Resource } from '../../../resources';
import { createUnknownTargetError, formatResourceLabel } from '../../message/missing-target';
import type { PollSettings } from './poll-settings';

const code = 'ERR_BRIDGE_NOT_FOUND';

/**
 * Checks that the bridge has the chosen resources, and that they are in the chosen room.
 *
 * @param targets ids, names or `Room/Name`; a name counts as missing only if nothing was found
 * @returns an error ERR_BRIDGE_NOT_FOUND with the missing names; undefined if nothing is missing
 */
export function findMissingTargets(
  stateCache: Pick<StateCache, 'displayNames' | 'get' | 'ownerRid'>,
  targets: readonly string[],
  found: readonly Resource[],
  { rtype, room }: Pick<PollSettings, 'rtype' | 'room'>,
): BridgeError | undefined {
  const isMissing = (target: string): boolean =>
    idPattern.test(target)
      ? found.every((resource) => ![resource.id, stateCache.ownerRid(resource)].includes(target))
      : found.length === 0;
  const missing = targets.filter(isMissing);
  if (missing.length === 0) return undefined;
  const elsewhere = missing.find((target) => stateCache.get(target) !== undefined);
  if (elsewhere === undefined)
    return createUnknownTargetError(stateCache, { targets: missing, kind: rtype, code });
  const label = formatResourceLabel(stateCache, elsewhere) ?? elsewhere;
  const group = formatResourceLabel(stateCache, room) ?? room;
  return new BridgeError(
    code,
    `${label} is not in ${group}: pick another, or another room or zone.`,
    { rtype, rid: elsewhere },
  );
}
