import { idPattern, splitIds } from '../../resources/id-pattern';
import { isObject } from '../../resources/member-access';

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

/** True for what may name a bridge: an address with a colon or with a member `bridge`, or a list that holds one. */
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
export function withBridges(target: string, bridges: unknown): unknown {
  const listed: readonly unknown[] = Array.isArray(bridges)
    ? bridges
    : typeof bridges === 'string'
      ? bridges.split(',')
      : [];
  if (!listed.some(isChosenBridge)) return target;
  const addresses = splitIds(target).map((rid, index) =>
    isChosenBridge(listed[index]) ? { rid, bridge: listed[index] } : rid,
  );
  return addresses.length === 1 ? addresses[0] : addresses;
}

const isChosenBridge = (bridge: unknown): boolean => typeof bridge === 'string' && bridge !== '';
