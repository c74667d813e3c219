/**
 * @param values at least one, in any order
 * @param share of the values below the result, from 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (found === undefined) throw new Error('There is no quantile of nothing.');
  return found;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
