import type { BridgeErrorCode, Mirror } from '../../bridge';
import { idPattern, isObject } from '../../resources';
import type { ResourceType } from '../../resources';
import { acceptValue, refuseValue } from '../../vocabulary';
import type {
  CommandProblem,
  ParseResult,
  ResolvedResource,
  TargetResolver,
} from '../../vocabulary';
import { toCommandError } from '../node-errors';
import { maxCacheAge } from '../session/state-cache';
import type { BridgeHandle } from '../session/open-bridge';
import { unwrap } from '../settings/evaluate-setting';
import type { SettingResult } from '../settings/evaluate-setting';

const missingTargetProblem: CommandProblem = {
  path: 'target',
  expected: 'one picked in the dialog, or its id, name or Room/Name in msg.target',
  received: undefined,
};

/** A resource to act on; its state is undefined when it is not in the mirror. */
export interface ResolvedTarget extends ResolvedResource {
  rtype: ResourceType;
}

/**
 * Finds the target resource of a message. For an address that is not found, the bridge is read once more.
 *
 * @param setting id, name, `Room/Name` or a reference `{rid, rtype}`
 * @param resolveTarget finds it among the resources of the bridge
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for what is no address, ERR_BRIDGE_UNKNOWN_TARGET for one
 *   that matches no resource or several; what the client throws when the bridge cannot be read
 */
export async function findTarget(
  bridge: Pick<BridgeHandle, 'stateCache'>,
  setting: SettingResult,
  resolveTarget: TargetResolver,
): Promise<ResolvedTarget> {
  const address = unwrapReference(unwrap(setting));
  if (address === undefined) throw toCommandError(missingTargetProblem);
  const resolve = (mirror: Mirror): ParseResult<ResolvedTarget> => {
    const target = resolveTarget(mirror, address);
    if (!target.ok) return target;
    return isResolvedTarget(target.value) ? acceptValue(target.value) : refuseUnknownId(address);
  };
  if (typeof address !== 'string') return unwrapTarget(resolve(bridge.stateCache.mirror));
  const result = await bridge.stateCache.find(
    resolve,
    maxCacheAge.forMessage,
    !idPattern.test(address),
  );
  return unwrapTarget(result, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

function unwrapTarget(result: ParseResult<ResolvedTarget>, code?: BridgeErrorCode): ResolvedTarget {
  if (result.ok) return result.value;
  throw toCommandError(result.problem, code);
}

const refuseUnknownId = (rid: unknown): ParseResult<never> =>
  refuseValue('target', 'the id of a resource that the bridge holds', rid);

const isResolvedTarget = (target: ResolvedResource): target is ResolvedTarget =>
  target.rtype !== undefined;

/** Id of a reference `{rid, rtype}`, as in the output of other nodes; anything else unchanged. */
const unwrapReference = (address: unknown): unknown =>
  isObject(address) && typeof address['rid'] === 'string' ? address['rid'] : address;
