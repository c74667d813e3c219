import type { ResourceIdentifier } from '../../../resources';
import type { ResourceIndex } from '../../../vocabulary/lookup/resource-index';
import type { RoomDevicesChange, RoomMovePlan } from '../../../vocabulary/room/parse-room-moves';
import { findRoomsOf } from '../../../vocabulary/room/room-children';
import { joinNames } from '../../message/join-names';

type DeviceRooms = ReadonlyMap<string, string | undefined>;

export function listFormerDeviceRooms(plan: RoomMovePlan): DeviceRooms {
  const places = toPlaces(plan.leaving);
  return new Map(
    [...listPlannedDeviceRooms(plan).keys()].map((rid) => [rid, places.get(rid)] as const),
  );
}

export function listPlannedDeviceRooms({ leaving, entering }: RoomMovePlan): DeviceRooms {
  const places = new Map<string, string | undefined>();
  for (const { devices } of leaving) for (const { rid } of devices) places.set(rid, undefined);
  for (const [rid, room] of toPlaces(entering)) places.set(rid, room);
  return places;
}

const toPlaces = (changes: readonly RoomDevicesChange[]): DeviceRooms =>
  new Map(
    changes.flatMap(({ room, devices }) =>
      devices.map(({ rid }): [string, string] => [rid, room.id]),
    ),
  );

export const findDeviceRooms = (plan: RoomMovePlan, home: ResourceIndex): DeviceRooms =>
  new Map(
    [...listPlannedDeviceRooms(plan).keys()].map(
      (rid) => [rid, findRoomsOf(rid, home)[0]?.id] as const,
    ),
  );

export const areDeviceRoomsEqual = (one: DeviceRooms, other: DeviceRooms): boolean =>
  [...one].every(([rid, room]) => other.get(rid) === room);

/** Returns only devices without a room. */
export function planReturnToFormerRooms(
  plan: RoomMovePlan,
  present: DeviceRooms,
): readonly RoomDevicesChange[] {
  const isLost = ({ rid }: ResourceIdentifier): boolean => present.get(rid) === undefined;
  return plan.leaving
    .map(({ room, devices }) => ({ room, devices: devices.filter(isLost) }))
    .filter(({ devices }) => devices.length > 0);
}

/** Returns a text such as `Now Strip is in Kitchen, Spot and Wall in no room.` */
export function describeDeviceRooms(places: DeviceRooms, home: ResourceIndex): string {
  const devicesByRoom = new Map<string | undefined, string[]>();
  for (const [rid, room] of places)
    devicesByRoom.set(room, [...(devicesByRoom.get(room) ?? []), home.name(rid) ?? rid]);
  const parts = [...devicesByRoom].map(([room, devices], index) => {
    const verb = index > 0 ? '' : devices.length > 1 ? 'are ' : 'is ';
    const place = room === undefined ? 'no room' : joinNames([home.name(room) ?? room], 'and');
    return `${joinNames(devices, 'and')} ${verb}in ${place}`;
  });
  return `Now ${parts.join(', ')}.`;
}
