import { types } from 'node:util';
import { isObject } from '../resources/members';

export const asksForState = (payload: unknown): boolean =>
  payload === 'get' ||
  (isObject(payload) && payload['get'] === true && Object.keys(payload).length === 1);

/** True for `"history"`, and for an object with this member. */
export const asksForHistory = (payload: unknown): boolean =>
  payload === 'history' || (isObject(payload) && payload['history'] !== undefined);

/** Of an inject node's timestamp, in ms since 1970: the years 2001 to 2286. */
const [earliest, latest] = [1e12, 1e13] as const;

const triggerMembers: ReadonlySet<string> = new Set(['triggerTimestamp', 'status', 'config']);

/**
 * Finds the time in a `Date`, or in the default payload of node-red-contrib-cron-plus 1.5.7:
 * `{triggerTimestamp, status, config}`. An object that has more is no mere trigger.
 *
 * @returns in ms since 1970
 */
export function findTimeOfTrigger(value: object): number | undefined {
  const time: unknown = types.isDate(value)
    ? Date.prototype.getTime.call(value)
    : Object.keys(value).every((name) => triggerMembers.has(name))
      ? Object.getOwnPropertyDescriptor(value, 'triggerTimestamp')?.value
      : undefined;
  return isEpochMilliseconds(time) ? time : undefined;
}

/** The default payload of an inject node. */
export const isEpochMilliseconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= earliest && value < latest;

/** Also true for no payload, and for the timestamp of an inject node. */
export const isReadPayload = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  isEpochMilliseconds(payload) ||
  asksForState(payload);
