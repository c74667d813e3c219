import type { StateCache } from '../bridge';
import { findNearestName } from '../resources/nearest-name';
import { idPattern, splitIds } from '../resources/identifiers';
import { appendMemberToPath, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { ResourceType } from '../resources/table';
import type { Resource } from '../resources/resource';
import { isReadPayload } from '../vocabulary/read-payload';
import { messageLimits } from '../vocabulary/plain-json';
import { accept, refuse } from '../vocabulary/parse-result';
import type { CommandProblem, ParseResult } from '../vocabulary/parse-result';
import { findTextAfterBridgeName, normalizeNameForComparison } from '../vocabulary/lookup';
import type { ResolvedResource, TargetResolver } from '../vocabulary/lookup';
import { toCommandError, joinNames, formatSettingPath, createInvalidValueError } from './errors';
import { maxCacheAges } from '../bridge/read-state';
import { BridgeError, isBridgeError, getCommandProblem } from '../bridge/errors';
import type { BridgeErrorCode } from '../bridge/errors';
import type { Bridge } from './bridge/bridge';
import { evaluateSetting, getSettingValueOrThrow } from './settings';
import type { ActionNodeSettings, MessageSetting, MessageSettingsEvaluator } from './settings';
import {
  isTargetFromMessage,
  isSettingUnset,
  mayNameBridge,
  parseNonEmptyText,
  pairTargetsWithBridges,
} from './stored-settings';
import type { StoredTarget } from './stored-settings';
import { listDeployedBridges, listOpenedBridges } from './bridge/deployed';
import type { DeployedBridge } from './bridge/deployed';
import type { Node, NodeAPI } from 'node-red';
import type { BridgeWithOptionalName } from './outcome';

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
  bridge: Pick<Bridge, 'stateReader'>,
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
  { stateReader }: Pick<Bridge, 'stateReader'>,
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
  settings: StoredTarget,
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

interface NamedBridgeTarget extends DeployedBridge {
  /** Undefined if only the bridge is named. */
  readonly address: unknown;
}

/**
 * Finds the bridge before a colon, as in `Attic:Office/Desk lamp`, or in a member, as in `{ "bridge": "Attic", "rid":
 * … }`. Ignores case.
 *
 * @returns undefined for an address that names no deployed bridge, such as the name of a lamp with a colon
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if several bridges have the name, or if no bridge has the name in a
 * member
 */
function splitBridgeFromAddress(address: unknown, at = 'target'): NamedBridgeTarget | undefined {
  if (typeof address === 'string') return findBridgeBeforeColon(address, at);
  if (!isObject(address)) return undefined;
  const { bridge, ...rest } = address;
  if (bridge === undefined) return undefined;
  const named = requireNamedBridge(bridge, `${at}.bridge`);
  const isBridgeAlone = Object.values(rest).every((member) => member === undefined);
  return { ...named, address: isBridgeAlone ? undefined : rest };
}

/**
 * @param wanted name, id of the node, or address of a bridge without a name
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if no bridge or several bridges match
 */
function requireNamedBridge(wanted: unknown, at: string): DeployedBridge {
  const bridges = listDeployedBridges();
  const name =
    typeof wanted === 'string' && wanted.length <= messageLimits.maxAddressLength
      ? normalizeNameForComparison(wanted)
      : undefined;
  const found =
    bridges.find(({ id }) => id === wanted) ??
    selectOne(
      bridges.filter((bridge) => normalizeNameForComparison(bridge.name) === name),
      wanted,
      at,
    );
  if (found !== undefined) return found;
  const expected = `the name of a bridge, here ${joinBridgeNames()}`;
  throw toCommandError({ path: at, expected, received: wanted }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

/**
 * Suggests the probable bridge, or lists the bridges, if no bridge has the name before the target's colon.
 *
 * @param problem of the look-up on the node's bridge
 * @param address as the node or the message has it
 */
export function createUnresolvedTargetError(
  { likelyCause, ...problem }: CommandProblem,
  address: unknown,
): BridgeError {
  const code = 'ERR_BRIDGE_UNKNOWN_TARGET';
  const isUnknown =
    typeof address === 'string' &&
    address.includes(':') &&
    splitBridgeFromAddress(address) === undefined;
  if (!isUnknown)
    return toCommandError(likelyCause === undefined ? problem : { ...problem, likelyCause }, code);
  const colon = address.indexOf(':');
  const names = listDeployedBridges().map(({ name }) => name);
  const meant = findNearestName(address.slice(0, colon).trim(), names);
  if (meant !== undefined)
    return toCommandError({ ...problem, suggestion: `${meant}${address.slice(colon)}` }, code);
  const sentence = `Before a colon stands the name of a bridge, here ${joinBridgeNames()}.`;
  return toCommandError({ ...problem, likelyCause: sentence }, code);
}

/** Replaces the error as `createUnresolvedTargetError`; returns other errors unchanged. */
export function explainUnknownBridge<Thrown>(error: Thrown): Thrown | BridgeError {
  if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_UNKNOWN_TARGET') return error;
  const problem = getCommandProblem(error);
  return problem === undefined ? error : createUnresolvedTargetError(problem, problem.received);
}

function joinBridgeNames(): string {
  const names = listDeployedBridges().map(({ name }) => name);
  return joinNames(names, 'or');
}

function findBridgeBeforeColon(target: string, at: string): NamedBridgeTarget | undefined {
  const matches = listDeployedBridges().flatMap((bridge) => {
    const address = findTextAfterBridgeName(target, bridge.name);
    return address === undefined ? [] : [{ ...bridge, address }];
  });
  // If "Attic" and "Attic:New" both match, the longer name wins.
  const shortest = Math.min(...matches.map(({ address }) => address.length));
  const match = selectOne(
    matches.filter(({ address }) => address.length === shortest),
    target,
    at,
  );
  return match?.address === '' ? { ...match, address: undefined } : match;
}

function selectOne<Found extends DeployedBridge>(
  [match, ...others]: readonly Found[],
  received: unknown,
  at: string,
): Found | undefined {
  if (match === undefined || others.length === 0) return match;
  const expected = `the name of one bridge, ${others.length + 1} are called ${match.name}`;
  throw toCommandError({ path: at, expected, received }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

/** The node whose dialog holds the target. */
interface NodeContext {
  readonly RED: NodeAPI;
  readonly node: Node;
}

const targetPath = formatSettingPath('target');

/**
 * @returns id, name or `Room/Name`; empty without a target
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives no text
 */
export async function readAddressOnStart(
  context: NodeContext,
  settings: StoredTarget,
): Promise<string> {
  if (isSettingUnset(settings.target)) return '';
  return parseTargetAddress(await readTargetOnStart(context, settings), targetPath);
}

/**
 * Reads the target that a node watches in addition to those of its messages.
 *
 * @returns id, name or `Room/Name`; empty without a target, or if each message names its own
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives no text
 */
export const readOwnAddressOnStart = async (
  context: NodeContext,
  settings: StoredTarget,
): Promise<string> => (isTargetFromMessage(settings) ? '' : readAddressOnStart(context, settings));

/**
 * @returns ids, names or `Room/Name`; empty without a target
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives neither a text nor a list of texts
 */
export async function readAddressesOnStart(
  context: NodeContext,
  settings: StoredTarget,
): Promise<readonly string[]> {
  if (isSettingUnset(settings.target)) return [];
  return listAddresses(await readTargetOnStart(context, settings), targetPath).map(
    ({ address, at }) => parseTargetAddress(address, at),
  );
}

interface LocatedAddress {
  readonly address: unknown;
  readonly at: string;
}

/**
 * @param value an address, a list, or ids separated by commas
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an empty list, and for values above the bounds
 */
function listAddresses(value: unknown, at: string): readonly LocatedAddress[] {
  assertTargetsInBounds(value, at);
  const addresses = splitTargetAddresses(value);
  if (addresses === undefined) return [{ address: value, at }];
  if (addresses.length === 0) throw refuseAddressOnStart(value, at);
  return addresses.map((address, index) => ({ address, at: `${at}[${index}]` }));
}

/** Reads the target at the start of the node. */
const readTargetOnStart = async (
  context: NodeContext,
  { target, targetType }: StoredTarget,
): Promise<unknown> => {
  const setting = { value: target, type: parseNonEmptyText(targetType) ?? 'resource' };
  const value = getSettingValueOrThrow(await evaluateSetting(context, {}, setting, targetPath));
  assertTargetsInBounds(value, targetPath);
  return value;
};

/**
 * Returns id, name or `Room/Name`.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for anything else
 */
function parseTargetAddress(value: unknown, at: string): string {
  const address = toAddressText(value);
  if (typeof address === 'string' && address.trim() !== '') return address.trim();
  throw refuseAddressOnStart(value, at);
}

const refuseAddressOnStart = (received: unknown, at: string): BridgeError =>
  toCommandError({ path: at, expected: 'an id, a name or Room/Name', received });

export interface TargetsOnBridge {
  /** Missing for the node's bridge. */
  readonly named: DeployedBridge | undefined;
  /** Ids, names or `Room/Name`; an empty text for the whole bridge. */
  readonly addresses: readonly string[];
}

interface TargetsByBridge {
  /** In the order of the target. */
  readonly parts: readonly TargetsOnBridge[];
  readonly problem: Error | undefined;
}

/**
 * Leaves out targets on unknown bridges.
 *
 * @param settings their target does not depend on messages
 * @throws {BridgeError} errors of evaluating the setting, and as `splitByBridge`
 */
export async function findTargetsOnStart(
  context: NodeContext,
  settings: StoredTarget,
): Promise<TargetsByBridge> {
  const target = await readTargetOnStart(context, settings);
  const paired =
    typeof target === 'string' ? pairTargetsWithBridges(target, settings.targetBridges) : target;
  let problem: Error | undefined;
  const parts = splitByBridge(paired, formatSettingPath('target'), (error) => {
    problem ??= error;
  });
  return { parts, problem };
}

/**
 * Returns one entry for each bridge, in the order of the addresses.
 *
 * @param value an address, or a list
 * @param onUnknownBridge its address is left out
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an invalid address; errors that `onUnknownBridge` throws
 */
export function splitByBridge(
  value: unknown,
  path: string,
  onUnknownBridge: (error: Error) => void,
): readonly TargetsOnBridge[] {
  const parts = new Map<string, TargetsOnBridge>();
  for (const { address, at } of listAddresses(value, path)) {
    try {
      const named = splitBridgeFromAddress(address, at);
      const isAll = named !== undefined && named.address === undefined;
      const text = isAll
        ? ''
        : parseTargetAddress(named === undefined ? address : named.address, at);
      const key = named?.id ?? '';
      const listed = parts.get(key)?.addresses ?? [];
      parts.set(key, { named, addresses: [...listed, text] });
    } catch (error) {
      if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_UNKNOWN_TARGET') throw error;
      onUnknownBridge(error);
    }
  }
  return [...parts.values()];
}

export interface TargetParams {
  target: MessageSetting;
}

export interface TargetAddressOnBridge extends BridgeWithOptionalName {
  /** Id, name, `Room/Name`, `{room, name}` or a reference. */
  readonly address: unknown;
  /** For problems. */
  readonly at: string;
}

/**
 * Returns the bridge of `msg.bridge`, a name or the result of an earlier node; otherwise the first bridge of the
 * targets, if every target names one.
 */
export function chooseMessageBridge(
  target: MessageSetting,
  messageBridge: MessageSetting,
): Pick<DeployedBridge, 'session'> & {
  readonly name: string | undefined;
  readonly address: unknown;
} {
  const value = target.isValid ? target.value : undefined;
  const given = messageBridge.value;
  const name = isObject(given) ? given['bridgeName'] : given;
  if (name !== undefined) return { ...requireNamedBridge(name, 'bridge'), address: value };
  const listed = Array.isArray(value) ? value.map((one) => splitBridgeFromAddress(one)) : [];
  const [first] = listed;
  if (first !== undefined && !listed.includes(undefined))
    return { ...first, name: undefined, address: value };
  const expected = `the name of a bridge, here ${joinBridgeNames()}`;
  if (value === undefined) {
    const sentence = `expected ${expected}, in msg.bridge or before a colon in msg.target: this node has no bridge of its own, and the message names none.`;
    throw createInvalidValueError('bridge', sentence);
  }
  const problem = { path: 'bridge', expected: `${expected}, or one before a colon in msg.target` };
  throw toCommandError({ ...problem, received: value });
}

/**
 * Returns the bridge that the target names, or that all targets of a list name, with the address there.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if several bridges have the name, or if none has the name in a member
 */
export function findNamedBridge(target: MessageSetting): NamedBridgeTarget | undefined {
  const value = target.isValid ? target.value : undefined;
  if (!Array.isArray(value)) return splitBridgeFromAddress(value);
  const found = value.map((one, index) => splitBridgeFromAddress(one, `target[${index}]`));
  const [first] = found;
  if (first === undefined || found.some((one) => one?.session !== first.session)) return undefined;
  return { ...first, address: found.map((one) => one?.address) };
}

/** Returns all bridges on which the target may be. */
export const listBridgesOfTarget = (bridge: Bridge, target: unknown): readonly Bridge[] =>
  mayNameBridge(target) ? [bridge, ...listOpenedBridges()] : [bridge];

/**
 * @param value an address, or a list
 * @throws {BridgeError} errors of opening a bridge; ERR_BRIDGE_UNKNOWN_TARGET if it is not found
 */
export async function resolveBridgesOfTargets(
  bridge: Bridge,
  value: unknown,
): Promise<readonly TargetAddressOnBridge[]> {
  const listed = splitTargetAddresses(value) ?? [];
  const addressTarget = async (address: unknown, at: string): Promise<TargetAddressOnBridge> => {
    const named = splitBridgeFromAddress(address, at);
    if (named === undefined) return { bridge, address, at };
    const { name: bridgeName, session } = named;
    return { bridge: await session.open(), bridgeName, address: named.address, at };
  };
  return listed.length === 0
    ? [await addressTarget(value, 'target')]
    : Promise.all(listed.map((address, index) => addressTarget(address, `target[${index}]`)));
}

export interface TargetOnBridge extends BridgeWithOptionalName {
  readonly target: ResolvedTarget;
}

/** @throws {BridgeError} as `resolveBridgesOfTargets` and `findTarget` */
export async function findTargetsOnBridges(
  bridge: Bridge,
  value: unknown,
  resolveTarget: TargetResolver,
): Promise<readonly (TargetOnBridge & TargetAddressOnBridge)[]> {
  const addressed = await resolveBridgesOfTargets(bridge, value);
  return Promise.all(
    addressed.map(async (one) => ({
      ...one,
      target: await findTarget(one.bridge, one.address, resolveTarget, one.at),
    })),
  );
}
