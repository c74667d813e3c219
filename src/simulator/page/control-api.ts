import { member } from '../../resources';
import type { ActiveFaults, ControlEvents, ControlState, SeenRequest } from '../control-protocol';
import { eventGuards, isControlState, isSeenRequests } from './control-guards';

type Listeners = { [Name in keyof ControlEvents]: (value: ControlEvents[Name]) => void };

/** State of everything the simulator shows. */
export async function readState(): Promise<ControlState> {
  const answer = await answerOf('api/state');
  if (!isControlState(answer)) throw new Error('The simulator answered without its state.');
  return answer;
}

/** The last requests, oldest first. */
export async function readRequests(): Promise<SeenRequest[]> {
  const answer = await answerOf('api/requests');
  if (!isSeenRequests(answer)) throw new Error('The simulator answered without its requests.');
  return answer;
}

/** Changes a resource as if somebody in the house had done it. */
export const changeResource = (rid: string, partial: object): Promise<unknown> =>
  post(`api/resource/${encodeURIComponent(rid)}`, partial);

/**
 * Replaces everything that goes wrong on purpose.
 *
 * @returns what goes wrong from now on
 */
export async function setFaults(faults: ActiveFaults): Promise<ActiveFaults> {
  const answer = await post('api/faults', faults);
  if (!eventGuards.faults(answer)) throw new Error('The simulator answered without its faults.');
  return answer;
}

/** Presses the button on the bridge. */
export const pressLinkButton = (): Promise<unknown> => post('api/link-button', {});

/**
 * Follows the simulator for as long as the page is open.
 *
 * @param listeners called with the value of each event
 * @param onOpen called on every connection, the first included: what came before has to be read
 * @param onLost called when the connection is gone; the browser tries again by itself
 */
export function follow(listeners: Listeners, onOpen: () => void, onLost: () => void): void {
  const source = new EventSource('api/events');
  source.addEventListener('open', onOpen);
  source.addEventListener('error', onLost);
  listen(source, 'resource', eventGuards.resource, listeners.resource);
  listen(source, 'deleted', eventGuards.deleted, listeners.deleted);
  listen(source, 'request', eventGuards.request, listeners.request);
  listen(source, 'faults', eventGuards.faults, listeners.faults);
  listen(source, 'link-button', eventGuards['link-button'], listeners['link-button']);
}

function listen<Value>(
  source: EventSource,
  name: keyof ControlEvents,
  guard: (value: unknown) => value is Value,
  listener: (value: Value) => void,
): void {
  source.addEventListener(name, ({ data }) => {
    const value: unknown = JSON.parse(String(data));
    if (guard(value)) listener(value);
  });
}

async function answerOf(path: string, request?: RequestInit): Promise<unknown> {
  const response = await fetch(path, request);
  const text = await response.text();
  if (!response.ok) throw new Error(refusal(response.status, text));
  return text === '' ? undefined : JSON.parse(text);
}

const post = (path: string, body: object): Promise<unknown> =>
  answerOf(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The simulator's own words, where it gave any. */
function refusal(status: number, text: string): string {
  const words = text.startsWith('{') ? member(JSON.parse(text), 'error') : text;
  return typeof words === 'string' && words !== ''
    ? words
    : `The simulator answered with status ${status}.`;
}
