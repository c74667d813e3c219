import { isObject, type Resource } from '../../resources';
import type {
  SimulatorControlEvents,
  SimulatorControlState,
  VisibleLampLightUpdate,
  RedactedRequest,
} from '../control/control-protocol';

type TypeGuard<Value> = (value: unknown) => value is Value;

export const isResourceObject: TypeGuard<Resource> = (value): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';

const isRedactedRequest: TypeGuard<RedactedRequest> = (value): value is RedactedRequest =>
  isObject(value) && typeof value['number'] === 'number' && typeof value['path'] === 'string';

const isActiveFaults: TypeGuard<SimulatorControlEvents['faults']> = (
  value,
): value is SimulatorControlEvents['faults'] => isObject(value) && Array.isArray(value['answers']);

const isLinkButtonState: TypeGuard<SimulatorControlEvents['link-button']> = (
  value,
): value is SimulatorControlEvents['link-button'] => isObject(value) && 'pressedUntil' in value;

const isLampAppearance: TypeGuard<VisibleLampLightUpdate> = (
  value,
): value is VisibleLampLightUpdate =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['now'] === 'number' &&
  isObject(value['motion']);

export const isRedactedRequestList: TypeGuard<RedactedRequest[]> = (
  value,
): value is RedactedRequest[] => Array.isArray(value) && value.every(isRedactedRequest);

export const isSimulatorControlState: TypeGuard<SimulatorControlState> = (
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

/** Type guards for the values of events, by event name. */
export const controlEventGuards: {
  [Name in keyof SimulatorControlEvents]: TypeGuard<SimulatorControlEvents[Name]>;
} = {
  resource: isResourceObject,
  deleted: isResourceObject,
  appearance: isLampAppearance,
  request: isRedactedRequest,
  faults: isActiveFaults,
  'link-button': isLinkButtonState,
};
