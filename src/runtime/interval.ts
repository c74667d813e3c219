import { givenText } from './given-setting';

const shortest = 1_000;
/** Nobody looks at a home less often than once a day: more is a slip, such as ms given for seconds. */
const longest = 86_400_000;

/** Time between two looks at the bridge where a node says nothing else, in ms. */
export const usualIntervals = { button: 1_000, poll: 5_000, status: 30_000 } as const;

/**
 * Reads an interval that a person set.
 *
 * @param seconds setting as the flow file holds it
 * @param usual what counts when it is missing or no positive number, in ms
 * @returns ms, from one second to one day
 */
export function intervalOf(seconds: unknown, usual: number): number {
  const wanted = Number(givenText(seconds) ?? 0) * 1_000;
  if (!Number.isFinite(wanted) || wanted <= 0) return usual;
  return Math.min(longest, Math.max(shortest, wanted));
}
