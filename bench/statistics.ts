/**
 * Returns the value below which a share of all values lies.
 *
 * @param values any order; at least one
 * @param share from 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (found === undefined) throw new Error('There is no quantile of nothing.');
  return found;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
