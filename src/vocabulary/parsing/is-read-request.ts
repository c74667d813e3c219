import { asksForState } from './command-kinds';
import { isTimestamp } from './timestamp';

/** True for a payload that gives no command: none, `"get"`, `{ get: true }`, or the timestamp of an inject node. */
export const isReadRequest = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  isTimestamp(payload) ||
  asksForState(payload);
