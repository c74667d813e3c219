import type { StateCache } from '../bridge';
import { findNearestName } from '../resources/nearest-name';
import { idPattern, splitIds } from '../resources/identifiers';
import { appendMemberToPath, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { ResourceType } from '../resources/table';
import type { Resource } from '../resources/resource';
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
import type { MessageSetting, MessageSettingsEvaluator } from './settings';
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

/**
 * What one address of a target names, on which bridge. A setting or a message has one address or a list; each is parsed
 * once, by `parseAddress` or with its bridge by `locateAddress`.
 */
export type Address = {
  /** For problems. */
  readonly at: string;
  /** The address as the setting or message has it, without the bridge. */
  readonly received: unknown;
  /** Undefined for the bridge of the node. */
  readonly named: DeployedBridge | undefined;
} & (
  | { readonly kind: 'id' | 'name'; /** A name may be `Room/Name`. */ readonly text: string }
  /** `all` stands for everything on the named bridge. */
  | { readonly kind: 'all' | 'none' | 'invalid'; readonly text?: undefined }
);

/** @param received id, name, `Room/Name`, `{room, name}`, `{name}`, a reference `{rid, rtype}` or a whole resource */
export function parseAddress(received: unknown, at = 'target', named?: DeployedBridge): Address {
  const text = isObject(received) ? findAddressText(received) : received;
  const located = { at, received, named };
  if (typeof text === 'string')
    return { ...located, kind: idPattern.test(text) ? 'id' : 'name', text };
  return { ...located, kind: received === undefined ? 'none' : 'invalid' };
}

function findAddressText(address: Members): string | undefined {
  const { rid = address['id'], room, name } = address;
  if (typeof rid === 'string') return rid;
  if (typeof name !== 'string' || findMisspeltMember(address) !== undefined) return undefined;
  return typeof room === 'string' && room !== '' ? `${room}/${name}` : name;
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

/**
 * Finds the bridge before a colon, as in `Attic:Office/Desk lamp`, or in a member, as in `{ "bridge": "Attic", "rid":
 * … }`. Ignores case. An address that names no deployed bridge, such as the name of a lamp with a colon, is on the
 * bridge of the node.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if several bridges have the name, or if no bridge has the name in a
 * member
 */
function locateAddress(received: unknown, at: string): Address {
  if (typeof received === 'string') {
    const { bridge, rest } = findBridgeBeforeColon(received, at) ?? {};
    return rest === ''
      ? { kind: 'all', at, received: undefined, named: bridge }
      : parseAddress(rest ?? received, at, bridge);
  }
  if (!isObject(received) || received['bridge'] === undefined) return parseAddress(received, at);
  const { bridge, ...rest } = received;
  const named = requireNamedBridge(bridge, `${at}.bridge`);
  return Object.values(rest).every((member) => member === undefined)
    ? { kind: 'all', at, received: undefined, named }
    : parseAddress(rest, at, named);
}

function findBridgeBeforeColon(
  target: string,
  at: string,
): { readonly bridge: DeployedBridge; readonly rest: string } | undefined {
  const matches = listDeployedBridges().flatMap((bridge) => {
    const rest = findTextAfterBridgeName(target, bridge.name);
    return rest === undefined ? [] : [{ bridge, rest }];
  });
  // If "Attic" and "Attic:New" both match, the longer name wins.
  const shortest = Math.min(...matches.map(({ rest }) => rest.length));
  const longest = matches.filter(({ rest }) => rest.length === shortest);
  const bridge = selectOne(
    longest.map((match) => match.bridge),
    target,
    at,
  );
  return bridge && { bridge, rest: longest[0]?.rest ?? '' };
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

function selectOne(
  [match, ...others]: readonly DeployedBridge[],
  received: unknown,
  at: string,
): DeployedBridge | undefined {
  if (match === undefined || others.length === 0) return match;
  const expected = `the name of one bridge, ${others.length + 1} are called ${match.name}`;
  throw toCommandError({ path: at, expected, received }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

function joinBridgeNames(): string {
  const names = listDeployedBridges().map(({ name }) => name);
  return joinNames(names, 'or');
}

/** Returns each address of the target with its path; a single one, also an empty list, has that of the target. */
function listAddresses(
  value: unknown,
  path: string,
): readonly { readonly value: unknown; readonly at: string }[] {
  const addresses = splitTargetAddresses(value) ?? [];
  return addresses.length === 0
    ? [{ value, at: path }]
    : addresses.map((one, index) => ({ value: one, at: `${path}[${index}]` }));
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

const locateAddresses = (value: unknown): readonly Address[] =>
  listAddresses(value, 'target').map((one) => locateAddress(one.value, one.at));

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

const addressForms = 'an id, a name or Room/Name';

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
export const findTarget = (
  bridge: Pick<Bridge, 'stateReader'>,
  value: unknown,
  resolveTarget: TargetResolver,
): ResolvedTarget | Promise<ResolvedTarget> =>
  findAddress(bridge, parseAddress(value), resolveTarget);

/** As `findTarget`. */
export function findAddress(
  { stateReader }: Pick<Bridge, 'stateReader'>,
  address: Address,
  resolveTarget: TargetResolver,
): ResolvedTarget | Promise<ResolvedTarget> {
  const { kind, text, at } = address;
  if (text === undefined) throw toCommandError(refuseAddress(address));
  const resource = stateReader.stateCache.get(text);
  const rtype = resolveTarget.rtypes?.find((type) => type === resource?.type);
  return rtype === undefined
    ? searchAddress(stateReader, { kind, text, at }, resolveTarget)
    : { rid: text, rtype, resource };
}

function refuseAddress({ kind, received, at }: Address): CommandProblem {
  const expected =
    kind !== 'invalid' && at === 'target'
      ? 'a target that is picked in the dialog, or its id, name or Room/Name in msg.target'
      : addressForms;
  const misspelt = isObject(received) ? findMisspeltMember(received) : undefined;
  if (!isObject(received) || misspelt === undefined) return refuse(at, expected, received).problem;
  const { member, meant } = misspelt;
  const members = `one of ${addressMembers.join(', ')}`;
  return refuse(appendMemberToPath(at, member), members, received[member], meant).problem;
}

async function searchAddress(
  stateReader: Bridge['stateReader'],
  { kind, text, at }: Pick<Extract<Address, { text: string }>, 'kind' | 'text' | 'at'>,
  resolveTarget: TargetResolver,
): Promise<ResolvedTarget> {
  const resolve = (stateCache: StateCache): ParseResult<ResolvedTarget> => {
    const target = resolveTarget(stateCache, text, at);
    if (!target.ok) return target;
    const { rtype } = target.value;
    return rtype === undefined
      ? refuse(at, 'the id of a resource that the bridge holds', text)
      : accept({ ...target.value, rtype });
  };
  const result = await stateReader.find(resolve, maxCacheAges.forMessage, kind === 'name');
  if (result.ok) return result.value;
  if (kind === 'id' && stateReader.stateCache.get(text) === undefined)
    throw createMissingTargetError(stateReader.stateCache, { targets: [text], at });
  throw toCommandError(result.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

export interface AddressOnBridge extends BridgeWithOptionalName {
  readonly address: Address;
}

/**
 * @param value an address, or a list
 * @throws {BridgeError} errors of opening a bridge; ERR_BRIDGE_UNKNOWN_TARGET if it is not found
 */
export async function resolveBridgesOfTargets(
  bridge: Bridge,
  value: unknown,
): Promise<readonly AddressOnBridge[]> {
  return Promise.all(
    locateAddresses(value).map(async (address) => {
      const { named } = address;
      if (named === undefined) return { bridge, address };
      return { bridge: await named.session.open(), bridgeName: named.name, address };
    }),
  );
}

export interface TargetOnBridge extends BridgeWithOptionalName {
  readonly target: ResolvedTarget;
}

/** @throws {BridgeError} as `resolveBridgesOfTargets` and `findTarget` */
export async function findTargetsOnBridges(
  bridge: Bridge,
  value: unknown,
  resolveTarget: TargetResolver,
): Promise<readonly (TargetOnBridge & AddressOnBridge)[]> {
  const addressed = await resolveBridgesOfTargets(bridge, value);
  return Promise.all(
    addressed.map(async (one) => ({
      ...one,
      target: await findAddress(one.bridge, one.address, resolveTarget),
    })),
  );
}

/** Returns all bridges on which the target may be. */
export const listBridgesOfTarget = (bridge: Bridge, target: unknown): readonly Bridge[] =>
  mayNameBridge(target) ? [bridge, ...listOpenedBridges()] : [bridge];

/**
 * Returns the bridge that the target names, or that all targets of a list name, with the address there.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if several bridges have the name, or if none has the name in a member
 */
export function findNamedBridge(
  target: MessageSetting,
): (DeployedBridge & { readonly address: unknown }) | undefined {
  const value = target.isValid ? target.value : undefined;
  const found = locateAddresses(value);
  const named = found[0]?.named;
  if (named === undefined || found.some((one) => one.named?.session !== named.session))
    return undefined;
  const addresses = found.map(({ received }) => received);
  return { ...named, address: Array.isArray(value) ? addresses : addresses[0] };
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
  const listed = locateAddresses(value).map(({ named }) => named);
  const [first] = listed;
  if (first !== undefined && !listed.includes(undefined))
    return { session: first.session, name: undefined, address: value };
  const expected = `the name of a bridge, here ${joinBridgeNames()}`;
  if (value === undefined) {
    const sentence = `expected ${expected}, in msg.bridge or before a colon in msg.target: this node has no bridge of its own, and the message names none.`;
    throw createInvalidValueError('bridge', sentence);
  }
  const problem = { path: 'bridge', expected: `${expected}, or one before a colon in msg.target` };
  throw toCommandError({ ...problem, received: value });
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
  const value = await readTargetOnStart(context, settings);
  return requireAddressText(parseAddress(value, targetPath));
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
    ({ value, at }) => requireAddressText(parseAddress(value, at)),
  );
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

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for anything but a text */
function requireAddressText({ text, at, received }: Address): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed !== '') return trimmed;
  throw toCommandError({ path: at, expected: addressForms, received });
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

export interface TargetsOnBridge {
  /** Missing for the node's bridge. */
  readonly named: DeployedBridge | undefined;
  /** Ids, names or `Room/Name`; an empty text for the whole bridge. */
  readonly addresses: readonly string[];
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
  assertTargetsInBounds(value, path);
  for (const { value: one, at } of listAddresses(value, path)) {
    try {
      const address = locateAddress(one, at);
      const { named } = address;
      const text = address.kind === 'all' ? '' : requireAddressText(address);
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
  const labels = listAddresses(value, 'target')
    .map((one) => parseAddress(one.value).text)
    .filter((text) => text !== undefined)
    .map((text) => (stateCache && formatResourceLabel(stateCache, text)) ?? text);
  return labels.length === 0 ? undefined : joinNames(labels, 'and');
}

/** Returns `Room/Name`; undefined if unknown. */
export function formatResourceLabel(
  stateCache: Pick<StateCache, 'displayNames'>,
  rid: string,
): string | undefined {
  const { name, room } = stateCache.displayNames(rid);
  return name === undefined || room === undefined || room === name ? name : `${room}/${name}`;
}

interface MissingTargets {
  /** Ids or former names. */
  readonly targets: readonly string[];
  readonly kind?: string;
  /** For a target without a known name; `target` if missing. */
  readonly at?: string;
  readonly code?: BridgeErrorCode;
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
    locateAddress(address, 'target').named === undefined;
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
