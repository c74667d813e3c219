import { getNestedMember, isObject } from '../../resources';
import type { Resource } from '../../resources';
import type {
  SimulatorControlEvents,
  SimulatorControlState,
  RedactedRequest,
  LampAppearanceUpdate,
} from '../control/control-protocol';
import type { ActiveFaults } from '../faults/active-faults';
import { getText } from './texts';

type ControlEventListeners = {
  [Name in keyof SimulatorControlEvents]: (value: SimulatorControlEvents[Name]) => void;
};

/** @throws Error for an error or an invalid response */
export async function fetchControlState(): Promise<SimulatorControlState> {
  const answer = await fetchJson('api/state');
  if (!isSimulatorControlState(answer)) throw new Error(getText('error.noState'));
  return answer;
}

/** Fetches the last requests, oldest first. @throws Error for an error or an invalid response */
export async function fetchRequests(): Promise<RedactedRequest[]> {
  const answer = await fetchJson('api/requests');
  if (!isRedactedRequestList(answer)) throw new Error(getText('error.noRequests'));
  return answer;
}

/** Changes a resource as an external change, such as a press of a switch. */
export const postResourceChange = (rid: string, change: object): Promise<unknown> =>
  post(`api/resource/${encodeURIComponent(rid)}`, change);

/** Replaces all active faults, and returns the new ones. */
export async function postFaults(faults: ActiveFaults): Promise<ActiveFaults> {
  const answer = await post('api/faults', faults);
  if (!controlEventGuards.faults(answer)) throw new Error(getText('error.noFaults'));
  return answer;
}

export const postLinkButtonPress = (): Promise<unknown> => post('api/link-button', {});

/**
 * Subscribes to the events of the simulator while the page is open.
 *
 * @param onOpen called on every connection, the first included: earlier state has to be fetched
 * @param onLost called when the connection is lost; the browser reconnects by itself
 */
export function subscribeToEvents(
  listeners: ControlEventListeners,
  onOpen: () => void,
  onLost: () => void,
): void {
  const source = new EventSource('api/events');
  source.addEventListener('open', onOpen);
  source.addEventListener('error', onLost);
  addEventListener(source, 'resource', controlEventGuards.resource, listeners.resource);
  addEventListener(source, 'deleted', controlEventGuards.deleted, listeners.deleted);
  addEventListener(source, 'appearance', controlEventGuards.appearance, listeners.appearance);
  addEventListener(source, 'request', controlEventGuards.request, listeners.request);
  addEventListener(source, 'faults', controlEventGuards.faults, listeners.faults);
  addEventListener(
    source,
    'link-button',
    controlEventGuards['link-button'],
    listeners['link-button'],
  );
}

function addEventListener<Value>(
  source: EventSource,
  name: keyof SimulatorControlEvents,
  guard: (value: unknown) => value is Value,
  listener: (value: Value) => void,
): void {
  source.addEventListener(name, ({ data }) => {
    const value: unknown = JSON.parse(String(data));
    if (guard(value)) listener(value);
  });
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

type TypeGuard<Value> = (value: unknown) => value is Value;

const isResourceObject: TypeGuard<Resource> = (value): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';

const isRedactedRequest: TypeGuard<RedactedRequest> = (value): value is RedactedRequest =>
  isObject(value) && typeof value['number'] === 'number' && typeof value['path'] === 'string';

const isActiveFaults: TypeGuard<SimulatorControlEvents['faults']> = (
  value,
): value is SimulatorControlEvents['faults'] => isObject(value) && Array.isArray(value['answers']);

const isLinkButtonState: TypeGuard<SimulatorControlEvents['link-button']> = (
  value,
): value is SimulatorControlEvents['link-button'] => isObject(value) && 'pressedUntil' in value;

const isLampAppearance: TypeGuard<LampAppearanceUpdate> = (value): value is LampAppearanceUpdate =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['now'] === 'number' &&
  isObject(value['appearance']);

const isRedactedRequestList: TypeGuard<RedactedRequest[]> = (value): value is RedactedRequest[] =>
  Array.isArray(value) && value.every(isRedactedRequest);

const isSimulatorControlState: TypeGuard<SimulatorControlState> = (
  value,
): value is SimulatorControlState =>
  isObject(value) &&
  isObject(value['bridge']) &&
  Array.isArray(value['resources']) &&
  value['resources'].every(isResourceObject) &&
  isActiveFaults(value['faults']) &&
  isLinkButtonState(value['linkButton']) &&
  Array.isArray(value['appearances']) &&
  value['appearances'].every(isLampAppearance);

const controlEventGuards: {
  [Name in keyof SimulatorControlEvents]: TypeGuard<SimulatorControlEvents[Name]>;
} = {
  resource: isResourceObject,
  deleted: isResourceObject,
  appearance: isLampAppearance,
  request: isRedactedRequest,
  faults: isActiveFaults,
  'link-button': isLinkButtonState,
};
