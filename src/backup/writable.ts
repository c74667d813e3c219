import { getItemSchema, getMemberSchemas, getMemberSchema } from '../resources/describe-schema';
import { getListMember, getNestedMember, getTextMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { Schema } from '../resources/schemas';
import { getResourceDefinition, isKnownResourceType, sensorTypes } from '../resources/table';

/** Types that people make, in the order in which they refer to each other: a later one to an earlier one. */
export const madeTypes = [
  'room',
  'zone',
  'service_group',
  'motion_area_configuration',
  'scene',
  'smart_scene',
  'entertainment_configuration',
  'behavior_instance',
] as const;

export const isMadeType = (type: string): boolean => madeTypes.some((made) => made === type);

/** Members that people set. A member is written only where the table has it for the operation. */
const settingsByType: Readonly<Record<string, readonly string[]>> = {
  device: ['metadata'],
  light: ['metadata', 'powerup', 'content_configuration', 'dimming_configuration', 'geometry'],
  switch_input_configuration: ['switch_mode'],
  room: ['metadata', 'children', 'geometry'],
  zone: ['metadata', 'children', 'geometry'],
  service_group: ['metadata', 'children'],
  motion_area_configuration: ['name', 'group', 'participants', 'enabled'],
  scene: ['metadata', 'group', 'actions', 'palette', 'speed', 'auto_dynamic'],
  smart_scene: ['metadata', 'group', 'week_timeslots', 'transition_duration'],
  entertainment_configuration: ['metadata', 'configuration_type', 'stream_proxy', 'locations'],
  behavior_instance: ['script_id', 'enabled', 'configuration', 'metadata'],
};

const sensorSettings = ['enabled', 'sensitivity'];

/**
 * What people set of a resource, as a body of the operation. References keep their ids.
 *
 * @param owner device of a service, in the same home
 * @returns an empty object for a resource without settings
 */
export function getWritableMembers(
  resource: Resource,
  operation: 'create' | 'update',
  owner?: Resource,
): Members {
  const { type } = resource;
  if (!isKnownResourceType(type)) return {};
  const schema = getResourceDefinition(type)[operation];
  if (schema === undefined) return {};
  const names = Object.hasOwn(settingsByType, type)
    ? (settingsByType[type] ?? [])
    : sensorTypes.includes(type)
      ? sensorSettings
      : [];
  const settings = names.flatMap((name): [string, unknown][] => {
    const value = adjustMember(resource, name, owner);
    const inner = getMemberSchema(schema, name);
    if (value === undefined || value === null || inner === undefined) return [];
    const pruned = pruneMembers(inner, value);
    return isObject(pruned) && Object.keys(pruned).length === 0 ? [] : [[name, pruned]];
  });
  return Object.fromEntries(settings);
}

/** A bridge reads some members in another way than it takes them. */
function adjustMember(resource: Resource, name: string, owner?: Resource): unknown {
  const value = getNestedMember(resource, name);
  if (!isObject(value)) return value;
  if (name === 'powerup' && value['preset'] !== 'custom') return { preset: value['preset'] };
  if (name === 'stream_proxy' && value['mode'] !== 'manual') return { mode: value['mode'] };
  if (name === 'content_configuration')
    return Object.fromEntries(
      Object.entries(value).filter(([, part]) => getNestedMember(part, 'configurable') !== false),
    );
  if (name === 'metadata' && resource.type === 'light') return toLightMetadata(value, owner);
  return value;
}

/** Name and archetype belong to the device, and the bridge gives them to its lamp, unless there are several lamps. */
function toLightMetadata(metadata: Members, owner: Resource | undefined): Members {
  const lights = getListMember(owner, 'services').filter(
    (service) => getTextMember(service, 'rtype') === 'light',
  );
  return lights.length > 1 ? metadata : { function: metadata['function'] };
}

/** Keeps what the schema allows; a member that is null counts as missing. */
function pruneMembers(schema: Schema, value: unknown): unknown {
  const itemSchema = getItemSchema(schema);
  if (Array.isArray(value) && itemSchema !== undefined)
    return value.map((item: unknown) => pruneMembers(itemSchema, item));
  const memberSchemas = getMemberSchemas(schema);
  if (!isObject(value) || memberSchemas.size === 0) return value;
  const kept = [...memberSchemas].flatMap(([name, inner]) => {
    const member = getNestedMember(value, name);
    return member === undefined || member === null ? [] : [[name, pruneMembers(inner, member)]];
  });
  return Object.fromEntries(kept);
}

/** A difference between a resource on the bridge and its settings in the file. Lists count as one value. */
export interface SettingChange {
  /** Such as `metadata.name`. */
  readonly member: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** @param wanted body of an update, with the ids of the bridge */
export function listSettingChanges(
  present: Members,
  wanted: Members,
  basePath = '',
): readonly SettingChange[] {
  return Object.entries(wanted).flatMap(([name, to]): readonly SettingChange[] => {
    const member = basePath === '' ? name : `${basePath}.${name}`;
    const from = getNestedMember(present, name);
    if (isObject(to) && isObject(from)) return listSettingChanges(from, to, member);
    return isSameSetting(from, to, name) ? [] : [{ member, from, to }];
  });
}

/** Bridges round: brightness to steps of 1/254, coordinates and speeds to a few digits. */
export function isSameSetting(one: unknown, other: unknown, name = ''): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= (name === 'brightness' || name === 'min_level' ? 0.4 : 0.004);
  if (Array.isArray(one) && Array.isArray(other)) return isSameList(one, other, name);
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((member) =>
    isSameSetting(getNestedMember(one, member), getNestedMember(other, member), member),
  );
}

function isSameList(one: readonly unknown[], other: readonly unknown[], name: string): boolean {
  if (one.length !== other.length) return false;
  const sorted = sortByReference(other);
  return sortByReference(one).every((item, index) => isSameSetting(item, sorted[index], name));
}

/** Bridges keep no order of references and of days. Lists of anything else keep theirs. */
function sortByReference(list: readonly unknown[]): readonly unknown[] {
  const keyed = list.map((item) => ({ item, key: getReferenceKey(item) }));
  if (keyed.some(({ key }) => key === undefined)) return list;
  return keyed
    .toSorted((a, b) => String(a.key).localeCompare(String(b.key), 'en'))
    .map(({ item }) => item);
}

/** The id of what the entry of a list is about: itself, or its `target`, `resource`, `service` or `reference`. */
export function getReferenceKey(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  for (const path of [[], ['target'], ['resource'], ['service'], ['reference']]) {
    const rid = getTextMember(item, ...path, 'rid');
    if (rid !== undefined) return rid;
  }
  return undefined;
}
