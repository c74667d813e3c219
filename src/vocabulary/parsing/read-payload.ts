import { isObject } from '../../resources/values/member-access';

/** True for a message that asks what the lamps show. */
export const asksForState = (payload: unknown): boolean =>
  payload === 'get' ||
  (isObject(payload) && payload['get'] === true && Object.keys(payload).length === 1);

/** Times in ms since 1970, as inject nodes send them by default: from 2001 to 2286. */
const [earliest, latest] = [1e12, 1e13] as const;

/** True for a number that is no command but the time that an inject node sends of its own accord, in ms since 1970. */
export const isEpochMilliseconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= earliest && value < latest;

/** True for a payload that gives no command: none, `"get"`, `{ get: true }`, or the timestamp of an inject node. */
export const isReadPayload = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  isEpochMilliseconds(payload) ||
  asksForState(payload);
