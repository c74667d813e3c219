import { evaluateYesNoCondition } from '../../watch/yes-no-condition';
import type { YesNoCondition } from '../../watch/yes-no-condition';

export const valueCombinationMethods = [
  'any',
  'all',
  'none',
  'count',
  'mean',
  'lowest',
  'highest',
] as const;
export type ValueCombinationMethod = (typeof valueCombinationMethods)[number];

const numericCombinations = ['mean', 'lowest', 'highest'] as const;
type NumericCombination = (typeof numericCombinations)[number];

/** Other combinations count the values that say yes. */
export const isNumericCombination = (
  combination: ValueCombinationMethod | undefined,
): combination is NumericCombination => numericCombinations.some((one) => one === combination);

export interface CombinedResourceValue {
  readonly rid: string;
  readonly bridge?: string;
  readonly value: unknown;
}

/** Keeps decisions for the hysteresis of the rule. */
export class ValueCombiner {
  #decisions = new Map<string, boolean>();

  /** @param rule for a single value; not used for mean, lowest and highest */
  constructor(
    private readonly combination: ValueCombinationMethod,
    private readonly rule: YesNoCondition,
  ) {}

  /**
   * Omits values that say nothing, such as of a disabled sensor.
   *
   * @returns null if no value says anything
   */
  combine(entries: readonly CombinedResourceValue[]): boolean | number | null {
    const combination = this.combination;
    if (isNumericCombination(combination)) return combineNumbers(combination, entries);
    const yes = this.#countYes(entries);
    const known = this.#decisions.size;
    if (known === 0) return null;
    if (combination === 'count') return yes;
    if (combination === 'any') return yes > 0;
    return combination === 'all' ? yes === known : yes === 0;
  }

  #countYes(entries: readonly CombinedResourceValue[]): number {
    const decisions = new Map<string, boolean>();
    let yes = 0;
    for (const { rid, bridge, value } of entries) {
      const key = bridge === undefined ? rid : `${rid} ${bridge}`;
      const decision = evaluateYesNoCondition(this.rule, value, this.#decisions.get(key));
      if (decision === undefined) continue;
      decisions.set(key, decision);
      if (decision) yes += 1;
    }
    this.#decisions = decisions;
    return yes;
  }
}

function combineNumbers(
  combination: NumericCombination,
  entries: readonly CombinedResourceValue[],
): number | null {
  let [sum, lowest, highest, count] = [0, Infinity, -Infinity, 0];
  for (const { value } of entries) {
    if (typeof value !== 'number') continue;
    sum += value;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
    count += 1;
  }
  if (count === 0) return null;
  if (combination === 'mean') return Math.round((sum / count) * 100) / 100;
  return combination === 'lowest' ? lowest : highest;
}
