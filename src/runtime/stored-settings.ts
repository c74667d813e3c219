import { BoundedMap } from '../bridge/bounded-map';
import { splitIds, allOfBridge } from '../resources/identifiers';
import type { NodeDef } from 'node-red';
import { isObject } from '../resources/members';

export interface StoredTarget {
  target?: unknown;
  targetType?: unknown;
  /** Bridge node ids in the order of the targets; empty for the node's bridge. */
  targetBridges?: unknown;
}

/** The value comes from a message. */
export const messageTypes: ReadonlySet<unknown> = new Set(['msg', 'jsonata']);

/** True if there is no target before the first message. */
export const isTargetFromMessage = ({ targetType }: StoredTarget): boolean =>
  messageTypes.has(targetType);

/** With their names when they were picked. */
interface PickedTargetSettings extends StoredTarget {
  /** Separated by commas, in the order of the ids. */
  targetName?: unknown;
}

const maxNames = 10_000;

const namesByRid = new BoundedMap<string, string>(maxNames);

export function rememberPickedNames(settings: object): void {
  const { target, targetType = 'resource', targetName }: PickedTargetSettings = settings;
  if (targetType !== 'resource' || typeof target !== 'string' || typeof targetName !== 'string')
    return;
  const rids = splitIds(target);
  const names = rids.length === 1 ? [targetName.trim()] : targetName.split(', ');
  // A name with a comma: the names cannot be assigned.
  if (names.length !== rids.length) return;
  for (const [index, rid] of rids.entries()) {
    const name = names[index];
    if (name !== undefined && name !== '') namesByRid.set(rid, name);
  }
}

/** Returns undefined if no deployed node stores it. */
export const getPickedName = (rid: string): string | undefined => namesByRid.get(rid);

/** Old or hand-written flows may lack any. */
export type NodeSettings<Name extends string> = NodeDef & {
  readonly [Key in Name | 'bridge']?: unknown;
};

/** Each type has the name of its value and `Type`. */
export type TypedSettings<Name extends string> = {
  readonly [Key in Name | `${Name}Type`]?: unknown;
};

/** Returns a text, or a number as digits; undefined for other values. */
export function parseUntrimmedText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a trimmed text, or a number as digits; undefined for empty texts and other values. */
export function parseNonEmptyText(value: unknown): string | undefined {
  const text = parseUntrimmedText(value)?.trim();
  return text === '' ? undefined : text;
}

export const isSettingUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** The value is the same for every message. */
const fixedTypes: ReadonlySet<unknown> = new Set([undefined, '', 'resource', 'str', 'env']);

/** True for a target that is set, and independent of messages. */
export const isTargetFixed = ({ target, targetType }: StoredTarget): boolean =>
  !isSettingUnset(target) && fixedTypes.has(targetType);

/** The value may change between two reads. */
const contextTypes: ReadonlySet<unknown> = new Set(['flow', 'global']);

/**
 * Returns true if the target may name a bridge other than that of the node.
 *
 * @param isReadOnStart the target, also one from a context, is read once at the start of the node
 */
export const mayTargetNameBridge = (settings: StoredTarget, isReadOnStart = false): boolean =>
  (isReadOnStart && !isSettingUnset(settings.target) && contextTypes.has(settings.targetType)) ||
  (isTargetFixed(settings) &&
    (settings.targetType === 'env' ||
      mayNameBridge(settings.target) ||
      (typeof settings.target === 'string' &&
        pairTargetsWithBridges(settings.target, settings.targetBridges) !== settings.target)));

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

export const isPlainFormat = (format: unknown): boolean =>
  isSettingUnset(format) || format === 'plain';
