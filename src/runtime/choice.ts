import { nearest } from '../resources';
import { commandError } from './command-error';
import { needed } from './setting';
import type { Given } from './setting';

/**
 * Settles a choice that a dialog makes or leaves to the message, such as the operation.
 *
 * @param given what was chosen
 * @param allowed what may be chosen
 * @param at name of the choice, for errors
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when it is not allowed
 */
export function choose<Name extends string>(
  given: Given,
  allowed: readonly Name[],
  at: string,
): Name {
  const wanted = needed(given);
  const chosen = allowed.find((name) => name === wanted);
  if (chosen !== undefined) return chosen;
  const suggestion = typeof wanted === 'string' ? nearest(wanted, allowed) : undefined;
  throw commandError({
    path: at,
    expected: `one of ${allowed.join(', ')}`,
    received: wanted,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}
