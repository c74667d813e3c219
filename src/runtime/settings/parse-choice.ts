import { findNearestName } from '../../resources';
import { toCommandError } from '../node-errors';
import { unwrap } from './evaluate-setting';
import type { SettingResult } from './evaluate-setting';

/**
 * Validates a choice from the dialog or the message, such as the operation.
 *
 * @param setting the chosen value
 * @param allowed the values that are allowed
 * @param path path of the value, for errors
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when it is not allowed
 */
export function parseChoice<Name extends string>(
  setting: SettingResult,
  allowed: readonly Name[],
  path: string,
): Name {
  const value = unwrap(setting);
  const choice = allowed.find((name) => name === value);
  if (choice !== undefined) return choice;
  const suggestion = typeof value === 'string' ? findNearestName(value, allowed) : undefined;
  throw toCommandError({
    path,
    expected: `one of ${allowed.join(', ')}`,
    received: value,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}
