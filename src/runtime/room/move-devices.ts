import { BridgeError, isBridgeError } from '../../bridge/errors/bridge-error';
import type { ResourceIdentifier } from '../../resources';
import { checkCommandBody } from '../../vocabulary/parsing/parse-service-body';
import { parseRoomMoves, planRoomMoves } from '../../vocabulary/room/parse-room-moves';
import type {
  RoomChange,
  RoomMoveOptions,
  RoomMovePlan,
} from '../../vocabulary/room/parse-room-moves';
import { getRoomChildren } from '../../vocabulary/room/room-children';
import type { ActionOutcome } from '../actions/action-outcome';
import { executeModification, unwrapCommand } from '../actions/execute-request';
import type { ExecuteOptions, WriteOutcome } from '../actions/execute-request';
import { toCommandError } from '../node-errors';
import type { BridgeHandle } from '../session/open-bridge';

/**
 * Moves devices from the rooms that they are in to others. Each room is read right before it is changed. When a device
 * cannot enter its new room, it is put back.
 *
 * @param payload see `parseRoomMoves`
 * @returns the outcome, with the command that undoes it in `meta.undo`
 * @throws {BridgeError} of the command, and of a request that failed, which also says where the devices are now
 */
export async function moveDevices(
  bridge: BridgeHandle,
  payload: unknown,
  moveOptions: Omit<RoomMoveOptions, 'home'>,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const home = await bridge.stateCache.refetch();
  const moves = parseRoomMoves(payload, { ...moveOptions, home });
  if (!moves.ok) throw toCommandError(moves.problem);
  const plan = planRoomMoves(moves.value, home);
  const written = await executePlan(bridge, plan, options);
  const rid = moves.value[0]?.to?.id;
  return {
    payload: plan.undo ?? null,
    meta: {
      operation: 'move',
      rtype: 'room',
      ...(rid === undefined ? {} : { rid }),
      ...(rid === undefined ? {} : bridge.stateCache.mirror.displayNames(rid)),
      status: written.at(-1)?.meta.status ?? 200,
      warnings: [...plan.warnings, ...written.flatMap(({ meta }) => meta.warnings)],
      merged: 1,
      ...(plan.undo === undefined ? {} : { undo: plan.undo }),
    },
    statusText: { key: 'moved' },
  };
}

/** What became of each device while a plan was carried out. */
interface MoveProgress {
  /** Changes that took devices out of their rooms, also one that the bridge may have made without an answer. */
  readonly left: RoomChange[];
  readonly enteredRids: Set<string>;
}

async function executePlan(
  bridge: BridgeHandle,
  { leaving, entering }: RoomMovePlan,
  options: ExecuteOptions,
): Promise<readonly WriteOutcome[]> {
  const progress: MoveProgress = { left: [], enteredRids: new Set() };
  const written: WriteOutcome[] = [];
  // Only the first request is given up when the node is closed: a device must not end up between two rooms.
  const getOptions = (): ExecuteOptions =>
    written.length === 0 ? options : { signal: new AbortController().signal };
  try {
    for (const change of leaving) {
      written.push(await leaveRoom(bridge, change, progress, getOptions()));
    }
    for (const change of entering) {
      written.push(await changeChildren(bridge, change, addDevices, getOptions()));
      for (const { rid } of change.devices) progress.enteredRids.add(rid);
    }
    return written;
  } catch (error) {
    if (!isBridgeError(error) || progress.left.length === 0) throw error;
    const consequence = await putBack(bridge, progress);
    throw new BridgeError(error.code, `${error.message} ${consequence}`, { ...error.cause, error });
  }
}

async function leaveRoom(
  bridge: BridgeHandle,
  change: RoomChange,
  { left }: MoveProgress,
  options: ExecuteOptions,
): Promise<WriteOutcome> {
  try {
    const outcome = await changeChildren(bridge, change, removeDevices, options);
    left.push(change);
    return outcome;
  } catch (error) {
    if (isBridgeError(error) && error.cause.sent === 'maybe') left.push(change);
    throw error;
  }
}

/**
 * Puts devices that have left their room and entered no other back into it.
 *
 * @returns a sentence that says where they are
 */
async function putBack(bridge: BridgeHandle, { left, enteredRids }: MoveProgress): Promise<string> {
  const { mirror } = bridge.stateCache;
  const lost: string[] = [];
  for (const { room, devices } of left) {
    const returned = devices.filter(({ rid }) => !enteredRids.has(rid));
    if (returned.length === 0) continue;
    try {
      const { signal } = new AbortController();
      await changeChildren(bridge, { room, devices: returned }, addDevices, { signal });
    } catch (error) {
      if (!isBridgeError(error)) throw error;
      lost.push(...returned.map(({ rid }) => mirror.name(rid) ?? rid));
    }
  }
  if (lost.length > 0) {
    return `Nor could the room before be restored for ${lost.join(', ')}: look where they are now, and send the message again.`;
  }
  return enteredRids.size === 0
    ? 'All devices are in the room where they were.'
    : 'The devices that were not moved are in the room where they were.';
}

/** Makes the children of a room out of those it has and the devices of a change. */
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
  bridge: BridgeHandle,
  { room, devices }: RoomChange,
  change: ChildrenChange,
  options: ExecuteOptions,
): Promise<WriteOutcome> =>
  executeModification(
    bridge,
    { operation: 'update', rtype: 'room', rid: room.id },
    {
      async fromFreshState(signal) {
        const { data } = await bridge.client.get('room', room.id, { signal, waitIfOffline: true });
        const children = change(getRoomChildren(data), devices);
        return unwrapCommand(checkCommandBody('room', 'update', { children }, {}));
      },
    },
    options,
  );
