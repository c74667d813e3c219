/**
 * Counts what keeps a process alive, by kind. Timers and sockets that come and go by themselves, such as
 * those of the process's own channel, are the same before and after.
 */
export function countActiveResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** The larger count of each kind. */
export const takeLargerCounts = (
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map(
    [...one, ...other].map(([kind]) => [kind, Math.max(one.get(kind) ?? 0, other.get(kind) ?? 0)]),
  );

/**
 * What there is more of than before, in words; undefined when nothing. `tolerance` is by how many a kind may
 * exceed what it was before, also a kind of which there was none.
 */
export function describeGrowth(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  tolerance = 0,
): string | undefined {
  const increased = [...after].filter(
    ([kind, count]) => count > (before.get(kind) ?? 0) + tolerance,
  );
  if (increased.length === 0) return undefined;
  return increased
    .map(([kind, count]) => `${kind}: ${before.get(kind) ?? 0} → ${count}`)
    .join(', ');
}

/** Number of listeners of all events of an emitter. */
export const countListeners = (emitter: {
  eventNames(): (string | symbol)[];
  listenerCount(name: string | symbol): number;
}): number => emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
