import { pathOf } from '../resources';
import { accept } from '../vocabulary';
import type { Command, Result } from '../vocabulary';

/** A word of a command that a dialog chose. */
export interface ChosenWord {
  word: string;
  value: unknown;
  /** Path of the setting that holds the value. */
  at: string;
}

/**
 * A command that a dialog and a message make together, with problems and warnings that tell which of the two to look at.
 *
 * @param at path of the message's part
 */
export function withSettingPaths(
  result: Result<Command>,
  at: string,
  chosen: readonly ChosenWord[],
): Result<Command> {
  const places = chosen.map(({ word, at: setting }) => ({ path: pathOf(at, word), setting }));
  const place = (text: string): string => {
    const found = places.find(({ path }) => beginsWith(text, path));
    return found === undefined ? text : found.setting + text.slice(found.path.length);
  };
  if (!result.ok) {
    return { ok: false, problem: { ...result.problem, path: place(result.problem.path) } };
  }
  return accept({ ...result.value, warnings: result.value.warnings.map(place) });
}

const beginsWith = (text: string, path: string): boolean =>
  text.startsWith(path) && !/\w/.test(text.charAt(path.length));
