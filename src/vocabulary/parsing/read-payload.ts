import { isObject } from '../../resources/values/member-access';

export const asksForState = (payload: unknown): boolean =>
  payload === 'get' ||
  (isObject(payload) && payload['get'] === true && Object.keys(payload).length === 1);

/** Range of inject nodes' timestamps in ms since 1970: the years 2001 to 2286. */
const [earliest, latest] = [1e12, 1e13] as const;

/** Returns true for the default payload of an inject node: a time in ms since 1970. */
export const isEpochMilliseconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= earliest && value < latest;

/**
 * Returns true for a payload without a command: none, `"get"`, `{ get: true }`, or the timestamp of
 * an inject node.
 */
export const isReadPayload = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  isEpochMilliseconds(payload) ||
  asksForState(payload);
