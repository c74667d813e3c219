import { accept, refuse } from './result';
import type { Result } from './result';

/** Longest name that the service takes (Hue CLIP API reference). */
const longestName = 32;

/** Reads a name of a lamp, room or scene. Any script and emoji pass, control characters do not. */
export function readName(value: unknown, at: string): Result<string> {
  const fits =
    typeof value === 'string' &&
    value.length <= longestName &&
    value.trim() !== '' &&
    !/\p{Control}/u.test(value);
  return fits ? accept(value) : refuse(at, `a name of 1 to ${longestName} characters`, value);
}
