import { getNestedMember, getTextMember, isObject, omitNullMembers } from '../resources/members';
import { isWellFormedResourceTypeName } from '../resources/identifiers';
import type { Resource } from '../resources/resource';
import { createText } from './texts';
import type { BackupText } from './texts';

/** The home in a file: what people made on a bridge, with the devices that it is about. */
export interface Backup {
  readonly format: typeof backupFormat;
  readonly version: number;
  /** ISO 8601. */
  readonly created: string;
  readonly bridge: { readonly id?: string; readonly name?: string; readonly model?: string };
  /** As read from the bridge, without readings, keys and places. */
  readonly resources: readonly Resource[];
  /** How many resources of a type the bridge had that no backup holds, such as `geofence_client`. */
  readonly omitted: Readonly<Record<string, number>>;
  /** Of a later version of this package: kept, and not used. */
  readonly [member: string]: unknown;
}

export const backupFormat = 'lighting-bridge-backup';
export const backupVersion = 1;

/** A home has some hundreds. */
const maxResources = 50_000;
const maxDepth = 64;
/** Bridges of other makers have other ids than UUIDs. The client sends nothing to them, and the plan says so. */
const maxIdLength = 64;

/** They tell where people live and who they are, are keys, or belong to the pairing with another system. */
const omittedTypes: ReadonlySet<string> = new Set([
  'auth_v1',
  'clip',
  'geofence',
  'geofence_client',
  'geolocation',
  'homekit',
  'matter',
  'matter_fabric',
  'public_image',
]);

/** Members that change by themselves, or hold what another program does at present. */
const passingMembers: Readonly<Record<string, readonly string[]>> = {
  behavior_instance: ['state', 'status', 'last_error'],
  behavior_script: [],
  bridge_home: [],
  device: ['usertest'],
  entertainment: [],
  entertainment_configuration: ['status', 'active_streamer'],
  grouped_light: [],
  light: ['mode'],
  motion_area_candidate: [],
  motion_area_configuration: ['health'],
  room: [],
  scene: ['status'],
  service_group: [],
  smart_scene: ['state', 'active_timeslot'],
  switch_input_configuration: [],
  zone: [],
};

/** Of services of any other type: who they are and what people set. Readings are left out. */
const identityAndSettings = [
  'id',
  'id_v1',
  'type',
  'owner',
  'service_id',
  'mac_address',
  'source_id',
  'bridge_id',
  'enabled',
  'sensitivity',
  'metadata',
] as const;

/**
 * @param resources all of a bridge, as `readHome` reads them
 * @param created time of the backup
 */
export function createBackup(resources: readonly Resource[], created = new Date()): Backup {
  const omitted: Record<string, number> = {};
  for (const { type } of resources)
    if (omittedTypes.has(type)) omitted[type] = (omitted[type] ?? 0) + 1;
  return {
    format: backupFormat,
    version: backupVersion,
    created: created.toISOString(),
    bridge: describeBridge(resources),
    resources: resources.filter(({ type }) => !omittedTypes.has(type)).map(toKept),
    omitted,
  };
}

function describeBridge(resources: readonly Resource[]): Backup['bridge'] {
  const service = resources.find(({ type }) => type === 'bridge');
  const owner = getTextMember(service, 'owner', 'rid');
  const device = resources.find(({ id }) => id === owner);
  const parts = {
    id: getTextMember(service, 'bridge_id'),
    name: getTextMember(device, 'metadata', 'name'),
    model: getTextMember(device, 'product_data', 'model_id'),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== undefined));
}

function toKept(resource: Resource): Resource {
  const { id, type } = resource;
  const read = omitNullMembers(resource);
  const members = Object.entries(isObject(read) ? read : resource);
  const passing = Object.hasOwn(passingMembers, type) ? passingMembers[type] : undefined;
  const isKept = (name: string): boolean =>
    passing === undefined
      ? identityAndSettings.some((kept) => kept === name)
      : !passing.includes(name);
  return { ...Object.fromEntries(members.filter(([name]) => isKept(name))), id, type };
}

export type ParsedBackup =
  | { readonly ok: true; readonly backup: Backup }
  | { readonly ok: false; readonly problem: BackupText };

/** Reads the text of a file. The problem never quotes the text. */
export function parseBackupText(text: string): ParsedBackup {
  try {
    return parseBackup(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(createText('notJson'));
    throw error;
  }
}

/** Checks the shape. Whether the bridge takes each resource is for the plan to say. */
export function parseBackup(value: unknown): ParsedBackup {
  if (!isObject(value) || value['format'] !== backupFormat) return refuse(createText('notBackup'));
  const { version, created, bridge, resources, omitted } = value;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return refuse(createText('noVersion'));
  if (version > backupVersion)
    return refuse(createText('laterVersion', { version, newest: backupVersion }));
  if (!Array.isArray(resources)) return refuse(createText('noResources'));
  const checked = checkResources(resources);
  if ('key' in checked) return refuse(checked);
  return {
    ok: true,
    backup: {
      ...value,
      format: backupFormat,
      version,
      created: typeof created === 'string' ? created : '',
      bridge: parseBridge(bridge),
      resources: checked.resources,
      omitted: parseCounts(omitted),
    },
  };
}

const refuse = (problem: BackupText): ParsedBackup => ({ ok: false, problem });

function checkResources(
  entries: readonly unknown[],
): { readonly resources: readonly Resource[] } | BackupText {
  if (entries.length > maxResources)
    return createText('tooMany', { count: entries.length, most: maxResources });
  const placesById = new Map<string, number>();
  const resources: Resource[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!isResource(entry)) return createText('brokenResource', { index });
    const first = placesById.get(entry.id);
    if (first !== undefined) return createText('repeatedResource', { first, index });
    if (isDeeperThan(entry, maxDepth)) return createText('tooDeep', { index });
    placesById.set(entry.id, index);
    resources.push(entry);
  }
  return { resources };
}

const isResource = (value: unknown): value is Resource =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  value['id'].length > 0 &&
  value['id'].length <= maxIdLength &&
  isWellFormedResourceTypeName(value['type']);

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

const parseBridge = (bridge: unknown): Backup['bridge'] =>
  Object.fromEntries(
    ['id', 'name', 'model'].flatMap((name) => {
      const text = getTextMember(bridge, name);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const parseCounts = (omitted: unknown): Backup['omitted'] =>
  isObject(omitted)
    ? Object.fromEntries(
        Object.keys(omitted).flatMap((name) => {
          const count = getNestedMember(omitted, name);
          return typeof count === 'number' ? [[name, count]] : [];
        }),
      )
    : {};
