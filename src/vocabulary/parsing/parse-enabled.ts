import type { Resource } from '../../resources';
import { parseOnOff } from './parse-scalars';
import { accept, refuse, refuseWithout } from './parse-result';
import type { ParseResult } from './parse-result';

interface EnabledContext {
  at: string;
  /** For "toggle". */
  resource: Resource | undefined;
  /** Phrase for problems, such as `a sensor`. */
  noun: string;
}

/**
 * Parses a command to enable or disable a resource.
 *
 * @param value true, false, "on", "off", "enable", "disable" or "toggle"
 * @returns `needs: 'state'` for "toggle" if the state is unknown
 */
export function parseEnabled(
  value: unknown,
  { at, resource, noun }: EnabledContext,
): ParseResult<boolean> {
  if (value === 'enable' || value === 'disable') return accept(value === 'enable');
  const enabled = parseOnOff(value);
  if (enabled !== undefined) return accept(enabled);
  if (value !== 'toggle')
    return refuse(at, { kind: 'either', first: 'true, false', last: '"toggle"' }, value);
  const current = resource?.['enabled'];
  return typeof current === 'boolean'
    ? accept(!current)
    : refuseWithout('state', at, `${noun} whose state is known`, value);
}
