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

/** The same value of two builds that ran one after the other. */
export interface ValuePair {
  readonly ours: number;
  readonly theirs: number;
}

export interface PairComparison {
  /** Ours by theirs, pair by pair. */
  readonly ratios: readonly number[];
  /** The median. */
  readonly ratio: number;
  /** From the least ratio to the largest. */
  readonly spread: number;
  readonly verdict: 'better' | 'alike' | 'worse';
}

/** A smaller difference matters to nobody, and a value that never varies has no spread. */
const leastDifference = 0.03;

/**
 * Compares two builds, of which less is better. One is better or worse if the ratio is further from 1 than the ratios
 * of the pairs are from each other.
 *
 * @returns undefined if a value is below zero, of which a ratio says nothing
 */
export function comparePairs(pairs: readonly ValuePair[]): PairComparison | undefined {
  if (pairs.some(({ ours, theirs }) => ours < 0 || theirs < 0)) return undefined;
  const ratios = pairs.map(computeRatio);
  const ratio = median(ratios);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const spread = least === most ? 0 : most - least;
  const margin = Math.max(spread, leastDifference);
  const verdict = ratio > 1 + margin ? 'worse' : ratio < 1 - margin ? 'better' : 'alike';
  return { ratios, ratio, spread, verdict };
}

/** Counts may be zero. */
const computeRatio = ({ ours, theirs }: ValuePair): number => (ours === theirs ? 1 : ours / theirs);
