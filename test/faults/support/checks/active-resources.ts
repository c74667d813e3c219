/**
 * Counts by kind. Those that come and go by themselves, such as the process's own channel, are the same before and
 * after.
 */
export function countActiveResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Takes the larger count of each kind. */
export const takeLargerCounts = (
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map(
    [...one, ...other].map(([kind]) => [kind, Math.max(one.get(kind) ?? 0, other.get(kind) ?? 0)]),
  );

/** Returns undefined without growth. `tolerance` also applies to new kinds. */
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

/** Counts listeners of all events. */
export const countListeners = (emitter: {
  eventNames(): (string | symbol)[];
  listenerCount(name: string | symbol): number;
}): number => emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
