/** To renew an entry, the caller deletes it and adds it again. */
export function evictOldest<Key>(entries: Map<Key, unknown> | Set<Key>, maxSize: number): void {
  if (entries.size <= maxSize) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    if (entries.size <= maxSize) return;
  }
}
