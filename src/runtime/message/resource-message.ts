import type { NodeMessage } from 'node-red';
import { getResourceDefinition, isKnownResourceType } from '../../resources';
import { cloneJson, getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { ResourceChangeEvent, StateCache } from '../../bridge';
import type { ResourceDisplayNames } from '../../bridge/state/state-cache';
import { readLightState } from './plain-light';
import type { LightStateNotation } from './plain-light';
import { collectDeviceMembers } from '../bridge/device-info';
import { showUnreachableLampAsOff } from './unreachable-lamps';

/** Selects what a message is about from a resource. */
export type PayloadSelector = (resource: Resource) => unknown;

/** Why a message about a resource is sent. */
export type ResourceMessageReason = ResourceChangeEvent['kind'] | 'poll' | 'start' | 'request';

/** A resource that a message is about, with the occasion. */
export interface ResourceMessageDetails {
  occasion: ResourceMessageReason;
  resource: Resource;
  previous?: Resource | undefined;
  changed?: readonly string[];
  /** How a change was detected. */
  cause?: ResourceChangeEvent['cause'];
  /** True when a command of this package caused the change. */
  own?: boolean;
}

/** A change, as a message about it says it. */
export const toResourceMessageDetails = ({
  kind: occasion,
  resource,
  previous,
  changed,
  cause,
  own,
}: Omit<ResourceChangeEvent, 'reports'>): ResourceMessageDetails => ({
  occasion,
  resource,
  previous,
  changed,
  cause,
  own,
});

/** What a message is about, and why it was sent. */
interface ResourceMessageOrigin
  extends ResourceDisplayNames, Pick<ResourceMessageDetails, 'occasion' | 'cause' | 'own'> {
  rtype: string;
  rid: string;
}

/**
 * Creates the message about one resource. Everything in it is a copy.
 *
 * @param selectPayload selects the payload, which is null when there is no such value
 */
export function createResourceMessage(
  stateCache: StateCache,
  selectPayload: PayloadSelector,
  resourceEvent: ResourceMessageDetails,
): NodeMessage {
  const { occasion, resource, previous, changed, cause, own } = resourceEvent;
  const { id: rid, type: rtype } = resource;
  const names = stateCache.displayNames(rid);
  const bridge: ResourceMessageOrigin = { occasion, rtype, rid, ...names };
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

/** What a selector is made from. */
export interface PayloadSelectorSettings {
  rtype: string;
  /** `resource`, `value` or the path of a property. */
  output: string;
  /** True where a lamp that cannot be reached counts as off. */
  unreachableIsOff?: boolean;
}

/**
 * Creates the selector of payloads for the resources of a type.
 *
 * @param stateReader where the lamps of a group are, and whether lamps can be reached
 * @param notation that of the plain value of a lamp or a group
 */
export function createPayloadSelector(
  stateCache: StateCache,
  { rtype, output, unreachableIsOff = false }: PayloadSelectorSettings,
  notation: LightStateNotation = {},
): PayloadSelector {
  if (output === 'resource') return (resource) => resource;
  const select = createMemberSelector(stateCache, { rtype, output }, notation);
  return unreachableIsOff
    ? (resource) => select(showUnreachableLampAsOff(stateCache, resource))
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
    const definition = getResourceDefinition(rtype);
    return (resource) => definition.value(resource);
  }
  const path = output.split('.');
  return (resource) => getNestedMember(resource, ...path);
}

/** Creates the selector of what decides yes or no, and of what is combined: a property, otherwise the plain value. */
export const createValueSelector = (
  stateCache: StateCache,
  { output, ...settings }: PayloadSelectorSettings & Pick<LightStateNotation, 'colorSpace'>,
): PayloadSelector => {
  const whole = output === 'resource' ? 'value' : output;
  return createPayloadSelector(stateCache, { ...settings, output: whole }, settings);
};
