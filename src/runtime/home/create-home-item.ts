import type { StateCache } from '../../bridge';
import {
  getNestedMember,
  getNumericMember,
  getRidsOfReferences,
  getXyMember,
  isObject,
} from '../../resources/members';
import { getPlainValue, getResourceDefinition, readingTypes } from '../../resources/table';
import type { ResourceType } from '../../resources/table';
import { listButtonEvents } from '../../resources/button-events';
import type { Resource } from '../../resources/resource';
import { isFurtherMotionZonePart } from '../../resources/motion-zones';
import { findGroupLights } from '../../resources/group-lights';
import { getSensorReportTime } from '../../resources/sensor-report';
import {
  getMirekRange,
  getPlainBrightness,
  getReportedMirek,
  getRunningEffect,
  getShownXy,
  getGamut,
} from '../../resources/types/light';
import { collectDeviceMembers, describeAutomation } from '../message';
import { getButtonNumberOrKind, reportPaths } from '../press';
import type {
  HomeAutomation,
  HomeColor,
  HomeControl,
  HomeGroup,
  HomeItem,
  HomeLight,
  HomeScene,
  HomeSensor,
  HomeSensorType,
  HomeSmartScene,
} from './home-item';

export interface HomeItemContext {
  readonly stateCache: StateCache;
  /** Ids of zones by the id of a lamp or device. */
  readonly zonesByMember: ReadonlyMap<string, readonly string[]>;
  /** ISO 8601. */
  findUnreachableSince(resource: Resource): string | undefined;
}

type Common = Pick<HomeItem, 'id' | 'name' | 'room' | 'zones' | 'owner' | 'unreachableSince'>;

/** Bridges take 32 characters, but nothing limits what another program answers. */
const maxNameLength = 200;

const maxPaletteColors = 9;

const homeSensorTypes: readonly string[] = readingTypes.filter((rtype) => rtype !== 'device_power');

const isSensorType = (rtype: string): rtype is HomeSensorType => homeSensorTypes.includes(rtype);

export const homeItemTypes: readonly ResourceType[] = [
  'room',
  'zone',
  'bridge_home',
  'light',
  'scene',
  'smart_scene',
  ...homeSensorTypes,
  'button',
  'relative_rotary',
  'bell_button',
  'behavior_instance',
];

export function listZonesByMember(stateCache: StateCache): ReadonlyMap<string, readonly string[]> {
  const zones = new Map<string, string[]>();
  for (const zone of stateCache.byType('zone')) {
    for (const member of getRidsOfReferences(zone.children)) {
      const found = zones.get(member);
      if (found === undefined) zones.set(member, [zone.id]);
      else if (!found.includes(zone.id)) found.push(zone.id);
    }
  }
  return zones;
}

export function createHomeItem(context: HomeItemContext, resource: Resource): HomeItem | undefined {
  const rtype = resource.type;
  if (isSensorType(rtype))
    return isFurtherMotionZonePart(context.stateCache, resource)
      ? undefined
      : createSensor(context, resource, rtype);
  switch (rtype) {
    case 'light':
      return createLight(context, resource);
    case 'room':
    case 'zone':
    case 'bridge_home':
      return createGroup(context, resource, rtype);
    case 'scene':
      return createScene(context, resource);
    case 'smart_scene':
      return createSmartScene(context, resource);
    case 'button':
    case 'relative_rotary':
    case 'bell_button':
      return createControl(context, resource, rtype);
    case 'behavior_instance':
      return createAutomation(context, resource);
    default:
      return undefined;
  }
}

function describe(context: HomeItemContext, resource: Resource): Common {
  const { stateCache, zonesByMember } = context;
  const { id } = resource;
  const group = stateCache.room(id);
  const owner = stateCache.ownerRid(resource);
  const zones =
    zonesByMember.get(id) ?? (owner === undefined ? undefined : zonesByMember.get(owner));
  const unreachableSince = context.findUnreachableSince(resource);
  return {
    id,
    name: shortenName(stateCache.displayNames(id).name ?? id),
    ...(group?.type === 'room' && group.id !== id ? { room: group.id } : {}),
    ...(zones === undefined ? {} : { zones }),
    ...(owner === undefined ? {} : { owner }),
    ...(unreachableSince === undefined ? {} : { unreachableSince }),
  };
}

export const shortenName = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;

function createLight(context: HomeItemContext, light: Resource): HomeLight {
  const mirek = getRunningEffect(light) === undefined ? getReportedMirek(light) : undefined;
  const color = getShownXy(light);
  const effect = getRunningEffect(light);
  const gamut = getGamut(light);
  const mirekCapable = isObject(light['color_temperature']);
  return {
    ...describe(context, light),
    rtype: 'light',
    on: getNestedMember(light, 'on', 'on') === true,
    ...getPlainBrightness(light),
    ...(color === undefined ? {} : { color }),
    ...(mirek === undefined ? {} : { mirek }),
    ...(effect === undefined ? {} : { effect }),
    ...(gamut === undefined ? {} : { gamut }),
    ...getArchetype(light),
    colorCapable: isObject(light['color']),
    mirekCapable,
    ...(mirekCapable ? { mirekRange: getMirekRange(light) } : {}),
  };
}

function getArchetype(resource: Resource): { readonly archetype?: string } {
  const archetype = getNestedMember(resource, 'metadata', 'archetype');
  return typeof archetype === 'string' ? { archetype } : {};
}

