import { getNumericMember, getTextMember } from '../resources/members';
import { isRoomOrZoneType } from '../resources/group-types';
import type { Resource } from '../resources/resource';
import { getWritableMembers, isSameSetting, madeTypes } from './writable';
import type { Home } from './home';
import { replaceIds } from './replace-ids';

/** By what a device of the file was found on the bridge; `none` if it was not, `left-out` if a person said so. */
type MatchedBy = 'id' | 'mac' | 'place' | 'bridge' | 'choice' | 'none' | 'left-out';

/** Who a device is, for people and for the match. */
interface DeviceIdentity {
  readonly id: string;
  readonly name: string;
  /** Empty without a room. */
  readonly room: string;
  readonly model: string;
  readonly product: string;
  /** Or what a device without battery and mains has in its place; in lower case; missing where the device tells none. */
  readonly mac?: string;
}

export interface DeviceMatch {
  readonly device: DeviceIdentity;
  readonly by: MatchedBy;
  readonly found?: DeviceIdentity;
  /** Devices on the bridge that could be this one; a person chooses. Empty once it was found. */
  readonly candidates: readonly DeviceIdentity[];
}

/** For each id of a device in the file the id of the one on the bridge, or null to leave it out. */
export type DeviceChoices = Readonly<Record<string, string | null>>;

export interface HomeMatch {
  /** For each id in the file the id on the bridge, also of services, rooms, zones and scenes. */
  readonly ids: Map<string, string>;
  readonly devices: readonly DeviceMatch[];
}

/**
 * Finds what the file has on the bridge: devices by id, then by MAC address, then by model with name and room; services
 * by their device; rooms, zones, scenes and the like by id, then by name.
 */
export function matchHomes(file: Home, bridge: Home, choices: DeviceChoices = {}): HomeMatch {
  const ids = new Map<string, string>();
  const devices = matchDevices(file, bridge, choices);
  for (const { device, found } of devices) {
    if (found === undefined) continue;
    ids.set(device.id, found.id);
    matchServices(ids, file, bridge, device.id);
  }
  for (const type of ['bridge_home', 'behavior_script']) matchSingles(ids, file, bridge, type);
  for (const type of madeTypes) matchMade(ids, file, bridge, type);
  return { ids, devices };
}

function describeDevice(home: Home, device: Resource): DeviceIdentity {
  const mac = home
    .servicesOf(device.id)
    .map((service) => getTextMember(service, 'mac_address') ?? getTextMember(service, 'source_id'))
    .map((address) => address?.toLowerCase())
    .find((address) => address !== undefined && address !== '');
  const room = home.roomOf(device.id);
  return {
    id: device.id,
    name: getTextMember(device, 'metadata', 'name') ?? '',
    room: getTextMember(room, 'metadata', 'name') ?? '',
    model: getTextMember(device, 'product_data', 'model_id') ?? '',
    product: getTextMember(device, 'product_data', 'product_name') ?? '',
    ...(mac === undefined ? {} : { mac }),
  };
}

type Rule = readonly [MatchedBy, (home: Home, device: DeviceIdentity) => string | undefined];

/** In order of certainty. A rule finds a device whose key is the only one on both sides. */
const rules: readonly Rule[] = [
  ['id', (_home, { id }) => id],
  ['bridge', (home, { id }) => (home.isBridge(id) ? 'bridge' : undefined)],
  ['mac', (home, { id, mac }) => (home.isBridge(id) ? undefined : mac)],
  [
    'place',
    (home, { id, name, room, model }) =>
      name === '' || model === '' || home.isBridge(id)
        ? undefined
        : JSON.stringify([model, name, room]),
  ],
];

function matchDevices(file: Home, bridge: Home, choices: DeviceChoices): readonly DeviceMatch[] {
  const wanted = file.byType('device').map((device) => describeDevice(file, device));
  const present = bridge.byType('device').map((device) => describeDevice(bridge, device));
  const free = new Map(present.map((device) => [device.id, device]));
  const matches = new Map<string, DeviceMatch>();
  const settle = (device: DeviceIdentity, by: MatchedBy, found?: DeviceIdentity): void => {
    if (found !== undefined) free.delete(found.id);
    matches.set(device.id, {
      device,
      by,
      ...(found === undefined ? {} : { found }),
      candidates: [],
    });
  };
  for (const device of wanted) {
    const choice = Object.hasOwn(choices, device.id) ? choices[device.id] : undefined;
    const chosen = typeof choice === 'string' ? free.get(choice) : undefined;
    if (choice === null) settle(device, 'left-out');
    else if (chosen !== undefined) settle(device, 'choice', chosen);
  }
  for (const [by, getKey] of rules) {
    const open = wanted.filter(({ id }) => !matches.has(id));
    const ofFile = groupByKey(open, (device) => getKey(file, device));
    const ofBridge = groupByKey([...free.values()], (device) => getKey(bridge, device));
    for (const [key, [device, another]] of ofFile) {
      const [found, twin] = ofBridge.get(key) ?? [];
      if (device === undefined || another !== undefined || twin !== undefined) continue;
      if (found !== undefined) settle(device, by, found);
    }
  }
  return wanted.map(
    (device) =>
      matches.get(device.id) ?? {
        device,
        by: 'none',
        candidates: [...free.values()].filter((other) => couldBe(file, bridge, device, other)),
      },
  );
}

