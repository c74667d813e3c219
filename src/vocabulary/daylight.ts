import { isReadPayload } from './read-payload';
import { accept, refuse } from './parse-result';
import type { ParseResult } from './parse-result';

/** `resume` takes all lamps back under control. */
export type DaylightCommand = 'get' | 'enable' | 'disable' | 'toggle' | 'resume';

/** Parses `true`, `false`, `"toggle"`, `"resume"`, `"get"`; no payload means `"get"`. */
export function parseDaylightCommand(payload: unknown, at: string): ParseResult<DaylightCommand> {
  if (isReadPayload(payload)) return accept('get');
  if (payload === 'resume' || payload === 'toggle') return accept(payload);
  if (typeof payload === 'boolean') return accept(payload ? 'enable' : 'disable');
  return refuse(
    at,
    { kind: 'either', first: 'true, false, "toggle", "resume"', last: '"get"' },
    payload,
  );
}
