import { isObject } from '../../resources/member-access';

/** A number that is no command but what an inject node sends of its own accord: a time in ms since 1970, after 2001. */
const isTimestamp = (value: unknown): boolean => typeof value === 'number' && value >= 1e12;

/** True for a payload that gives no command: none, `"get"`, `{ get: true }`, or the timestamp of an inject node. */
export const isReadRequest = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  payload === 'get' ||
  isTimestamp(payload) ||
  (isObject(payload) && payload['get'] === true && Object.keys(payload).length === 1);
