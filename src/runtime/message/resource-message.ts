import type { NodeMessage } from 'node-red';
import { getPlainValue, isKnownResourceType } from '../../resources';
import type { Resource } from '../../resources';
import {
  cloneJson,
  getNestedMember,
  getRidsOfReferences,
} from '../../resources/values/member-access';
import type { ResourceChangeEvent, StateCache } from '../../bridge';
import type { ResourceDisplayNames } from '../../bridge/names';
import { collectDeviceMembers } from '../bridge/device-info';
import { withUnreachableAsOff } from './unreachable-lamps';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { getPlainGroup, getShownColor } from '../../resources/types/grouped-light';
import { getPlainLight } from '../../resources/types/light';
import type { PlainLight } from '../../resources/types/light';
import type { ColorSpace } from '../../units/color';
import type { LightWithOwner, ShownColor } from '../../vocabulary/formats/light-format';

/** Writes the state of a lamp in another format. */
export type LightStateFormatter = (light: PlainLight, shown: ShownColor) => unknown;

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

export interface LightStateNotation {
  /** For red, green and blue; the lamp's own colours if missing. */
  readonly colorSpace?: ColorSpace | undefined;
  readonly formatLight?: LightStateFormatter | undefined;
}

/** @param resource of the type light or grouped_light */
export const readPlainLight = (
  stateCache: StateCache,
  resource: Resource,
  colorSpace?: ColorSpace,
): PlainLight =>
  resource.type === 'grouped_light'
    ? getPlainGroup(resource, findLightsAffectedByWrite(stateCache, resource), colorSpace)
    : getPlainLight(resource, colorSpace);

export function findLightWithOwner(stateCache: StateCache, resource: Resource): LightWithOwner {
  const rid = stateCache.ownerRid(resource);
  const owner = rid === undefined ? undefined : stateCache.get(rid);
  const services = getRidsOfReferences(owner?.['services']).flatMap(
    (service) => (service === resource.id ? resource : stateCache.get(service)) ?? [],
  );
  return { resource, owner, services };
}

export function readLightState(
  stateCache: StateCache,
  resource: Resource,
  { colorSpace, formatLight }: LightStateNotation,
): unknown {
  const light = readPlainLight(stateCache, resource, colorSpace);
  if (formatLight === undefined) return light;
  const xy = getShownColor(resource, findLightsAffectedByWrite(stateCache, resource));
  return formatLight(light, {
    xy,
    colorSpace,
    withOwner: findLightWithOwner(stateCache, resource),
  });
}
