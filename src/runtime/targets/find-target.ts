import type { Mirror } from '../../bridge';
import { idPattern, splitIds } from '../../resources/id-pattern';
import { isObject } from '../../resources/member-access';
import type { ResourceType } from '../../resources';
import {
  createParseSuccess,
  createInvalidValueResult,
} from '../../vocabulary/parsing/parse-result';
import type {
  CommandProblem,
  ParseResult,
  ResolvedResource,
  TargetResolver,
} from '../../vocabulary';
import { toCommandError } from '../node-errors';
import { maxCacheAge } from '../session/state-cache';
import type { BridgeHandle } from '../session/open-bridge';
import { getSettingValueOrThrow } from '../settings/evaluate-setting';
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
 * Finds the target resource of a message: at once for an id that is known, such as one picked in the dialog. For an
 * address that is not found, the bridge is read once more.
 *
 * @param setting id, name, `Room/Name` or a reference `{rid, rtype}`
 * @param resolveTarget finds it among the resources of the bridge
 * @param at path of the value for problems
 * @returns the target; as a promise when it has to be waited for
 * @throws {BridgeError} at once or by rejection: ERR_BRIDGE_INVALID_COMMAND for what is no address,
 *   ERR_BRIDGE_UNKNOWN_TARGET for one that matches no resource or several; what the client throws when the bridge
 *   cannot be read
 */
export function findTarget(
  bridge: Pick<BridgeHandle, 'stateCache'>,
  setting: SettingResult,
  resolveTarget: TargetResolver,
  at = 'target',
): ResolvedTarget | Promise<ResolvedTarget> {
  const value = getSettingValueOrThrow(setting);
  const address = typeof value === 'string' ? value : unwrapReference(value);
  if (address === undefined) throw toCommandError(missingTargetProblem);
  if (typeof address !== 'string') throw toCommandError(refuseAddress(address, at));
  const resource = bridge.stateCache.mirror.get(address);
  const rtype = resolveTarget.rtypes?.find((type) => type === resource?.type);
  return rtype === undefined
    ? resolveAddress(bridge, address, resolveTarget, at)
    : { rid: address, rtype, resource };
}

async function resolveAddress(
  { stateCache }: Pick<BridgeHandle, 'stateCache'>,
  address: string,
  resolveTarget: TargetResolver,
  at: string,
): Promise<ResolvedTarget> {
  const resolve = (mirror: Mirror): ParseResult<ResolvedTarget> => {
    const target = resolveTarget(mirror, address, at);
    if (!target.ok) return target;
    return isResolvedTarget(target.value)
      ? createParseSuccess(target.value)
      : refuseUnknownId(address, at);
  };
  const isName = !idPattern.test(address);
  const result = await stateCache.find(resolve, maxCacheAge.forMessage, isName);
  if (result.ok) return result.value;
  throw toCommandError(result.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

const refuseAddress = (address: unknown, at: string): CommandProblem =>
  createInvalidValueResult(at, 'an id, a name or Room/Name', address).problem;

const refuseUnknownId = (rid: unknown, at: string): ParseResult<never> =>
  createInvalidValueResult(at, 'the id of a resource that the bridge holds', rid);

const isResolvedTarget = (target: ResolvedResource): target is ResolvedTarget =>
  target.rtype !== undefined;

/** Id of a reference `{rid, rtype}` or of a resource as it was read; anything else unchanged. */
function unwrapReference(address: unknown): unknown {
  const rid = isObject(address) ? (address['rid'] ?? address['id']) : undefined;
  return typeof rid === 'string' ? rid : address;
}

/**
 * The addresses of several targets.
 *
 * @param value a list of ids, names, `Room/Name` and references, or ids with commas between them, as dialogs save them
 * @returns undefined for a single address
 */
export function listAddresses(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.map((address: unknown) => address);
  if (typeof value !== 'string' || !value.includes(',')) return undefined;
  const addresses = splitAddresses(value);
  return addresses.length === 1 ? undefined : addresses;
}

/** The ids of a text in which they stand with commas between them; otherwise the text, which is one address. */
export function splitAddresses(text: string): readonly string[] {
  const rids = splitIds(text);
  return rids.every((rid) => idPattern.test(rid)) ? rids : [text];
}
