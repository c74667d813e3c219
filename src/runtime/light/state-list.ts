import { isObject } from '../../resources/member-access';
import { toCommandError } from '../node-errors';

/** The state of a lamp or a group as it was read, which says itself of what it is. */
interface ReportedState extends Readonly<Record<string, unknown>> {
  id: string;
}

const isReportedState = (value: unknown): value is ReportedState =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  (value['type'] === 'light' || value['type'] === 'grouped_light');

/** True for the states of several lamps and groups in a list, such as that of all lamps. */
export const isStateList = (payload: unknown): payload is readonly ReportedState[] =>
  Array.isArray(payload) && payload.length > 0 && payload.every(isReportedState);

/**
 * The state of one lamp or group in a list of states.
 *
 * @param at path of the list, for the error
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the list does not hold it
 */
export function findOwnState(states: readonly ReportedState[], rid: string, at: string): unknown {
  const state = states.find(({ id }) => id === rid);
  if (state !== undefined) return state;
  const expected = `a list that holds the state of ${rid}; with no target set, each state goes to its own lamp`;
  throw toCommandError({ path: at, expected, received: states });
}
