import type { StateCache } from '../../bridge';
import { findNearestName } from '../../resources/validation/nearest-name';
import { allOfBridge, idPattern, splitIds } from '../../resources/values/identifiers';
import { appendMemberToPath, isObject } from '../../resources/values/member-access';
import type { ResourceType, Members } from '../../resources';
import { isReadPayload } from '../../vocabulary/read-payload';
import { messageLimits } from '../../vocabulary/plain-json';
import { accept, refuse } from '../../vocabulary/parse-result';
import type { CommandProblem, ParseResult } from '../../vocabulary/parse-result';
import type { ResolvedResource, TargetResolver } from '../../vocabulary/lookup';
import { toCommandError } from '../settings/node-errors';
import { joinNames } from './join-names';
import { createMissingTargetError, formatResourceLabel } from './missing-target';
import { maxCacheAges } from '../../bridge/read-state';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { isSettingUnset, parseNonEmptyText } from '../settings/evaluate-setting';
import type {
  ActionNodeSettings,
  MessageSetting,
  MessageSettingsEvaluator,
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

/** The state is undefined if it is not in the state cache. */
export interface ResolvedTarget extends ResolvedResource {
  rtype: ResourceType;
}

/**
 * Finds a known id at once, such as one picked in the dialog. Reads the bridge once more if an address is not found.
 *
 * @param value id, name, `Room/Name`, `{room, name}` or a reference `{rid, rtype}`
 * @throws {BridgeError} at once or by rejection: ERR_BRIDGE_INVALID_COMMAND for an invalid address,
 * ERR_BRIDGE_UNKNOWN_TARGET for one that matches no resource or several; errors of the client when the bridge cannot
 * be read
 */
export function findTarget(
  bridge: Pick<OpenedBridge, 'stateReader'>,
  value: unknown,
  resolveTarget: TargetResolver,
  at = 'target',
): ResolvedTarget | Promise<ResolvedTarget> {
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
    const { rtype } = target.value;
    return rtype === undefined
      ? refuse(at, 'the id of a resource that the bridge holds', address)
      : accept({ ...target.value, rtype });
  };
  const isName = !idPattern.test(address);
  const result = await stateReader.find(resolve, maxCacheAges.forMessage, isName);
  if (result.ok) return result.value;
  if (!isName && stateReader.stateCache.get(address) === undefined)
    throw createMissingTargetError(stateReader.stateCache, { targets: [address], at });
  throw toCommandError(result.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

const addressMembers = ['bridge', 'room', 'name'] as const;

/** Entries of scene or lamp lists may have other members. */
function findMisspeltMember(address: Members): { member: string; meant: string } | undefined {
  for (const member of Object.keys(address)) {
    const meant = findNearestName(member, addressMembers);
    if (meant !== undefined && address[meant] === undefined) return { member, meant };
  }
  return undefined;
}

function refuseAddress(address: unknown, at: string): CommandProblem {
  const misspelt = isObject(address) ? findMisspeltMember(address) : undefined;
  if (!isObject(address) || misspelt === undefined)
    return refuse(at, addressForms, address).problem;
  const { member, meant } = misspelt;
  const expected = `one of ${addressMembers.join(', ')}`;
  return refuse(appendMemberToPath(at, member), expected, address[member], meant).problem;
}

/** Returns the setting, otherwise `msg.target`. */
export function evaluateTarget(
  evaluator: MessageSettingsEvaluator,
  settings: WatchedTargetSettings,
): MessageSetting {
  const { target, targetType, targetBridges } = settings;
  if (isSettingUnset(target)) return evaluator.getProperty('target');
  const isPicked = (parseNonEmptyText(targetType) ?? 'resource') === 'resource';
  return isPicked && typeof target === 'string'
    ? { path: 'target', isValid: true, value: pairTargetsWithBridges(target, targetBridges) }
    : evaluator.evaluateOptional(settings, 'target', 'resource');
}

export interface CommandOrReadRequest {
  readonly command: MessageSetting;
  readonly payload: MessageSetting;
}

/** True without a payload, with `"get"`, `{ get: true }` or a timestamp. */
export const asksForReading = ({ command, payload }: CommandOrReadRequest): boolean =>
  (command.path === 'payload' && payload.isValid && payload.value === undefined) ||
  isReadPayload(command.value);

export interface OperationParams extends CommandOrReadRequest {
  /** Undefined if neither dialog nor message chooses. */
  readonly operation: MessageSetting;
  readonly target: MessageSetting;
}

/** @param defaultOperation empty for that of the message */
export const evaluateOperation = (
  evaluator: MessageSettingsEvaluator,
  def: ActionNodeSettings & { readonly operation?: unknown },
  defaultOperation = '',
): OperationParams => ({
  operation: evaluator.getChoice(def.operation ?? defaultOperation, 'operation'),
  target: evaluateTarget(evaluator, def),
  command: evaluator.evaluateCommand(def),
  payload: evaluator.getProperty('payload'),
});

/**
 * @param targets one address or a list
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for too many targets, or too long an address
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
 * Returns the id of a reference `{rid, rtype}` or of a whole resource, `Room/Name` of `{room, name}`, the name of
 * `{name}`; anything else unchanged.
 */
export function toAddressText(address: unknown): unknown {
  if (!isObject(address)) return address;
  const { rid = address['id'], room, name } = address;
  if (typeof rid === 'string') return rid;
  if (typeof name !== 'string' || findMisspeltMember(address) !== undefined) return address;
  return typeof room === 'string' && room !== '' ? `${room}/${name}` : name;
}

/**
 * @param value a list, or ids separated by commas, as dialogs save them
 * @returns undefined for a single address
 */
export function splitTargetAddresses(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.map((address: unknown) => address);
  if (typeof value !== 'string' || !value.includes(',')) return undefined;
  const addresses = splitAddresses(value);
  return addresses.length === 1 ? undefined : addresses;
}

/** Splits comma-separated ids; other text is the only address. */
export function splitAddresses(text: string): readonly string[] {
  const { maxTargets, maxAddressLength } = messageLimits;
  if (text.length > maxTargets * maxAddressLength) return [text];
  const rids = splitIds(text);
  return rids.every((rid) => idPattern.test(rid)) ? rids : [text];
}

/** True for an address with a colon or a member `bridge`. */
export const mayNameBridge = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(mayBeOfBridge) : mayBeOfBridge(value);

const mayBeOfBridge = (address: unknown): boolean =>
  typeof address === 'string' ? address.includes(':') : isObject(address) && 'bridge' in address;

/**
 * Adds bridges to picked targets that are not on the node's bridge.
 *
 * @param target ids separated by commas
 * @param bridges ids of bridge nodes in the same order, as a list or separated by commas; empty for the node's bridge
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
 * Returns names for a sentence.
 *
 * @param value an address, or a list
 * @returns undefined if the value names no target
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
