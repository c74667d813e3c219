import { isReadPayload } from '../parsing/read-payload';
import { createParseSuccess, createInvalidValueResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

/** What a daylight node is asked for: the light of now, to go on, to leave lamps alone, to take all lamps back. */
export type DaylightCommand = 'get' | 'enable' | 'disable' | 'toggle' | 'resume';

/**
 * Parses the command of a daylight node: `true`, `false`, `"toggle"`, `"resume"`, `"get"`, or nothing, which asks.
 *
 * @param at path of the command, for problems
 */
export function parseDaylightCommand(payload: unknown, at: string): ParseResult<DaylightCommand> {
  if (isReadPayload(payload)) return createParseSuccess('get');
  if (payload === 'resume' || payload === 'toggle') return createParseSuccess(payload);
  if (typeof payload === 'boolean') return createParseSuccess(payload ? 'enable' : 'disable');
  return createInvalidValueResult(at, 'true, false, "toggle", "resume" or "get"', payload);
}
