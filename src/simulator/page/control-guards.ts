import { isObject, type Resource } from '../../resources';
import type { ControlEvents, ControlState, SeenRequest } from '../control-protocol';

type Guard<Value> = (value: unknown) => value is Value;

export const isResource: Guard<Resource> = (value): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';

const isSeenRequest: Guard<SeenRequest> = (value): value is SeenRequest =>
  isObject(value) && typeof value['number'] === 'number' && typeof value['path'] === 'string';

const isFaults: Guard<ControlEvents['faults']> = (value): value is ControlEvents['faults'] =>
  isObject(value) && Array.isArray(value['answers']);

const isLinkButton: Guard<ControlEvents['link-button']> = (
  value,
): value is ControlEvents['link-button'] => isObject(value) && 'pressedUntil' in value;

export const isSeenRequests: Guard<SeenRequest[]> = (value): value is SeenRequest[] =>
  Array.isArray(value) && value.every(isSeenRequest);

export const isControlState: Guard<ControlState> = (value): value is ControlState =>
  isObject(value) &&
  isObject(value['bridge']) &&
  Array.isArray(value['resources']) &&
  value['resources'].every(isResource) &&
  isFaults(value['faults']) &&
  isLinkButton(value['linkButton']);

/** Whether the value of an event has the shape its name promises. */
export const eventGuards: { [Name in keyof ControlEvents]: Guard<ControlEvents[Name]> } = {
  resource: isResource,
  deleted: isResource,
  request: isSeenRequest,
  faults: isFaults,
  'link-button': isLinkButton,
};