function groupByKey(
  devices: readonly DeviceIdentity[],
  getKey: (device: DeviceIdentity) => string | undefined,
): Map<string, DeviceIdentity[]> {
  const groups = new Map<string, DeviceIdentity[]>();
  for (const device of devices) {
    const key = getKey(device);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), device]);
  }
  return groups;
}

/** The same model, or the same kinds of services: a lamp is often replaced by another model. */
function couldBe(file: Home, bridge: Home, device: DeviceIdentity, other: DeviceIdentity): boolean {
  if (file.isBridge(device.id) || bridge.isBridge(other.id)) return false;
  if (device.model !== '' && device.model === other.model) return true;
  const kinds = [file.servicesOf(device.id), bridge.servicesOf(other.id)].map((services) =>
    [...new Set(services.map(({ type }) => type))].toSorted().join(),
  );
  return kinds[0] === kinds[1];
}

/**
 * Adds the services of a device or group: by id, by their position, or as the only one of their type.
 *
 * @param ids has the owner already
 * @param owner id in the file
 */
export function matchServices(
  ids: Map<string, string>,
  file: Home,
  bridge: Home,
  owner: string,
): void {
  const services = file.servicesOf(owner);
  const found = bridge.servicesOf(ids.get(owner) ?? '');
  for (const type of new Set(services.map((service) => service.type))) {
    const wanted = services.filter((service) => service.type === type);
    const present = found.filter((service) => service.type === type);
    for (const [index, service] of wanted.entries()) {
      const position = getPosition(service);
      const match =
        present.find(({ id }) => id === service.id) ??
        (position === undefined
          ? undefined
          : present.find((other) => getPosition(other) === position)) ??
        (wanted.length === present.length ? present[index] : undefined);
      if (match !== undefined) ids.set(service.id, match.id);
    }
  }
}

/** Among the services of a type of one device. */
const getPosition = (service: Resource): number | undefined =>
  getNumericMember(service, 'service_id') ?? getNumericMember(service, 'metadata', 'control_id');

/** What every bridge has, under an id of its own: by id, then by name, or as the only one. */
function matchSingles(ids: Map<string, string>, file: Home, bridge: Home, type: string): void {
  const present = bridge.byType(type);
  for (const resource of file.byType(type)) {
    const name = getTextMember(resource, 'metadata', 'name');
    const sameName = present.filter((other) => getTextMember(other, 'metadata', 'name') === name);
    const match = bridge.get(resource.id) ?? (sameName.length === 1 ? sameName[0] : undefined);
    if (match?.type !== type) continue;
    ids.set(resource.id, match.id);
    matchServices(ids, file, bridge, resource.id);
  }
}

/** By id, then by name within the group, of several with one name first those with the same settings. */
function matchMade(ids: Map<string, string>, file: Home, bridge: Home, type: string): void {
  const wanted = file.byType(type);
  const free = new Map(bridge.byType(type).map((resource) => [resource.id, resource]));
  const settle = (resource: Resource, match: Resource | undefined): void => {
    if (match === undefined) return;
    free.delete(match.id);
    ids.set(resource.id, match.id);
    matchServices(ids, file, bridge, resource.id);
  };
  for (const resource of wanted) settle(resource, free.get(resource.id));
  for (const isSame of [hasSameSettings, () => true]) {
    for (const resource of wanted) {
      if (ids.has(resource.id)) continue;
      const key = getMadeKey(resource, (rid) => ids.get(rid));
      const twins = [...free.values()].filter((other) => getMadeKey(other, (rid) => rid) === key);
      if (key !== undefined)
        settle(
          resource,
          twins.find((other) => isSame(resource, other, ids)),
        );
    }
  }
}

/** Undefined where the group or the script of the file is not on the bridge. */
function getMadeKey(
  resource: Resource,
  toBridge: (rid: string) => string | undefined,
): string | undefined {
  const name = getTextMember(resource, 'metadata', 'name') ?? getTextMember(resource, 'name') ?? '';
  if (isRoomOrZoneType(resource.type)) return name;
  const parent = getTextMember(resource, 'group', 'rid') ?? getTextMember(resource, 'script_id');
  if (parent === undefined) return name;
  const found = toBridge(parent);
  return found === undefined ? undefined : `${found} ${name}`;
}

function hasSameSettings(
  resource: Resource,
  other: Resource,
  ids: ReadonlyMap<string, string>,
): boolean {
  const [wanted, present] = [resource, other].map((one) => getWritableMembers(one, 'update'));
  return isSameSetting(replaceIds(wanted, ids), present);
}
