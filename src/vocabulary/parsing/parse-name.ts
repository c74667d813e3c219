import { accept, refuse } from './parse-result';
import type { ParseResult } from './parse-result';

/** Maximum length in the service (Hue CLIP API reference). */
const maxNameLength = 32;

/**
 * Parses the name of a lamp, room or scene. Any script and emoji are valid, control characters are
 * not.
 */
export function parseName(value: unknown, at: string): ParseResult<string> {
  const isValid =
    typeof value === 'string' &&
    value.length <= maxNameLength &&
    value.trim() !== '' &&
    !/\p{Control}/u.test(value);
  return isValid ? accept(value) : refuse(at, { kind: 'name', maximum: maxNameLength }, value);
}
