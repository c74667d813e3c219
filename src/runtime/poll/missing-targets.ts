import { BridgeError } from '../../bridge';
import { idPattern } from '../../resources';
import type { Resource, ResourceType } from '../../resources';

/**
 * Finds the chosen resources that the bridge does not have.
 *
 * @param targets ids, names or `Room/Name`; a name is missing where nothing was found at all
 * @param found the chosen resources that it has
 * @returns an error ERR_BRIDGE_NOT_FOUND that lists them; undefined for none
 */
export function findMissingTargets(
  targets: readonly string[],
  found: readonly Resource[],
  rtype: ResourceType,
): BridgeError | undefined {
  const isMissing = (target: string): boolean =>
    found.length === 0 || (idPattern.test(target) && found.every(({ id }) => id !== target));
  const missing = targets.filter(isMissing);
  if (missing.length === 0) return undefined;
  return new BridgeError(
    'ERR_BRIDGE_NOT_FOUND',
    `The bridge holds no ${rtype} ${missing.join(', ')} (any more). Open the node and choose another.`,
    { rtype },
  );
}
