import type { NodeMessage } from 'node-red';
import { getPlainValue, isKnownResourceType } from '../../resources';
import { cloneJson, getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { ResourceChangeEvent, StateCache } from '../../bridge';
import type { ResourceDisplayNames } from '../../bridge/state/state-cache';
import { readLightState } from './plain-light';
import type { LightStateNotation } from './plain-light';
import { collectDeviceMembers } from '../bridge/device-info';
import { withUnreachableAsOff } from './unreachable-lamps';

export type PayloadSelector = (resource: Resource) => unknown;

export type ResourceMessageReason = ResourceChangeEvent['kind'] | 'poll' | 'start' | 'request';

export interface ResourceMessageDetails {
  occasion: ResourceMessageReason;
  resource: Resource;
  previous?: Resource | undefined;
  changed?: readonly string[];
  cause?: ResourceChangeEvent['cause'];
  /** By a command of this package. */
  own?: boolean;
}

export const toResourceMessageDetails = ({
  kind,
  ...change
}: Omit<ResourceChangeEvent, 'reports'>): ResourceMessageDetails => ({ occasion: kind, ...change });

interface ResourceMessageMeta
  extends ResourceDisplayNames, Pick<ResourceMessageDetails, 'occasion' | 'cause' | 'own'> {
  rtype: string;
  rid: string;
}

/**
 * Creates the message from copies only.
 *
 * @param selectPayload the payload is null if there is no such value
 */
export function createResourceMessage(
  stateCache: StateCache,
  selectPayload: PayloadSelector,
  resourceEvent: ResourceMessageDetails,
): NodeMessage {
  const { occasion, resource, previous, changed, cause, own } = resourceEvent;
  const { id: rid, type: rtype } = resource;
  const names = stateCache.displayNames(rid);
  const bridge: ResourceMessageMeta = { occasion, rtype, rid, ...names };
  if (cause !== undefined) bridge.cause = cause;
  if (own !== undefined) bridge.own = own;
  return {
    payload: occasion === 'deleted' ? null : cloneJson(selectPayload(resource) ?? null),
    topic: `${rtype}/${names.name ?? rid}`,
    resource: cloneJson(resource),
    previous: cloneJson(previous),
    changed: changed === undefined ? [] : changed.slice(),
    ...collectDeviceMembers(stateCache, resource),
    bridge,
  };
}

interface PayloadSelectorSettings {
  rtype: string;
  /** `resource`, `value` or the path of a property. */
  output: string;
  unreachableIsOff?: boolean;
}

export function createPayloadSelector(
  stateCache: StateCache,
  { rtype, output, unreachableIsOff = false }: PayloadSelectorSettings,
  notation: LightStateNotation,
): PayloadSelector {
  if (output === 'resource') return (resource) => resource;
  const select = createMemberSelector(stateCache, { rtype, output }, notation);
  return unreachableIsOff
    ? (resource) => select(withUnreachableAsOff(stateCache, resource))
    : select;
}

function createMemberSelector(
  stateCache: StateCache,
  { rtype, output }: PayloadSelectorSettings,
  notation: LightStateNotation,
): PayloadSelector {
  if (output === 'value') {
    if (rtype === 'light' || rtype === 'grouped_light')
      return (light) => readLightState(stateCache, light, notation);
    if (!isKnownResourceType(rtype)) return (resource) => resource;
    return (resource) => getPlainValue(resource);
  }
  const path = output.split('.');
  return (resource) => getNestedMember(resource, ...path);
}

/** Selects the value for yes/no decisions and combined values: a property, otherwise the plain value. */
export const createValueSelector = (
  stateCache: StateCache,
  { output, ...settings }: PayloadSelectorSettings & Pick<LightStateNotation, 'colorSpace'>,
): PayloadSelector => {
  const whole = output === 'resource' ? 'value' : output;
  return createPayloadSelector(stateCache, { ...settings, output: whole }, settings);
};
