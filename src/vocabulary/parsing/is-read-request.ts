import { isObject } from '../../resources/member-access';
import { isTimestamp } from './timestamp';

/** True for a payload that gives no command: none, `"get"`, `{ get: true }`, or the timestamp of an inject node. */
export const isReadRequest = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  payload === 'get' ||
  isTimestamp(payload) ||
  (isObject(payload) && payload['get'] === true && Object.keys(payload).length === 1);
