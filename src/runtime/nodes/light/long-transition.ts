import { canFade } from '../../../programs/parsing/parse-fade';
import { parseProgramCommandMembers } from '../../../programs/parsing/check-program';
import type { ProgramCommandMembers } from '../../../programs/parsing/check-program';
import type { ParsedCommandBody, ParseResult } from '../../../vocabulary';

/** A command as a message gives it, and how its body is built. */
export interface CommandWithBodyBuilder {
  readonly payload: unknown;
  /** Path of the payload, for problems. */
  readonly at: string;
  /** @param presumed whether the lamp is on; undefined while nobody knows */
  build: (presumed: { readonly on: boolean | undefined }) => ParseResult<ParsedCommandBody>;
}

/** The command of a long fade. */
export interface LongFadeCommand {
  readonly words: ProgramCommandMembers;
  readonly warnings: readonly string[];
}

/**
 * Turns a command without a transition of its own into that of a long fade.
 *
 * @param transition that of the node, in ms: longer than a bridge takes in one go
 * @returns undefined for what cannot fade for so long, such as a step or an effect, and for a command that is refused
 */
export function applyLongTransition(
  { payload, at, build }: CommandWithBodyBuilder,
  transition: number,
): LongFadeCommand | undefined {
  const words = parseProgramCommandMembers(payload, at);
  if (!words.ok || 'transition' in words.value || 'dynamics' in words.value) return undefined;
  const built = build({ on: undefined });
  const needsState = !built.ok && built.problem.needs === 'state';
  const sample = needsState ? build({ on: true }) : built;
  if (!sample.ok) return undefined;
  const { body, warnings } = sample.value;
  const { dynamics: _dynamics, ...members } = body.members;
  if (!canFade(members)) return undefined;
  // Whether a toggle turns on or off is decided by the state that the fade reads.
  return { words: { ...(needsState ? words.value : members), transition }, warnings };
}
