import { idPattern, splitIds } from '../../resources/id-pattern';

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

/** True for what may name a bridge: an address with a colon, or a list that holds one. */
export const mayNameBridge = (value: unknown): boolean =>
  hasColon(value) || (Array.isArray(value) && value.some(hasColon));

const hasColon = (address: unknown): boolean =>
  typeof address === 'string' && address.includes(':');
