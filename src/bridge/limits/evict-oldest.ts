/** What keeps its entries in the order in which they were added: a map or a set. */
interface OrderedEntries<Key> {
  readonly size: number;
  keys(): Iterable<Key>;
  delete(key: Key): boolean;
}

/**
 * Bounds what is remembered. An entry that shall count as new is deleted and added again by the caller.
 *
 * @param entries map or set from which the oldest entries are removed
 * @param maxSize number of entries that may stay
 */
export function evictOldest<Key>(entries: OrderedEntries<Key>, maxSize: number): void {
  if (entries.size <= maxSize) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    if (entries.size <= maxSize) return;
  }
}
