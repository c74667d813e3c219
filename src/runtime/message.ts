import type { NodeMessage } from 'node-red';
import { getPlainValue, isKnownResourceType, getReadingPropertyName } from '../resources/table';
import type { ResourceType } from '../resources/table';
import type { Resource } from '../resources/resource';
import { cloneJson, getNestedMember, getRidsOfReferences, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { ResourceChangeEvent, StateCache, BridgeClient, Watch, WatchOptions } from '../bridge';
import type { ResourceDisplayNames } from '../bridge/names';
import type { ChangedBy, WriteOrigin } from '../logbook/changed-by';
import { findLightsAffectedByWrite } from '../resources/group-lights';
import { getPlainGroup, getShownColor } from '../resources/types/grouped-light';
import { getPlainLight } from '../resources/types/light';
import type { PlainLight } from '../resources/types/light';
import type { ColorSpace } from '../units/color';
import type { LightWithOwner, ShownColor } from '../vocabulary/formats/light-format';

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
  /** Of an own change. */
  origin?: WriteOrigin;
}

export const describeChangeForMessage = ({
  kind,
  ...change
}: Omit<ResourceChangeEvent, 'reports'>): ResourceMessageDetails => ({ occasion: kind, ...change });

interface ResourceMessageMeta
  extends ResourceDisplayNames, Pick<ResourceMessageDetails, 'occasion' | 'cause' | 'own'> {
  changedBy?: ChangedBy;
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
  if (cause !== undefined) bridge.changedBy = cloneJson(stateCache.findCause(resourceEvent));
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

/** Null for a value that the bridge does not report. */
interface DeviceInfo {
  readonly name: string | null;
  /** Such as `LCA001`. */
  readonly model: string | null;
  /** Null for a device without a radio. */
  readonly reachable: boolean | null;
  /** Percent, or a word such as `low`; null on mains. */
  readonly battery: number | string | null;
  /** Room or zone. */
  readonly room: string | null;
}

/** Empty if the resource belongs to no device or group. */
interface DeviceMembers {
  device?: DeviceInfo;
  /** Plain values of the sensors by quantity, such as `celsius`; null for a sensor without a value. */
  readings?: Members;
}

/**
 * Describes the device and sensors of a resource without a request.
 *
 * @param resource a device, one of its services, or a service of a room, zone or area; replaces its value in the
 * state cache
 */
export function collectDeviceMembers(stateCache: StateCache, resource: Resource): DeviceMembers {
  const owner = findOwner(stateCache, resource);
  if (owner === undefined) return {};
  const services = listServices(owner);
  const members: DeviceMembers = {};
  if (owner.type === 'device') members.device = createDeviceInfo(stateCache, owner, services);
  const readings = getReadings(stateCache, services, resource);
  if (readings !== undefined) members.readings = readings;
  return members;
}

export function findRadio(stateCache: StateCache, resource: Resource): Resource | undefined {
  const owner = findOwner(stateCache, resource);
  const rid = owner?.type === 'device' ? listServices(owner).radio : undefined;
  return rid === undefined ? undefined : stateCache.get(rid);
}

export const isDeviceReachable = (radio: Resource | undefined): boolean | null =>
  reachableByStatus.get(radio?.['status']) ?? null;

export function listServicesReportedInMessages(
  stateCache: StateCache,
  resource: Resource,
): readonly DescribedService[] {
  const owner = findOwner(stateCache, resource);
  return owner === undefined ? [] : listServices(owner).all;
}

function findOwner(stateCache: StateCache, resource: Resource): Resource | undefined {
  if (resource.type === 'device') return resource;
  const rid = stateCache.ownerRid(resource);
  return rid === undefined ? undefined : stateCache.get(rid);
}

interface DescribedService {
  readonly rid: string;
  readonly rtype: string;
  /** Such as `celsius`; missing for a radio. */
  readonly reading?: string;
}

interface DescribedServices {
  radio?: string;
  power?: string;
  readonly all: DescribedService[];
}

/** Each change of a resource creates a new object, so an entry is never outdated. */
const servicesByOwner = new WeakMap<Resource, DescribedServices>();

function listServices(owner: Resource): DescribedServices {
  let described = servicesByOwner.get(owner);
  if (described !== undefined) return described;
  described = { all: [] };
  servicesByOwner.set(owner, described);
  const { services } = owner;
  for (const reference of Array.isArray(services) ? services : []) addService(described, reference);
  return described;
}

function addService(described: DescribedServices, reference: unknown): void {
  if (!isObject(reference)) return;
  const { rid, rtype } = reference;
  if (typeof rid !== 'string' || typeof rtype !== 'string') return;
  const reading = getReadingPropertyName(rtype);
  const isRadio = rtype === 'zigbee_connectivity' || rtype === 'zgp_connectivity';
  if (isRadio) described.radio = rid;
  if (rtype === 'device_power') described.power = rid;
  if (reading !== undefined) described.all.push({ rid, rtype, reading });
  else if (isRadio) described.all.push({ rid, rtype });
}

function createDeviceInfo(
  stateCache: StateCache,
  device: Resource,
  { power, radio }: DescribedServices,
): DeviceInfo {
  const { name, room } = stateCache.displayNames(device.id);
  const battery = power === undefined ? undefined : getCurrentReading(stateCache, power);
  const model = getNestedMember(device, 'product_data', 'model_id');
  return {
    name: name ?? null,
    model: typeof model === 'string' ? model : null,
    reachable: isDeviceReachable(radio === undefined ? undefined : stateCache.get(radio)),
    battery: typeof battery === 'number' || typeof battery === 'string' ? battery : null,
    room: room ?? null,
  };
}

/** By status. Hue CLIP API reference; a device that only sends has `unidirectional_incoming`. */
export const reachableByStatus: ReadonlyMap<unknown, boolean> = new Map([
  ['connected', true],
  ['unidirectional_incoming', true],
  ['disconnected', false],
  ['connectivity_issue', false],
]);

function getReadings(
  stateCache: StateCache,
  services: DescribedServices,
  resource: Resource,
): Members | undefined {
  let readings: Record<string, unknown> | undefined;
  for (const { reading, rid } of services.all) {
    if (reading === undefined) continue;
    readings ??= {};
    const isOwn = rid === resource.id && stateCache.get(rid) !== undefined;
    readings[reading] = isOwn ? toReading(resource) : getCurrentReading(stateCache, rid);
  }
  return readings;
}

function getCurrentReading(stateCache: StateCache, rid: string): unknown {
  const sensor = stateCache.get(rid);
  return sensor === undefined ? null : toReading(sensor);
}

const toReading = (sensor: Resource): unknown => getPlainValue(sensor) ?? null;

/** Between two reads of the radios, in ms, without pushed changes. */
const shortestInterval = 60_000;

/**
 * Shows an unreachable lamp as off, and a group whose lit lamps are all unreachable.
 *
 * @param resource other types than lamps and their groups are returned unchanged
 * @param radio replaces its last known state
 */
export function withUnreachableAsOff(
  stateCache: StateCache,
  resource: Resource,
  radio?: Resource,
): Resource {
  if (!isOn(resource)) return resource;
  const answers = (lamp: Resource): boolean => {
    const known = findRadio(stateCache, lamp);
    return (
      isDeviceReachable(radio !== undefined && known?.id === radio.id ? radio : known) !== false
    );
  };
  const staysOn =
    resource.type === 'grouped_light'
      ? isGroupLit(findLightsAffectedByWrite(stateCache, resource).filter(isOn), answers)
      : resource.type !== 'light' || answers(resource);
  const { on } = resource;
  return staysOn ? resource : { ...resource, on: { ...(isObject(on) ? on : {}), on: false } };
}

/** If the lamps of a group are unknown, the reported state counts. */
const isGroupLit = (lit: readonly Resource[], answers: (lamp: Resource) => boolean): boolean =>
  lit.length === 0 || lit.some(answers);

const isOn = (resource: Resource): boolean => getNestedMember(resource, 'on', 'on') === true;

/** A lamp or group counts as off, or as on again, because a lamp became unreachable or reachable. */
export interface ReachabilityPowerChange extends Pick<ResourceChangeEvent, 'cause'> {
  readonly resource: Resource;
  /** With unreachable lamps as off. */
  readonly before: Resource;
  readonly now: Resource;
}

interface WatchClient extends Pick<BridgeClient, 'stateCache'> {
  watch(options: WatchOptions): Watch;
}

/**
 * @param options.interval longest time between two reads without pushed changes, in ms; at least a minute
 * @param options.isEach reports each lamp that became unreachable or reachable, also one that is off, and no group
 */
export const watchLampReachability = (
  client: WatchClient,
  {
    rtype,
    interval,
    isEach = false,
    onChange,
  }: {
    rtype: ResourceType;
    interval: number;
    isEach?: boolean;
    onChange: (change: ReachabilityPowerChange) => void;
  },
): Watch =>
  client.watch({
    rtype: 'zigbee_connectivity',
    interval: Math.max(interval, shortestInterval),
    onChange({ resource: radio, previous, cause }) {
      const { stateCache } = client;
      if (previous === undefined || isDeviceReachable(previous) === isDeviceReachable(radio))
        return;
      for (const resource of stateCache.byType(rtype)) {
        const before = withUnreachableAsOff(stateCache, resource, previous);
        const now = withUnreachableAsOff(stateCache, resource, radio);
        const isReported = isEach
          ? findRadio(stateCache, resource)?.id === radio.id
          : isOn(before) !== isOn(now);
        if (isReported) onChange({ resource, before, now, cause });
      }
    },
  });

interface PlainAutomation {
  readonly rid: string;
  readonly name: string;
  /** Such as "Wake up". */
  readonly script: string | null;
  readonly enabled: boolean;
  /** `initializing`, `running`, `disabled` or `errored`. */
  readonly status: string | null;
  readonly error: string | null;
}

export function describeAutomation(stateCache: StateCache, automation: Resource): PlainAutomation {
  const scriptId = automation['script_id'];
  const script = typeof scriptId === 'string' ? stateCache.get(scriptId) : undefined;
  return {
    rid: automation.id,
    name: toText(getNestedMember(automation, 'metadata', 'name')) ?? automation.id,
    script: toText(getNestedMember(script, 'metadata', 'name')),
    enabled: automation['enabled'] === true,
    status: toText(automation['status']),
    error: toText(automation['last_error']),
  };
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