function createGroup(
  context: HomeItemContext,
  group: Resource,
  rtype: HomeGroup['rtype'],
): HomeGroup {
  const { stateCache } = context;
  const groupedLight = getRidsOfReferences(group['services'] ?? group['grouped_services'])
    .map((rid) => stateCache.get(rid, 'grouped_light'))
    .find((service) => service !== undefined);
  return {
    ...describe(context, group),
    rtype,
    ...getArchetype(group),
    members: findGroupLights(stateCache, group).map(({ id }) => id),
    ...(groupedLight === undefined ? {} : { groupedLight: groupedLight.id }),
    on: getNestedMember(groupedLight, 'on', 'on') === true,
    ...(groupedLight === undefined ? {} : getPlainBrightness(groupedLight)),
  };
}

const getGroup = (scene: Resource): { readonly group?: string } => {
  const group = getNestedMember(scene, 'group', 'rid');
  return typeof group === 'string' ? { group } : {};
};

function createScene(context: HomeItemContext, scene: Resource): HomeScene {
  const active = getNestedMember(scene, 'status', 'active');
  const palette = listSceneColors(scene);
  return {
    ...describe(context, scene),
    rtype: 'scene',
    ...getGroup(scene),
    active: typeof active === 'string' && active !== 'inactive',
    ...(palette.length === 0 ? {} : { palette }),
  };
}

/** Returns the colours of the palette, otherwise of the actions on lamps. */
function listSceneColors(scene: Resource): readonly HomeColor[] {
  const palette = ['color', 'color_temperature'].flatMap((name) =>
    listColors(getNestedMember(scene, 'palette', name)),
  );
  if (palette.length > 0) return palette.slice(0, maxPaletteColors);
  const actions = getNestedMember(scene, 'actions');
  const colors = Array.isArray(actions)
    ? listColors(actions.map((action: unknown) => getNestedMember(action, 'action')))
    : [];
  const different = new Map(colors.map((color) => [JSON.stringify(color), color]));
  return [...different.values()].slice(0, maxPaletteColors);
}

function listColors(entries: unknown): readonly HomeColor[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown): HomeColor | readonly HomeColor[] => {
    const mirek = getReportedMirek(entry);
    return mirek === undefined ? (getXyMember(entry, 'color', 'xy') ?? []) : { mirek };
  });
}

const createSmartScene = (context: HomeItemContext, scene: Resource): HomeSmartScene => ({
  ...describe(context, scene),
  rtype: 'smart_scene',
  ...getGroup(scene),
  active: scene['state'] === 'active',
});

function createSensor(
  context: HomeItemContext,
  sensor: Resource,
  rtype: HomeSensorType,
): HomeSensor {
  const value = getPlainValue(sensor);
  const { unit } = getResourceDefinition(rtype);
  const changedAt = getSensorReportTime(sensor);
  const enabled = sensor['enabled'];
  return {
    ...describe(context, sensor),
    rtype,
    value: isPrimitive(value) ? value : null,
    ...(unit === undefined ? {} : { unit }),
    ...(changedAt === undefined ? {} : { changedAt }),
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
    ...getMotionSettings(context, sensor),
    ...getBattery(context, sensor),
  };
}

function getMotionSettings(
  { stateCache }: HomeItemContext,
  sensor: Resource,
): Pick<HomeSensor, 'sensitivity' | 'health'> {
  const value = getNumericMember(sensor, 'sensitivity', 'sensitivity');
  const highest = getNumericMember(sensor, 'sensitivity', 'sensitivity_max');
  const zone = stateCache.get(stateCache.ownerRid(sensor) ?? '', 'motion_area_configuration');
  return {
    ...(value === undefined || highest === undefined ? {} : { sensitivity: { value, highest } }),
    ...(typeof zone?.health === 'string' ? { health: zone.health } : {}),
  };
}

const isPrimitive = (value: unknown): value is boolean | number | string =>
  ['boolean', 'number', 'string'].includes(typeof value);

function getBattery(
  { stateCache }: HomeItemContext,
  service: Resource,
): { readonly battery?: number | string } {
  const battery = collectDeviceMembers(stateCache, service).device?.battery ?? undefined;
  return battery === undefined ? {} : { battery };
}

function createControl(
  context: HomeItemContext,
  control: Resource,
  rtype: HomeControl['rtype'],
): HomeControl {
  const press = getLastPress(control);
  return {
    ...describe(context, control),
    rtype,
    control: String(getButtonNumberOrKind(control) ?? ''),
    events: listButtonEvents(control),
    ...press,
    ...getBattery(context, control),
  };
}

/** Returns the last event, or direction of a dial, with its time. */
function getLastPress(control: Resource): Pick<HomeControl, 'lastPress' | 'at'> {
  const value = getPlainValue(control);
  const lastPress = isObject(value) ? value['direction'] : value;
  const at = reportPaths
    .map(({ group, report }) => getNestedMember(control, group, report, 'updated'))
    .find((updated) => typeof updated === 'string');
  return {
    ...(typeof lastPress === 'string' ? { lastPress } : {}),
    ...(typeof at === 'string' ? { at } : {}),
  };
}

function createAutomation(context: HomeItemContext, automation: Resource): HomeAutomation {
  const { enabled, status, script } = describeAutomation(context.stateCache, automation);
  return {
    ...describe(context, automation),
    rtype: 'behavior_instance',
    enabled,
    ...(status === null ? {} : { status }),
    ...(script === null ? {} : { script }),
  };
}
