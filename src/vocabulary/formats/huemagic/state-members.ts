import { getNestedMember } from '../../../resources/values/member-access';
import type { Resource, Members } from '../../../resources';

export interface HueMagicSource {
  /** A service, or a resource without an owner, such as an automation. */
  readonly resource: Resource;
  /** Device, room, zone or home; undefined if unknown. */
  readonly owner: Resource | undefined;
  /** Of the owner. */
  readonly services: readonly Resource[];
  /** When the state was received. */
  readonly at: Date;
  /** Of a button, bell or dial. */
  readonly press?: HueMagicPress | undefined;
  readonly options?: HueMagicOptions | undefined;
}

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

interface HueMagicOptions {
  /** False for lamps without `color`, the name of their colour. */
  readonly colorNames?: boolean;
  /** Added to a temperature, in °C. */
  readonly offset?: number;
  /** In lux; below, it is dark. */
  readonly darkThreshold?: number;
}

export const soundKinds = ['alarm', 'chime', 'alert'] as const;

/** ISO 8601 to the second, with the offset of the local time. */
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

/** Begins every payload, except of groups. */
export function createReachability(source: HueMagicSource): Members {
  const radio = findService(source, 'zigbee_connectivity', 'zgp_connectivity');
  const status = getNestedMember(radio, 'status');
  return {
    reachable: radio === undefined ? 'unknown' : status === 'connected',
    connectionStatus: status ?? 'unknown',
  };
}

/** Begins every info object, except of groups. */
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

/** HueMagic writes false for a missing or empty value. */
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

/** For a sensor, switch or speaker. */
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
 * Returns the differences, nested; a removed member is undefined.
 *
 * @param before undefined at first
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
