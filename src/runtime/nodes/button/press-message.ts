import type { NodeMessage } from 'node-red';
import type { ResourceChangeEvent, StateCache } from '../../../bridge';
import { pressEventNames } from '../../../resources';
import { cloneJson } from '../../../resources/values/member-access';
import { collectDeviceMembers } from '../../bridge/device-info';
import type { TranslatableStatusText } from '../../status/status-content';
import { formatTimeOrDate } from '../../status/format-status-time';
import type { ButtonPress } from '../../message/press';

const translatedEvents: ReadonlySet<string> = new Set(pressEventNames);

/** Longest event name in the status, in characters. */
const maxEventLength = 10;

/** @param output `event` for the event name as the payload */
export function createPressMessage(
  stateCache: StateCache,
  { resource, cause }: ResourceChangeEvent,
  press: ButtonPress,
  output: 'press' | 'event',
): NodeMessage {
  const { id: rid, type: rtype } = resource;
  const { event, button, updated, rotation } = press;
  const names = stateCache.displayNames(rid);
  const { name = rid, room } = names;
  const owner = stateCache.ownerRid(resource);
  const device = owner === undefined ? names.name : stateCache.name(owner);
  const pressData = {
    event,
    button,
    ...(device === undefined ? {} : { device }),
    ...(room === undefined ? {} : { room }),
    ...rotation,
    ...(updated === undefined ? {} : { updated }),
  };
  return {
    payload: output === 'event' ? event : pressData,
    topic: `${rtype}/${name}`,
    press: { ...pressData },
    resource: cloneJson(resource),
    ...collectDeviceMembers(stateCache, resource),
    bridge: { occasion: rotation === undefined ? 'press' : 'turn', rtype, rid, ...names, cause },
  };
}

export function createButtonPressStatusText({
  event,
  rotation,
  ...press
}: ButtonPress): TranslatableStatusText {
  const button = press.button ?? '';
  const time = formatTimeOrDate(new Date());
  if (rotation !== undefined)
    return { key: 'press.turn', values: { degrees: rotation.degrees, time } };
  return translatedEvents.has(event)
    ? { key: `press.${event}`, values: { button, time } }
    : { key: 'press.other', values: { button, event: event.slice(0, maxEventLength), time } };
}
