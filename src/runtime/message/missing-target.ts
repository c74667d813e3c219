import type { StateCache } from '../../bridge';
import { BridgeError } from '../../bridge/errors';
import type { BridgeErrorCode } from '../../bridge/errors';
import type { Resource } from '../../resources';
import { idPattern } from '../../resources/values/identifiers';
import { refuse } from '../../vocabulary/parse-result';
import { joinNames } from './join-names';
import { toCommandError } from '../settings/node-errors';

interface MissingTargets {
  /** Ids or former names. */
  readonly targets: readonly string[];
  readonly kind?: string;
  /** For a target without a known name; `target` if missing. */
  readonly at?: string;
  readonly code?: BridgeErrorCode;
}

/** Returns `Room/Name`; undefined if unknown. */
export function formatResourceLabel(
  stateCache: Pick<StateCache, 'displayNames'>,
  rid: string,
): string | undefined {
  const { name, room } = stateCache.displayNames(rid);
  return name === undefined || room === undefined || room === name ? name : `${room}/${name}`;
}

/** Creates the error for targets that the bridge does not hold: they were deleted, or an id was never known. */
export function createMissingTargetError(
  stateCache: Pick<StateCache, 'displayNames'>,
  { targets, kind = 'resource', at = 'target', code = 'ERR_BRIDGE_UNKNOWN_TARGET' }: MissingTargets,
): BridgeError {
  const labels = targets.map((target) =>
    idPattern.test(target) ? formatResourceLabel(stateCache, target) : target,
  );
  const named = labels.filter((label) => label !== undefined);
  const unnamed = targets[labels.indexOf(undefined)];
  if (unnamed !== undefined) {
    const expected = `the id of a ${kind.replaceAll('_', ' ')} that the bridge holds`;
    return toCommandError(refuse(at, expected, unnamed).problem, code);
  }
  const were = named.length === 1 ? 'was' : 'were';
  return new BridgeError(
    code,
    `${joinNames(named, 'and')} ${were} deleted from the bridge: pick another.`,
    { rtype: kind },
  );
}

/**
 * @param targets ids, names or `Room/Name`; a name counts as missing only if nothing was found
 * @param describeOther describes a resource that the bridge has, but that was not found
 * @returns ERR_BRIDGE_NOT_FOUND with the missing names
 */
export function findMissingTargets(
  stateCache: Pick<StateCache, 'displayNames' | 'get' | 'ownerRid'>,
  targets: readonly string[],
  found: readonly Resource[],
  { kind, describeOther }: { kind: string; describeOther: (label: string) => string },
): BridgeError | undefined {
  const missing = targets.filter((target) =>
    idPattern.test(target)
      ? found.every((resource) => ![resource.id, stateCache.ownerRid(resource)].includes(target))
      : found.length === 0,
  );
  if (missing.length === 0) return undefined;
  const code = 'ERR_BRIDGE_NOT_FOUND';
  const other = missing.find((target) => stateCache.get(target) !== undefined);
  if (other === undefined)
    return createMissingTargetError(stateCache, { targets: missing, kind, code });
  const label = formatResourceLabel(stateCache, other) ?? other;
  return new BridgeError(code, describeOther(label), { rtype: kind, rid: other });
}
