import { canFade } from '../../../programs/parsing/parse-fade';
import { parseProgramCommandMembers } from '../../../programs/parsing/check-program';
import type { ProgramCommandMembers } from '../../../programs/parsing/check-program';
import type { LampWriteCommand } from './lamp-command';

/** The command of a long fade. */
export interface LongFadeCommand {
  readonly words: ProgramCommandMembers;
  readonly warnings: readonly string[];
}

/**
 * Turns a command without a transition of its own into that of a long fade.
 *
 * @param at path of the payload, for problems
 * @param transition that of the node, in ms: longer than a bridge takes in one go
 * @returns undefined for what cannot fade for so long, such as a step or an effect
 */
export function applyLongTransition(
  command: LampWriteCommand,
  at: string,
  transition: number,
): LongFadeCommand | undefined {
  const words = parseProgramCommandMembers(command.payload, at);
  if (!words.ok || 'transition' in words.value || 'dynamics' in words.value) return undefined;
  const isDerived = command.kind === 'derive';
  const sample = isDerived ? command.presume(true) : command;
  if (sample.kind !== 'body') return undefined;
  const { body, warnings } = sample;
  const { dynamics: _dynamics, ...members } = body.members;
  if (!canFade(members)) return undefined;
  // Whether a toggle turns on or off is decided by the state that the fade reads.
  return { words: { ...(isDerived ? words.value : members), transition }, warnings };
}
