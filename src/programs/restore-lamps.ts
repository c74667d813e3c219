import { getNestedMember } from '../resources/values/member-access';
import type { Resource } from '../resources';
import { parseLightCommand } from '../vocabulary';
import type { UpdateMembers } from './program';

/** How long the lamps take to return to what they showed where nothing else is asked for, in ms. */
const restoreTransition = 400;

/** What brings a lamp back to a state it had. */
export interface RestoringUpdates {
  /** Sent one after the other. */
  readonly updates: readonly UpdateMembers[];
  /** Words for what of the state the lamp no longer has, such as `effect`; it is not brought back. */
  readonly leftOut: readonly string[];
}

/**
 * The updates that bring a lamp back to a state it had, one after the other. One that was off first takes its brightness and
 * colour again, with which it comes back the next time, since a lamp that is off takes nothing else.
 *
 * @param before the lamp as it was
 * @param present the lamp as it is now; undefined when that is not known
 * @param restoreDuration how long it takes, in ms
 */
export function toRestoringUpdates(
  before: Resource,
  present: Resource | undefined,
  restoreDuration = restoreTransition,
): RestoringUpdates {
  const lit = { ...before, on: { on: true } };
  if (getNestedMember(before, 'on', 'on') !== false)
    return toLitUpdates(lit, present, restoreDuration);
  const off = { on: { on: false }, dynamics: { duration: 0 } };
  if (getNestedMember(present, 'on', 'on') !== true) return { updates: [off], leftOut: [] };
  const { updates, leftOut } = toLitUpdates(lit, present, 0);
  return { updates: [...updates, off], leftOut };
}

/** The members of a state by the word of the vocabulary that a problem names; of any other word the member of that name. */
const membersByWord: ReadonlyMap<string, readonly string[]> = new Map([
  ['effect', ['effects', 'effects_v2', 'timed_effects']],
  ['brightness', ['dimming']],
  ['kelvin', ['color_temperature']],
  ['mirek', ['color_temperature']],
]);

/** The update to a state, without what the lamp does not take of it. */
function toLitUpdates(
  state: Resource,
  present: Resource | undefined,
  transition: number,
): RestoringUpdates {
  const rest: Resource = { ...state };
  const leftOut: string[] = [];
  for (;;) {
    const command = parseLightCommand(rest, present, 'light', { at: '', transition });
    if (command.ok) return { updates: [command.value.body.members], leftOut };
    const word = /[a-z_]+/.exec(command.problem.path)?.[0] ?? '';
    const members = (membersByWord.get(word) ?? [word]).filter((name) => rest[name] !== undefined);
    if (members.length === 0 || members.includes('on')) return { updates: [], leftOut };
    for (const name of members) delete rest[name];
    leftOut.push(word);
  }
}

/** Says what of a lamp is not brought back. @param leftOut names of what it no longer has */
export const describeLeftOut = (name: string, leftOut: readonly string[]): string =>
  `${name} was restored without its ${leftOut.join(' and ')}, which it no longer has.`;
