import { getNestedMember } from '../resources/values/member-access';
import type { Resource, Members } from '../resources';
import { parseLightCommand } from '../vocabulary/light/command';

/** In ms. */
const restoreTransition = 400;

interface RestoringUpdates {
  readonly updates: readonly Members[];
  /** Words for properties that the lamp does not have any more, for example `effect`. They are not restored. */
  readonly leftOut: readonly string[];
}

/**
 * A lamp that was off first gets its brightness and colour for the next on, because it accepts nothing else while it
 * is off.
 *
 * @param present the current state; undefined if unknown
 * @param restoreDuration transition in ms
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

/** Members of a state by the word in a problem. Other words name the member itself. */
const membersByWord: ReadonlyMap<string, readonly string[]> = new Map([
  ['effect', ['effects', 'effects_v2']],
  ['brightness', ['dimming']],
  ['mirek', ['color_temperature']],
]);

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

export const describeLeftOut = (name: string, leftOut: readonly string[]): string =>
  `${name} was restored without its ${leftOut.join(' and ')}, which it no longer has.`;
