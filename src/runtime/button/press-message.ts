import type { NodeMessage } from 'node-red';
import type { Change, Mirror } from '../../bridge';
import { member } from '../../resources';
import { pressEvents } from '../../vocabulary';
import { namesOf } from '../names';
import type { Word } from '../status';
import { timeOf } from '../status';
import type { Press } from './press';

/** Events that have words of their own for the status. */
const worded: ReadonlySet<string> = new Set(pressEvents);

/** Longest name of an event that a status line has room for. */
const longestEvent = 10;

/**
 * Writes the message about a press. Everything in it is a copy.
 *
 * @param output `event` for the name of the event alone as payload
 */
export function pressMessage(
  mirror: Mirror,
  { resource, cause }: Change,
  press: Press,
  output: 'press' | 'event',
): NodeMessage {
  const { id: rid, type: rtype } = resource;
  const { event, button, updated, turn } = press;
  const names = namesOf(mirror, rid);
  const { name = rid, room } = names;
  const owner = member(resource, 'owner', 'rid');
  const device = typeof owner === 'string' ? mirror.name(owner) : names.name;
  const whole = {
    event,
    button,
    ...(device === undefined ? {} : { device }),
    ...(room === undefined ? {} : { room }),
    ...turn,
    ...(updated === undefined ? {} : { updated }),
  };
  return {
    payload: output === 'event' ? event : whole,
    topic: `${rtype}/${name}`,
    press: { ...whole },
    resource: structuredClone(resource),
    bridge: { occasion: turn === undefined ? 'press' : 'turn', rtype, rid, ...names, cause },
  };
}

/** Few words for the last press. */
export function wordForPress({ event, turn, ...press }: Press): Word {
  const button = press.button ?? '';
  const time = timeOf(new Date());
  if (turn !== undefined) return { key: 'press.turn', values: { degrees: turn.degrees, time } };
  return worded.has(event)
    ? { key: `press.${event}`, values: { button, time } }
    : { key: 'press.other', values: { button, event: event.slice(0, longestEvent), time } };
}
