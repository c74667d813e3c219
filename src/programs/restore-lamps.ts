import { getNestedMember } from '../resources/values/member-access';
import type { Resource } from '../resources';
import { parseLightCommand } from '../vocabulary';
import type { UpdateMembers } from './program';

/** How long the lamps take to return to what they showed where nothing else is asked for, in ms. */
const restoreTransition = 400;

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
): UpdateMembers[] {
  const lit = { ...before, on: { on: true } };
  const parse = (state: Resource, transition: number): UpdateMembers[] => {
    const command = parseLightCommand(state, present, 'light', { transition });
    return command.ok ? [command.value.body.members] : [];
  };
  if (getNestedMember(before, 'on', 'on') !== false) return parse(lit, restoreDuration);
  const isLit = getNestedMember(present, 'on', 'on') === true;
  return [...(isLit ? parse(lit, 0) : []), { on: { on: false }, dynamics: { duration: 0 } }];
}
