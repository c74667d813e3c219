import type { StateCache } from '../../bridge';
import { findNearestName } from '../../resources/validation/nearest-name';
import { allOfBridge, idPattern, splitIds } from '../../resources/values/id-pattern';
import { appendMemberToPath, isObject } from '../../resources/values/member-access';
import type { ResourceType } from '../../resources';
import { messageLimits } from '../../vocabulary/parsing/message-limits';
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
import { toCommandError } from '../settings/node-errors';
import { joinNames } from './join-names';
import { createMissingTargetError, formatResourceLabel } from './missing-target';
import { maxCacheAges } from '../../bridge/state/state-reader';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import {
  getSettingValueOrThrow,
  isSettingUnset,
  parseNonEmptyText,
} from '../settings/evaluate-setting';
import type {
  LocatedSettingResult,
  MessageSettingsEvaluator,
  SettingResult,
} from '../settings/evaluate-setting';
import type { WatchedTargetSettings } from '../settings/target-settings';

const addressForms = 'an id, a name or Room/Name';

const createMissingTargetProblem = (at: string): CommandProblem => ({
  path: at,
  expected:
    at === 'target'
      ? 'a target that is picked in the dialog, or its id, name or Room/Name in msg.target'
      : addressForms,
  received: undefined,
});

/** A resource to act on; its state is undefined when it is not in the state cache. */
export interface ResolvedTarget extends ResolvedResource {
  rtype: ResourceType;
}

/**
 * Finds the target resource of a message: at once for an id that is known, such as one picked in the dialog. For an
 * address that is not found, the bridge is read once more.
 *
 * @param setting id, name, `Room/Name`, `{room, name}` or a reference `{rid, rtype}`
 * @param resolveTarget finds it among the resources of the bridge
 * @param at path of the value for problems
 * @returns the target; as a promise when it has to be waited for
 * @throws {BridgeError} at once or by rejection: ERR_BRIDGE_INVALID_COMMAND for what is no address,
 *   ERR_BRIDGE_UNKNOWN_TARGET for one that matches no resource or several; what the client throws when the bridge
 *   cannot be read
 */
export function resolveTargetSetting(
  bridge: Pick<OpenedBridge, 'stateReader'>,
  setting: SettingResult,
  resolveTarget: TargetResolver,
  at = 'target',
): ResolvedTarget | Promise<ResolvedTarget> {
  const value = getSettingValueOrThrow(setting);
  const address = toAddressText(value);
  if (address === undefined) throw toCommandError(createMissingTargetProblem(at));
  if (typeof address !== 'string') throw toCommandError(refuseAddress(address, at));
  const resource = bridge.stateReader.stateCache.get(address);
  const rtype = resolveTarget.rtypes?.find((type) => type === resource?.type);
  return rtype === undefined
    ? resolveAddress(bridge, address, resolveTarget, at)
    : { rid: address, rtype, resource };
}

