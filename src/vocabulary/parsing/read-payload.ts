import { isObject } from '../../resources/values/member-access';

export const asksForState = (payload: unknown): boolean =>
  payload === 'get' ||
  (isObject(payload) && payload['get'] === true && Object.keys(payload).length === 1);

/** Of an inject node's timestamp, in ms since 1970: the years 2001 to 2286. */
const [earliest, latest] = [1e12, 1e13] as const;

/** The default payload of an inject node. */
export const isEpochMilliseconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= earliest && value < latest;

/** Also true for no payload, and for the timestamp of an inject node. */
export const isReadPayload = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  isEpochMilliseconds(payload) ||
  asksForState(payload);
