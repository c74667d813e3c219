import { nearest } from '../resources';
import { accept, pathOf, refuse } from './result';
import type { Result } from './result';

/** Refuses the first member of an object that is not among the allowed ones. */
export function onlyMembers(
  value: Record<string, unknown>,
  allowed: readonly string[],
  at: string,
): Result<Record<string, unknown>> {
  const stray = Object.keys(value).find((name) => !allowed.includes(name));
  return stray === undefined
    ? accept(value)
    : refuse(
        pathOf(at, stray),
        `one of ${allowed.join(', ')}`,
        value[stray],
        nearest(stray, allowed),
      );
}
