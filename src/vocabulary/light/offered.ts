import { member, nearest } from '../../resources';
import { accept, refuse } from '../result';
import type { Result } from '../result';
import type { WordContext } from './word';

/** Longest name of an effect, signal or mode that the service takes. */
const longestName = 64;

/** Names in a list of the lamp's own; undefined when it has no such list. */
export function namesIn(lamp: unknown, ...path: readonly string[]): readonly string[] | undefined {
  const list = member(lamp, ...path);
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : undefined;
}

/**
 * Reads a name that the lamp must offer.
 *
 * @param offered what this lamp offers; undefined when that is not known, then any name passes
 * @param known names that people may have meant when nothing is known of the lamp
 */
export function readOffered(
  value: unknown,
  { at }: Pick<WordContext, 'at'>,
  offered: readonly string[] | undefined,
  known: readonly string[],
): Result<string> {
  const names = offered ?? known;
  const expected =
    offered === undefined ? `text such as ${known.join(', ')}` : oneOf(offered, 'this lamp offers');
  if (typeof value !== 'string') return refuse(at, expected, value);
  const name = value.trim().toLowerCase().replaceAll(' ', '_');
  if (name === '' || name.length > longestName) return refuse(at, expected, value);
  if (offered !== undefined && !offered.includes(name)) {
    return refuse(at, expected, value, nearest(name, names));
  }
  return accept(name);
}

const oneOf = (names: readonly string[], whose: string): string =>
  names.length === 0
    ? 'nothing here: this lamp offers none'
    : `one of ${names.join(', ')}, which ${whose}`;
