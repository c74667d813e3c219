import { getNestedMember, isObject } from '../../resources/members';
import type {
  SimulatorControlEvents,
  SimulatorControlState,
  RedactedRequest,
  ActiveFaults,
} from '../control/control-protocol';
import { getText } from './texts';

interface Answers extends SimulatorControlEvents {
  state: SimulatorControlState;
}

/** To recognise an answer. */
const members: Readonly<Record<keyof Answers, readonly string[]>> = {
  state: ['bridge', 'resources', 'faults', 'linkButton', 'appearances'],
  resource: ['id', 'type'],
  deleted: ['id', 'type'],
  appearance: ['id', 'now', 'appearance'],
  request: ['number', 'path'],
  faults: ['answers'],
  'link-button': ['pressedUntil'],
};

const isAnswer = <Name extends keyof Answers>(name: Name, value: unknown): value is Answers[Name] =>
  isObject(value) && members[name].every((member) => member in value);

/** @throws Error for an error or an invalid response */
export async function fetchControlState(): Promise<SimulatorControlState> {
  const answer = await fetchJson('api/state');
  if (!isAnswer('state', answer)) throw new Error(getText('error.noState'));
  return answer;
}

/**
 * Oldest first.
 *
 * @throws Error for an error or an invalid response
 */
export async function fetchRequests(): Promise<RedactedRequest[]> {
  const answer = await fetchJson('api/requests');
  if (!Array.isArray(answer)) throw new Error(getText('error.noRequests'));
  return answer.filter((one) => isAnswer('request', one));
}

/** An external change, such as a press of a switch. */
export const postResourceChange = (rid: string, change: object): Promise<unknown> =>
  post(`api/resource/${encodeURIComponent(rid)}`, change);

/** Returns the new faults. */
export async function postFaults(faults: ActiveFaults): Promise<ActiveFaults> {
  const answer = await post('api/faults', faults);
  if (!isAnswer('faults', answer)) throw new Error(getText('error.noFaults'));
  return answer;
}

export const postLinkButtonPress = (): Promise<unknown> => post('api/link-button', {});

/**
 * @param onOpen called on every connection, the first included: fetch earlier state then
 * @param onLost the browser reconnects by itself
 */
export function subscribeToEvents(
  listeners: {
    [Name in keyof SimulatorControlEvents]: (value: SimulatorControlEvents[Name]) => void;
  },
  onOpen: () => void,
  onLost: () => void,
): void {
  const source = new EventSource('api/events');
  source.addEventListener('open', onOpen);
  source.addEventListener('error', onLost);
  const listen = <Name extends keyof SimulatorControlEvents>(
    name: Name,
    listener: (value: SimulatorControlEvents[Name]) => void,
  ): void =>
    source.addEventListener(name, ({ data }) => {
      const value: unknown = JSON.parse(String(data));
      if (isAnswer(name, value)) listener(value);
    });
  listen('resource', listeners.resource);
  listen('deleted', listeners.deleted);
  listen('appearance', listeners.appearance);
  listen('request', listeners.request);
  listen('faults', listeners.faults);
  listen('link-button', listeners['link-button']);
}

async function fetchJson(path: string, request?: RequestInit): Promise<unknown> {
  const response = await fetch(path, request);
  const text = await response.text();
  if (!response.ok) throw new Error(toErrorMessage(response.status, text));
  return text === '' ? undefined : JSON.parse(text);
}

const post = (path: string, body: object): Promise<unknown> =>
  fetchJson(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

function toErrorMessage(status: number, text: string): string {
  const message = text.startsWith('{') ? getNestedMember(JSON.parse(text), 'error') : text;
  return typeof message === 'string' && message !== ''
    ? message
    : getText('error.status', { status });
}
