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
  const rids = splitIds(value);
  return rids.every((rid) => idPattern.test(rid)) ? rids : undefined;
}

/** True for what may name a bridge: an address with a colon, or a list that holds one. */
export const mayNameBridge = (value: unknown): boolean =>
  hasColon(value) || (Array.isArray(value) && value.some(hasColon));

const hasColon = (address: unknown): boolean =>
  typeof address === 'string' && address.includes(':');
