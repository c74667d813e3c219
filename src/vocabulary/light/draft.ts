import { isObject } from '../../resources';
import { refuse } from '../result';
import type { CommandProblem } from '../result';
import type { Part } from './word';

/** A body in the making, and which word every part of it comes from. */
export interface Draft {
  readonly body: Record<string, unknown>;
  readonly warnings: string[];
  /** Words by what they decide about the lamp, to find two that contradict each other. */
  readonly deciders: Map<string, Decider>;
  /** Wishes that this lamp cannot fulfil, as problems. */
  readonly lacking: CommandProblem[];
  /** Members that are sent unless another word gives them. */
  readonly usual: Record<string, unknown>;
  /** True when something was asked for that a lamp must be on for. */
  turnsOn: boolean;
}

/** A word of the message, plain or of the service's own body. */
interface Decider {
  word: string;
  isService: boolean;
}

export const newDraft = (): Draft => ({
  body: {},
  warnings: [],
  deciders: new Map(),
  lacking: [],
  usual: {},
  turnsOn: false,
});

/** What several members decide about a lamp together. */
const decisions: ReadonlyMap<string, string> = new Map([
  ['dimming', 'brightness'],
  ['dimming_delta', 'brightness'],
  ['color', 'color'],
  ['color_temperature', 'color'],
  ['color_temperature_delta', 'color'],
  ['gradient', 'color'],
  ['effects', 'effect'],
  ['effects_v2', 'effect'],
]);

/**
 * Adds what a word says to the draft.
 *
 * @param received the whole message and its path, for the problem
 * @returns a problem when an earlier word says something else about the same thing
 */
export function addPart(
  draft: Draft,
  word: string,
  part: Part,
  received: { at: string; payload: unknown },
): CommandProblem | undefined {
  const decider: Decider = { word, isService: part.isService === true };
  for (const [name, value] of Object.entries(part.body)) {
    const earlier = findConflict(draft, decider, name, value);
    if (earlier !== undefined) {
      const expected = `either ${earlier.word} or ${word}, not both`;
      return refuse(received.at, expected, received.payload).problem;
    }
    const present = draft.body[name];
    draft.body[name] = isObject(present) && isObject(value) ? { ...present, ...value } : value;
  }
  draft.warnings.push(...(part.warnings ?? []));
  Object.assign(draft.usual, part.usual);
  draft.turnsOn ||= part.turnsOn === true;
  return undefined;
}

function findConflict(
  { deciders }: Draft,
  decider: Decider,
  name: string,
  value: unknown,
): Decider | undefined {
  for (const decision of decisionsOf(name, value)) {
    const earlier = deciders.get(decision);
    if (earlier !== undefined && !mayMeet(earlier, decider)) return earlier;
    deciders.set(decision, decider);
  }
  return undefined;
}

/** The service's own members may say what they like, save a colour and a white at once. */
function mayMeet(one: Decider, other: Decider): boolean {
  if (!one.isService || !other.isService) return false;
  const colored = one.word === 'color' || other.word === 'color';
  const white = one.word === 'color_temperature' || other.word === 'color_temperature';
  return !(colored && white);
}

/** Metadata is several decisions, one for each of its members. */
function decisionsOf(name: string, value: unknown): readonly string[] {
  return name === 'metadata' && isObject(value)
    ? Object.keys(value).map((inner) => `metadata.${inner}`)
    : [decisions.get(name) ?? name];
}
