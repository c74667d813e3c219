import { asksForState } from './command-kinds';
import { isEpochMilliseconds } from './timestamp';

/** True for a payload that gives no command: none, `"get"`, `{ get: true }`, or the timestamp of an inject node. */
export const isReadPayload = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  isEpochMilliseconds(payload) ||
  asksForState(payload);
