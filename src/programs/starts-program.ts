import { longestTransition } from '../resources';
import { isObject } from '../resources/member-access';
import { parseDuration } from '../units/duration';
import { mayReturn } from '../vocabulary/light/parse-saved-state-command';

/** True for a command that goes on after its first request: words that a plain command does not know. */
export const startsProgram = (payload: unknown): boolean =>
  isObject(payload) &&
  (payload['turnOn'] === 'later' ||
    payload['play'] !== undefined ||
    payload['restore'] === true ||
    (payload['restore'] !== undefined && mayReturn(payload)) ||
    isLongTransition(payload['transition']));

/** True for a transition that a bridge does not take in one go, in ms or as text. */
const isLongTransition = (value: unknown): boolean =>
  typeof value === 'string'
    ? (parseDuration(value) ?? 0) > longestTransition
    : typeof value === 'number' && value > longestTransition;
