import { getNestedMember } from '../../../resources/values/member-access';
import type { Resource, Members } from '../../../resources';

/** What a state of HueMagic is made from. */
export interface HueMagicSource {
  /** The service that the state is about, such as a light, or a resource without an owner, such as an automation. */
  readonly resource: Resource;
  /** The device, room, zone or home that the service belongs to; undefined while it is not known. */
  readonly owner: Resource | undefined;
  /** All services of the owner. */
  readonly services: readonly Resource[];
  /** When the state was received. */
  readonly at: Date;
  /** The press or turn that the state is about, of a button, bell or dial. */
  readonly press?: HueMagicPress | undefined;
  readonly options?: HueMagicOptions | undefined;
}

/** A press of a button or bell, or a turn of a dial. */
export interface HueMagicPress {
  readonly event: string;
  readonly button: number | string;
  readonly rotation?:
    | {
        readonly action?: string;
        /** Negative counterclockwise. */
        readonly steps: number;
        /** In ms. */
        readonly duration?: number;
      }
    | undefined;
}

/** Settings of HueMagic's nodes that change their states. */
interface HueMagicOptions {
  /** Added to a temperature, in °C. */
  readonly offset?: number;
  /** Light level in lux below which it is dark. */
  readonly darkThreshold?: number;
}

/** Members of a speaker that play a sound. */
export const soundKinds = ['alarm', 'chime', 'alert'] as const;

/** The time as HueMagic says it: ISO 8601 to the second, with the offset of the local time. */
export function formatHueMagicTime(at: Date): string {
  const offset = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

export const findService = ({ services }: HueMagicSource, ...types: readonly string[]): unknown =>
  services.find(({ type }) => types.includes(type));

/** What every payload but that of a group begins with. */
export function createReachability(source: HueMagicSource): Members {
  const radio = findService(source, 'zigbee_connectivity', 'zgp_connectivity');
  const status = getNestedMember(radio, 'status');
  return {
    reachable: radio === undefined ? 'unknown' : status === 'connected',
    connectionStatus: status ?? 'unknown',
  };
}

/**
 * Creates the members with which the info objects of HueMagic begin: ids, name, type. Groups have others.
 */
export function createHueMagicInfo(source: HueMagicSource, type: string): Members {
  const { resource, owner } = source;
  const deviceId = owner?.id ?? resource.id;
  return {
    id: resource.id,
    idV1: toFlag(owner?.['id_v1']),
    uniqueId: `${deviceId}-${resource.id}`,
    deviceId,
    name: getNestedMember(owner, 'metadata', 'name') ?? owner?.['name'] ?? false,
    type,
    softwareVersion: getNestedMember(owner, 'product_data', 'software_version') ?? false,
  };
}

/** HueMagic writes false for what is missing or empty. */
export const toFlag = (value: unknown): unknown =>
  value === undefined || value === '' ? false : value;

function createBatteryInfo(source: HueMagicSource): Members {
  const state = getNestedMember(findService(source, 'device_power'), 'power_state');
  return {
    battery: getNestedMember(state, 'battery_level') ?? false,
    batteryState: getNestedMember(state, 'battery_state') ?? false,
  };
}

export function createModelInfo({ owner }: HueMagicSource): Members {
  const getProduct = (name: string): unknown =>
    getNestedMember(owner, 'product_data', name) ?? false;
  return {
    id: getProduct('model_id'),
    manufacturer: getProduct('manufacturer_name'),
    name: getProduct('product_name'),
    type: getProduct('product_archetype'),
    certified: getProduct('certified'),
  };
}

/** The info of a sensor, switch or speaker. */
export const createInfo = (
  source: HueMagicSource,
  type: string,
  members: Members = {},
): Members => ({
  ...createHueMagicInfo(source, type),
  ...createBatteryInfo(source),
  ...members,
  model: createModelInfo(source),
});

export type StateCreator = (source: HueMagicSource) => { payload: Members; info: Members };

/**
 * Returns what differs between two states, nested as they are; what is gone is undefined.
 *
 * @param before the state before; undefined at first
 */
export function diffHueMagicStates(before: unknown, after: unknown): Members {
  if (!isStructure(before) || !isStructure(after)) return {};
  const older: readonly [string, unknown][] = Object.entries(before);
  const newer: readonly [string, unknown][] = Object.entries(after);
  const gone = older.filter(([name]) => !Object.hasOwn(after, name));
  const differences: Record<string, unknown> = Object.fromEntries(
    gone.map(([name]) => [name, undefined]),
  );
  const beforeByName = new Map(older);
  for (const [name, value] of newer) {
    const earlier = beforeByName.get(name);
    if (isStructure(earlier) && isStructure(value)) {
      const inner = diffHueMagicStates(earlier, value);
      if (Object.keys(inner).length > 0) differences[name] = inner;
    } else if (earlier !== value) differences[name] = value;
  }
  return differences;
}

const isStructure = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
