import { isObject } from '../../resources/member-access';
import { toCommandError } from '../node-errors';

/** The state of a lamp or a group that says itself of what it is: a resource as it was read, or a part of the state of several. */
type ReportedState = Readonly<Record<string, unknown>>;

/** Members beside the plain value of a part of the state of several lamps and groups. */
const partMembers: ReadonlySet<string> = new Set(['rid', 'rtype', 'name', 'room']);

const lightTypes: ReadonlySet<unknown> = new Set(['light', 'grouped_light']);

const isWholeResource = (value: ReportedState): boolean =>
  typeof value['id'] === 'string' && lightTypes.has(value['type']);

const isPartOfSeveral = (value: ReportedState): boolean =>
  typeof value['rid'] === 'string' &&
  lightTypes.has(value['rtype']) &&
  Object.keys(value).some((name) => !partMembers.has(name));

/** True for the state of one lamp or group that says of what it is. A mere reference is none. */
export const isReportedState = (value: unknown): value is ReportedState =>
  isObject(value) && (isWholeResource(value) || isPartOfSeveral(value));

/** True for the states of several lamps and groups in a list, such as that of all lamps. */
export const isStateList = (payload: unknown): payload is readonly ReportedState[] =>
  Array.isArray(payload) && payload.length > 0 && payload.every(isReportedState);

/** The command that brings a state about, without what says of what it is; a whole resource as it is. */
export function toStateCommand(state: ReportedState): unknown {
  if (!isPartOfSeveral(state)) return state;
  const members = Object.entries(state).filter(([name]) => !partMembers.has(name));
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
export function findOwnState(
  states: readonly ReportedState[],
  { rid, label }: { rid: string; label: string },
  at: string,
): unknown {
  const state = states.find((one) => one['id'] === rid || one['rid'] === rid);
  if (state !== undefined) return toStateCommand(state);
  const expected = `a list that holds the state of ${label}; with no target set, each state goes to its own lamp`;
  throw toCommandError({ path: at, expected, received: states });
}