async function resolveAddress(
  { stateReader }: Pick<OpenedBridge, 'stateReader'>,
  address: string,
  resolveTarget: TargetResolver,
  at: string,
): Promise<ResolvedTarget> {
  const resolve = (stateCache: StateCache): ParseResult<ResolvedTarget> => {
    const target = resolveTarget(stateCache, address, at);
    if (!target.ok) return target;
    return isResolvedTarget(target.value)
      ? createParseSuccess(target.value)
      : refuseUnknownId(address, at);
  };
  const isName = !idPattern.test(address);
  const result = await stateReader.find(resolve, maxCacheAges.forMessage, isName);
  if (result.ok) return result.value;
  if (!isName && stateReader.stateCache.get(address) === undefined)
    throw createMissingTargetError(stateReader.stateCache, { targets: [address], at });
  throw toCommandError(result.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

/** Members of a target that is named by an object. */
const addressMembers = ['bridge', 'room', 'name'] as const;

/**
 * Finds a misspelt member of an object that names a target, and what it was meant to be. What a list of scenes or lamps holds
 * beside the name is none.
 */
function findMisspeltMember(
  address: Readonly<Record<string, unknown>>,
): { member: string; meant: string } | undefined {
  for (const member of Object.keys(address)) {
    const meant = findNearestName(member, addressMembers);
    if (meant !== undefined && address[meant] === undefined) return { member, meant };
  }
  return undefined;
}

function refuseAddress(address: unknown, at: string): CommandProblem {
  const misspelt = isObject(address) ? findMisspeltMember(address) : undefined;
  if (!isObject(address) || misspelt === undefined)
    return createInvalidValueResult(at, addressForms, address).problem;
  const { member, meant } = misspelt;
  const expected = `one of ${addressMembers.join(', ')}`;
  return createInvalidValueResult(appendMemberToPath(at, member), expected, address[member], meant)
    .problem;
}

const refuseUnknownId = (rid: unknown, at: string): ParseResult<never> =>
  createInvalidValueResult(at, 'the id of a resource that the bridge holds', rid);

const isResolvedTarget = (target: ResolvedResource): target is ResolvedTarget =>
  target.rtype !== undefined;

/** Evaluates the target for one message: the setting, otherwise `msg.target`; undefined when both are missing. */
export function evaluateTarget(
  evaluator: MessageSettingsEvaluator,
  { target, targetType, targetBridges }: WatchedTargetSettings,
): LocatedSettingResult {
  if (isSettingUnset(target)) return { path: 'target', result: evaluator.getProperty('target') };
  const type = parseNonEmptyText(targetType) ?? 'resource';
  return type === 'resource' && typeof target === 'string'
    ? { path: 'target', result: { ok: true, value: pairTargetsWithBridges(target, targetBridges) } }
    : evaluator.evaluateOptional(target, type, type, 'target');
}

/**
 * Checks how many targets there are, and how long their addresses are.
 *
 * @param targets one address or a list of addresses
 * @param path path of the targets, for the error
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if there are too many targets, or if an address is too long
 */
export function assertTargetsInBounds(targets: unknown, path: string): void {
  const problem = findTargetsProblem(targets, path);
  if (problem !== undefined) throw toCommandError(problem);
}

function findTargetsProblem(value: unknown, path: string): CommandProblem | undefined {
  const { maxAddressLength, maxTargets } = messageLimits;
  const addresses: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string' && value.length > maxAddressLength
      ? splitAddresses(value)
      : [value];
  if (addresses.length > maxTargets) {
    const expected = `at most ${maxTargets} targets in one message`;
    return { path, expected, received: `${addresses.length} targets` };
  }
  const tooLong = addresses.findIndex((address) =>
    (isObject(address) ? Object.values(address) : [address]).some(
      (text) => typeof text === 'string' && text.length > maxAddressLength,
    ),
  );
  if (tooLong === -1) return undefined;
  return {
    path: Array.isArray(value) ? appendMemberToPath(path, tooLong) : path,
    expected: `${addressForms} of at most ${maxAddressLength} characters`,
    received: addresses[tooLong],
  };
}

/**
 * The text of an address: the id of a reference `{rid, rtype}` or of a resource as it was read, `Room/Name` of
 * `{room, name}`, the name of `{name}`.
 *
 * @returns anything else unchanged
 */
export function toAddressText(address: unknown): unknown {
  if (!isObject(address)) return address;
  const { rid = address['id'], room, name } = address;
  if (typeof rid === 'string') return rid;
  if (typeof name !== 'string' || findMisspeltMember(address) !== undefined) return address;
  return typeof room === 'string' && room !== '' ? `${room}/${name}` : name;
}

/**
 * The addresses of several targets.
 *
 * @param value a list of addresses, or ids with commas between them, as dialogs save them
 * @returns undefined for a single address
 */
export function splitTargetAddresses(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.map((address: unknown) => address);
  if (typeof value !== 'string' || !value.includes(',')) return undefined;
  const addresses = splitAddresses(value);
  return addresses.length === 1 ? undefined : addresses;
}

/** The ids of a text in which they stand with commas between them; otherwise the text, which is one address. */
export function splitAddresses(text: string): readonly string[] {
  const { maxTargets, maxAddressLength } = messageLimits;
  if (text.length > maxTargets * maxAddressLength) return [text];
  const rids = splitIds(text);
  return rids.every((rid) => idPattern.test(rid)) ? rids : [text];
}

/** True for a target that may name a bridge: an address with a colon or with a member `bridge`, or a list that holds one. */
export const mayNameBridge = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(mayBeOfBridge) : mayBeOfBridge(value);

const mayBeOfBridge = (address: unknown): boolean =>
  typeof address === 'string' ? address.includes(':') : isObject(address) && 'bridge' in address;

/**
 * Addresses of what was picked in a dialog, each with its bridge where that is not the bridge of the node.
 *
 * @param target ids with commas between them
 * @param bridges what stands for the bridge of each, in the same order, as a list or with commas between; empty for that of the node
 */
export function pairTargetsWithBridges(target: string, bridges: unknown): unknown {
  const listed: readonly unknown[] = Array.isArray(bridges)
    ? bridges
    : typeof bridges === 'string'
      ? bridges.split(',')
      : [];
  if (!listed.some(isChosenBridge)) return target;
  const addresses = splitIds(target).map((rid, index) => {
    const bridge = listed[index];
    if (!isChosenBridge(bridge)) return rid;
    return rid === allOfBridge ? { bridge } : { rid, bridge };
  });
  return addresses.length === 1 ? addresses[0] : addresses;
}

const isChosenBridge = (bridge: unknown): boolean => typeof bridge === 'string' && bridge !== '';

/**
 * Names the targets of a message in a sentence.
 *
 * @param stateReader where the names of ids are; undefined while there is none
 * @param value an address, or a list of them
 * @returns undefined where it names nothing
 */
export function describeTargets(
  stateCache: Pick<StateCache, 'displayNames'> | undefined,
  value: unknown,
): string | undefined {
  const labels = (splitTargetAddresses(value) ?? [value])
    .map((address) => toAddressText(address))
    .filter((address) => typeof address === 'string')
    .map((address) => (stateCache && formatResourceLabel(stateCache, address)) ?? address);
  return labels.length === 0 ? undefined : joinNames(labels, 'and');
}
