import { BridgeError, isBridgeError } from '../../../bridge/errors/bridge-error';
import type { StateCache } from '../../../bridge';
import type { ResourceIdentifier } from '../../../resources';
import { checkCommandBody } from '../../../vocabulary/service-body';
import {
  parseRoomMoves,
  planRoomMoves,
  getRoomChildren,
  findRoomsOf,
} from '../../../vocabulary/room';
import type { RoomDevicesChange, RoomMoveOptions, RoomMovePlan } from '../../../vocabulary/room';
import { toResultMeta } from '../../message/action-outcome';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeStateDependentUpdate } from '../../message/execute-request';
import type { ExecuteOptions, WriteActionOutcome } from '../../message/execute-request';
import { joinNames } from '../../message/join-names';
import { getParsedOrThrow, toNodeError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { CommandWarning } from '../../../vocabulary/parse-result';
import type { ResourceIndex } from '../../../vocabulary/lookup';

/**
 * Reads each room right before its change. Puts a device back if it cannot enter its new room. Reads the rooms after
 * a failed request, which may have had an effect.
 *
 * @param payload see `parseRoomMoves`
 * @returns `meta.undo` holds the command that undoes the move
 * @throws {BridgeError} for a wrong command or a failed request; the message names the present rooms of the devices
 */
export async function moveDevices(
  bridge: OpenedBridge,
  payload: unknown,
  moveOptions: Omit<RoomMoveOptions, 'home'>,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const home = await bridge.stateReader.refetch();
  const moves = getParsedOrThrow(parseRoomMoves(payload, { ...moveOptions, home }));
  const plan = planRoomMoves(moves, home);
  const result = await executePlan(bridge, plan, options);
  const rid = moves[0]?.to?.id;
  const request = {
    operation: 'move',
    rtype: 'room',
    ...(rid === undefined ? {} : { rid }),
  } as const;
  return {
    payload: plan.undo ?? null,
    meta: {
      ...toResultMeta(bridge, request, { ...result, merged: 1 }, plan.warnings),
      ...(plan.undo === undefined ? {} : { undo: plan.undo }),
    },
    statusText: { key: 'moved' },
  };
}

interface PlanOutcome {
  readonly status: number;
  readonly warnings: readonly CommandWarning[];
}

async function executePlan(
  bridge: OpenedBridge,
  plan: RoomMovePlan,
  options: ExecuteOptions,
): Promise<PlanOutcome> {
  const written: WriteActionOutcome[] = [];
  // Close of the node cancels only the first request: no device must remain between two rooms.
  const getOptions = (): ExecuteOptions => (written.length === 0 ? options : createOptions());
  try {
    for (const change of plan.leaving)
      written.push(await changeChildren(bridge, change, removeDevices, getOptions()));
    for (const change of plan.entering)
      written.push(await changeChildren(bridge, change, addDevices, getOptions()));
  } catch (error) {
    if (!isBridgeError(error) || (written.length === 0 && !mayBeDone(error))) throw error;
    const consequence = await settle(bridge, plan);
    if (consequence.isDone) return { status: okStatus, warnings: [consequence.sentence] };
    const sentence = `${error.message} ${consequence.sentence}`;
    throw new BridgeError(error.code, sentence, { ...error.cause, error });
  }
  return {
    status: written.at(-1)?.meta.status ?? okStatus,
    warnings: written.flatMap(({ meta }) => meta.warnings),
  };
}

/** Status in `msg.bridge` if nothing had to be sent, or the move is complete without a response. */
const okStatus = 200;

/** Close of the node does not cancel the request. */
const createOptions = (): ExecuteOptions => ({ signal: new AbortController().signal });

/** True if the change may be made although the request failed. */
function mayBeDone({ code, cause: { sent, status = okStatus } }: BridgeError): boolean {
  const isRefused = status >= 400 && status < 500;
  return sent !== 'no' && !isRefused && code !== 'ERR_BRIDGE_INVALID_COMMAND';
}

interface Consequence {
  readonly isDone: boolean;
  readonly sentence: string;
}

/**
 * Puts devices without a room back. Reads the rooms again, because the bridge may have made changes without a
 * response.
 */
async function settle(bridge: OpenedBridge, plan: RoomMovePlan): Promise<Consequence> {
  try {
    const places = findDeviceRooms(plan, await bridge.stateReader.refetch());
    if (areDeviceRoomsEqual(listPlannedDeviceRooms(plan), places)) {
      const sentence = 'The bridge did not answer each step, but the devices are where they go.';
      return { isDone: true, sentence };
    }
    const changes = planReturnToFormerRooms(plan, places);
    for (const change of changes)
      // The read below shows the result.
      await changeChildren(bridge, change, addDevices, createOptions()).catch(() => undefined);
    const home =
      changes.length === 0 ? bridge.stateReader.stateCache : await bridge.stateReader.refetch();
    return { isDone: false, sentence: describeEnd(plan, home) };
  } catch (thrown) {
    const { message } = toNodeError(thrown);
    const { stateCache } = bridge.stateReader;
    const names = [...listPlannedDeviceRooms(plan).keys()].map(
      (rid) => stateCache.name(rid) ?? rid,
    );
    return {
      isDone: false,
      sentence: `Where ${joinNames(names, 'and')} ${names.length > 1 ? 'are' : 'is'} now could not be read (${message}). Look in the app of the bridge, and send the message again.`,
    };
  }
}

function describeEnd(plan: RoomMovePlan, home: StateCache): string {
  const places = findDeviceRooms(plan, home);
  const former = listFormerDeviceRooms(plan);
  if (areDeviceRoomsEqual(former, places) && ![...places.values()].includes(undefined))
    return 'All devices are in the room where they were.';
  const lost = [...places].filter(
    ([rid, room]) => room === undefined && former.get(rid) !== undefined,
  );
  if (lost.length === 0) return describeDeviceRooms(places, home);
  const devices = lost.length > 1 ? 'them' : 'it';
  return `${describeDeviceRooms(places, home)} Put ${devices} into a room, or send the message again.`;
}

type ChildrenChange = (
  children: readonly ResourceIdentifier[],
  devices: readonly ResourceIdentifier[],
) => readonly ResourceIdentifier[];

const removeDevices: ChildrenChange = (children, devices) =>
  children.filter(({ rid }) => !devices.some((device) => device.rid === rid));

const addDevices: ChildrenChange = (children, devices) => [
  ...removeDevices(children, devices),
  ...devices,
];

const changeChildren = (
  bridge: OpenedBridge,
  { room, devices }: RoomDevicesChange,
  change: ChildrenChange,
  options: ExecuteOptions,
): Promise<WriteActionOutcome> =>
  executeStateDependentUpdate(
    bridge,
    { operation: 'update', rtype: 'room', rid: room.id },
    {
      async fromFreshState(signal) {
        const { data } = await bridge.client.get('room', room.id, { signal, waitIfOffline: true });
        const children = change(getRoomChildren(data), devices);
        return getParsedOrThrow(checkCommandBody('room', 'update', { children }, {}));
      },
    },
    options,
  );

type DeviceRooms = ReadonlyMap<string, string | undefined>;

function listFormerDeviceRooms(plan: RoomMovePlan): DeviceRooms {
  const places = toPlaces(plan.leaving);
  return new Map(
    [...listPlannedDeviceRooms(plan).keys()].map((rid) => [rid, places.get(rid)] as const),
  );
}

function listPlannedDeviceRooms({ leaving, entering }: RoomMovePlan): DeviceRooms {
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

const findDeviceRooms = (plan: RoomMovePlan, home: ResourceIndex): DeviceRooms =>
  new Map(
    [...listPlannedDeviceRooms(plan).keys()].map(
      (rid) => [rid, findRoomsOf(rid, home)[0]?.id] as const,
    ),
  );

const areDeviceRoomsEqual = (one: DeviceRooms, other: DeviceRooms): boolean =>
  [...one].every(([rid, room]) => other.get(rid) === room);

/** Returns only devices without a room. */
function planReturnToFormerRooms(
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
