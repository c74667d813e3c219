import type { StateCache } from '../../bridge';
import { getNestedMember, getPlainValue, getReadingPropertyName, isObject } from '../../resources';
import type { Resource, Members } from '../../resources';

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
