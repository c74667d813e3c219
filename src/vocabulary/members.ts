import { nearest, pathOf } from '../resources';
import { accept, refuse } from './result';
import type { Result } from './result';

/**
 * Refuses the first member of an object that is not among the allowed ones.
 *
 * @param elsewhere what a member is called here that other packages or people call otherwise
 */
export function onlyMembers(
  value: Record<string, unknown>,
  allowed: readonly string[],
  at: string,
  elsewhere: ReadonlyMap<string, string> = new Map(),
): Result<Record<string, unknown>> {
  const stray = Object.keys(value).find((name) => !allowed.includes(name));
  return stray === undefined
    ? accept(value)
    : refuse(
        pathOf(at, stray),
        `one of ${allowed.join(', ')}`,
        value[stray],
        elsewhere.get(stray) ?? nearest(stray, allowed),
      );
}

/** The members of an object save a few. */
export const without = (
  value: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
