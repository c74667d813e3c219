import { appendMemberToPath, isObject, maxTransition } from '../../resources';
import { refuseUnknownMembers } from '../parsing/object-members';
import { parseBoundedDuration } from '../parsing/parse-scalars';
import { createParseSuccess, createInvalidValueResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

/** Longest name under which a state is saved. */
const maxNameLength = 64;

/** A command that saves what lamps show, or restores it. */
export interface SavedStateCommand {
  readonly action: 'save' | 'restore';
  readonly name: string;
  /** How long restoring takes, in ms; undefined where the command does not say. */
  readonly transition: number | undefined;
}

/**
 * Parses `{"save": "before the bell"}` and `{"restore": "before the bell", "transition": "1s"}`.
 *
 * @param payload plain JSON
 * @param at path of the payload, for problems
 */
export function parseSavedStateCommand(
  payload: unknown,
  at: string,
): ParseResult<SavedStateCommand> {
  if (!isObject(payload))
    return createInvalidValueResult(at, 'an object with save or restore, and a name', payload);
  const action = payload['save'] === undefined ? 'restore' : 'save';
  if (action === 'save' && payload['restore'] !== undefined)
    return createInvalidValueResult(at, 'either save or restore, not both', payload);
  const allowed = action === 'save' ? ['save'] : ['restore', 'transition'];
  const known = refuseUnknownMembers(payload, allowed, at);
  if (!known.ok) return known;
  const name = payload[action];
  if (typeof name !== 'string' || name.trim() === '' || name.length > maxNameLength) {
    const expected = `a name of at most ${maxNameLength} characters`;
    return createInvalidValueResult(appendMemberToPath(at, action), expected, name);
  }
  const { transition } = payload;
  if (transition === undefined)
    return createParseSuccess({ action, name: name.trim(), transition: undefined });
  const duration = parseBoundedDuration(
    transition,
    appendMemberToPath(at, 'transition'),
    maxTransition,
  );
  return duration.ok
    ? createParseSuccess({ action, name: name.trim(), transition: duration.value })
    : duration;
}
