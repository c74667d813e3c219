import {
  isLightStateListEntry,
  lampStateIdentityMembers,
} from '../../../vocabulary/parsing/command-kinds';
import type { IdentifiedLightState } from '../../../vocabulary/parsing/command-kinds';
import { toCommandError } from '../../settings/node-errors';

/** The command that brings a state about, without what says of what it is; a whole resource as it is. */
export function toStateCommand(state: IdentifiedLightState): unknown {
  if (!isLightStateListEntry(state)) return state;
  const members = Object.entries(state).filter(([name]) => !lampStateIdentityMembers.has(name));
  const isBare = members.length === 1 && 'value' in state;
  return isBare ? state['value'] : Object.fromEntries(members);
}

/**
 * The state of one lamp or group in a list of states.
 *
 * @param label its name for the error
 * @param at path of the list, for the error
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the list does not hold it
 */
export function findStateInList(
  states: readonly IdentifiedLightState[],
  { rid, label }: { rid: string; label: string },
  at: string,
): unknown {
  const state = states.find((one) => one['id'] === rid || one['rid'] === rid);
  if (state !== undefined) return toStateCommand(state);
  const expected = `a list that holds the state of ${label}; with no target set, each state goes to its own lamp`;
  throw toCommandError({ path: at, expected, received: states });
}
