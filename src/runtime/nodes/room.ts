import type { StateCache } from '../../bridge';
import { BridgeError, isBridgeError } from '../../bridge/errors';
import { isObject, getRidsOfReferences } from '../../resources/members';
import { operationNames, getPlainValue } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import type { ResourceIdentifier } from '../../resources/schemas';
import { findGroupLights } from '../../resources/group-lights';
import { isPlug } from '../../resources/types/light';
import { roomAndZoneTypes } from '../../resources/group-types';
import { resolveGroupTarget, selectGroupResolver } from '../../vocabulary/lookup';
import type { ResourceIndex } from '../../vocabulary/lookup';
import type { ParsedCommandBody, CommandWarning } from '../../vocabulary/parse-result';
import {
  parseRoomCommand,
  getRoomChildren,
  findRoomsOf,
  isRoomMovePayload,
  parseRoomMoves,
  planRoomMoves,
} from '../../vocabulary/room';
import type {
  RoomCommandOptions,
  RoomOrZoneType,
  RoomDevicesChange,
  RoomMoveOptions,
  RoomMovePlan,
} from '../../vocabulary/room';
import { checkCommandBody } from '../../vocabulary/service-body';
import { refuseUnknownMembers } from '../../vocabulary/values';
import { collectDeviceMembers } from '../message';
import type { Bridge } from '../bridge/bridge';
import { toResultMeta } from '../outcome';
import type { ActionOutcome } from '../outcome';
import { sendWrite, sendRead } from '../requests';
import type { SendOptions, WriteActionOutcome } from '../requests';
import {
  joinNames,
  formatSettingPath,
  getParsedOrThrow,
  toCommandError,
  toNodeError,
} from '../errors';
import { findTarget } from '../target';
import type { ResolvedTarget } from '../target';
import { createCommandNode, evaluateOperation } from '../command-node';
import type { ActionNodeDef, ActionHandler, ActionOptions, OperationParams } from '../command-node';
import {
  listDialogCommandProperties,
  mergeDialogCommandProperties,
  withSettingPaths,
  getChoiceOrThrow,
  parseChoice,
} from '../settings';
import { isSettingUnset } from '../stored-settings';
import type { DialogCommandProperty, MessageSetting } from '../settings';

export interface RoomActionParams extends OperationParams {
  /** `room` or `zone`; undefined if neither dialog nor message has a type. */
  rtype: MessageSetting;
  name: MessageSetting;
  /** Empty for the archetype of the command. */
  archetype: unknown;
  /** Picked ids. */
  devices: unknown;
  /** `set`, `add` or `remove`. */
  devicesAction: unknown;
}

const roomOperations = [...operationNames, 'members', 'move'] as const;
type RoomOperation = (typeof roomOperations)[number];

interface RoomDef extends ActionNodeDef {
  roomName?: unknown;
  roomNameType?: unknown;
  archetype?: unknown;
  devices?: unknown;
  devicesAction?: unknown;
}

/** Edits rooms and zones, reports their occupancy, and moves devices. */
export const createRoomNode = createCommandNode<RoomDef, RoomActionParams>({
  shows: 'room',
  parseParams(evaluator, def) {
    const params = evaluateOperation(evaluator, def, 'list');
    const rtype = evaluator.getChoice(def.rtype ?? 'room', 'rtype');
    const name = evaluator.evaluateOptional(def, 'roomName', 'str', 'name');
    const { archetype, devices, devicesAction } = def;
    return { ...params, rtype, name, archetype, devices, devicesAction };
  },
  execute: executeRoomAction,
});

async function executeRoomAction(
  params: RoomActionParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const operation = parseOperation(params);
  if (operation === 'move') return move(params, bridge, options);
  if (operation === 'list') {
    const rtype = getChoiceOrThrow(params.rtype, roomAndZoneTypes);
    return sendRead(bridge, { operation, rtype }, options);
  }
  if (operation === 'create') {
    const rtype = getChoiceOrThrow(params.rtype, roomAndZoneTypes);
    const home = await bridge.stateReader.refetch();
    const command = buildRoomCommand(params, operation, { home, rtype });
    return sendWrite(bridge, { operation, rtype }, command, options);
  }
  const target = await findGroup(params, bridge, operation);
  if (operation === 'members') return readGroupMembers(bridge, target, options);
  const { rid } = target;
  const rtype = getChoiceOrThrow({ value: target.rtype, path: 'rtype' }, roomAndZoneTypes);
  const reference = { rtype, rid } as const;
  if (operation === 'get') return sendRead(bridge, { operation, ...reference }, options);
  if (operation === 'delete') {
    return sendWrite(bridge, { operation, ...reference }, undefined, options);
  }
  return sendWrite(
    bridge,
    { operation, ...reference },
    {
      async fromFreshState() {
        const home = await bridge.stateReader.refetch();
        return buildRoomCommand(params, operation, { home, room: home.get(rid), rtype });
      },
    },
    options,
  );
}

function parseOperation({ operation, command }: RoomActionParams): RoomOperation {
  if (operation.value === undefined && command.isValid) {
    const { value } = command;
    if (isRoomMovePayload(value)) return 'move';
    if (asksForMembers(value)) return 'members';
  }
  return getChoiceOrThrow(operation, roomOperations);
}

const asksForMembers = (payload: unknown): payload is Record<string, unknown> =>
  isObject(payload) && payload['members'] !== undefined;

/** Finds the group of the target, or of `{ "members": "Kitchen" }`. */
function findGroup(
  { command, rtype, target }: RoomActionParams,
  bridge: Bridge,
  operation: RoomOperation,
): ResolvedTarget | Promise<ResolvedTarget> {
  const resolveTarget = isSettingUnset(rtype.value)
    ? resolveGroupTarget
    : selectGroupResolver(getChoiceOrThrow(rtype, roomAndZoneTypes));
  const payload = operation === 'members' && command.isValid ? command.value : undefined;
  if (!asksForMembers(payload) || payload['members'] === true)
    return findTarget(bridge, target.value, resolveTarget);
  getParsedOrThrow(refuseUnknownMembers(payload, ['members'], command.path));
  return findTarget(bridge, payload['members'], resolveTarget);
}

/** Takes devices from the dialog or the command, the room from the command, the dialog or the message. */
const move: ActionHandler<RoomActionParams> = async (params, bridge, options) => {
  const { command, devices, rtype, target } = params;
  if (!isSettingUnset(rtype.value) && getChoiceOrThrow(rtype, roomAndZoneTypes) === 'zone') {
    const expected =
      'room: a lamp may be in several zones, so add it to one and remove it from another';
    throw toCommandError({ path: 'rtype', expected, received: 'zone' });
  }
  const isPicked = hasDevices(devices);
  const payload = isPicked ? { move: devices } : command.value;
  const room = isSettingUnset(target.value)
    ? undefined
    : await findTarget(bridge, target.value, selectGroupResolver('room'));
  const at = isPicked ? formatSettingPath('devices') : command.path;
  return moveDevices(bridge, payload, { at, to: room?.resource }, options);
};

const hasDevices = (devices: unknown): boolean =>
  !isSettingUnset(devices) && !(Array.isArray(devices) && devices.length === 0);

/** The dialog takes precedence over the message. */
function buildRoomCommand(
  params: RoomActionParams,
  operation: 'create' | 'update',
  options: Pick<RoomCommandOptions, 'home' | 'room' | 'rtype'> & { rtype: RoomOrZoneType },
): ParsedCommandBody {
  const { command: given } = params;
  const choices = getRoomChoices(params, operation);
  const messageCommand = choices.length === 0 || given.isValid ? given.value : {};
  const payload =
    choices.length === 0 ? messageCommand : mergeDialogCommandProperties(messageCommand, choices);
  const command = parseRoomCommand(payload, operation, { ...options, at: given.path });
  return getParsedOrThrow(withSettingPaths(command, given.path, choices));
}

function getRoomChoices(
  params: RoomActionParams,
  operation: 'create' | 'update',
): readonly DialogCommandProperty[] {
  const { archetype, devices, devicesAction } = params;
  const choices = listDialogCommandProperties({ name: params.name });
  if (!isSettingUnset(archetype)) {
    const settingPath = formatSettingPath('archetype');
    choices.push({ property: 'archetype', settingPath, value: archetype });
  }
  if (hasDevices(devices)) {
    const property = selectChildrenProperty(operation, devicesAction);
    choices.push({ property, settingPath: formatSettingPath('devices'), value: devices });
  }
  return choices;
}

const devicesActions = ['set', 'add', 'remove'] as const;

function selectChildrenProperty(operation: 'create' | 'update', action: unknown): string {
  if (operation === 'create') return 'children';
  const choice = parseChoice(action, devicesActions, 'devicesAction') ?? 'set';
  return choice === 'set' ? 'children' : choice;
}

/**
 * @returns the payload `{name, rtype, lamps: [{name, rid, value}], plugs: [{name, rid, value}], devices: [{rid, name,
 * model, reachable, battery}]}` with plain values; the devices of a zone are those of its lamps and plugs
 */
async function readGroupMembers(
  bridge: Bridge,
  { rid, rtype }: ResolvedTarget,
  options: SendOptions,
): Promise<ActionOutcome> {
  const stateCache = await bridge.stateReader.refetch();
  const outcome = await sendRead(bridge, { operation: 'get', rtype, rid }, options);
  const group = stateCache.get(rid);
  const lights = findGroupLights(stateCache, group);
  const devices = group === undefined ? [] : findDevices(stateCache, group, lights);
  const describeLight = (light: Resource) => ({
    name: stateCache.name(light.id) ?? light.id,
    rid: light.id,
    value: getPlainValue(light) ?? null,
  });
  return {
    ...outcome,
    payload: {
      name: outcome.meta.name ?? rid,
      rtype,
      lamps: lights.filter((light) => !isPlug(light)).map(describeLight),
      plugs: lights.filter(isPlug).map(describeLight),
      devices: devices.map((device) => {
        const {
          name = null,
          model = null,
          reachable = null,
          battery = null,
        } = collectDeviceMembers(stateCache, device).device ?? {};
        return { name, rid: device.id, model, reachable, battery };
      }),
    },
    meta: { ...outcome.meta, operation: 'members' },
    statusText: { key: 'listed', values: { count: devices.length } },
  };
}

function findDevices(
  stateCache: StateCache,
  group: Resource,
  lights: readonly Resource[],
): readonly Resource[] {
  const owners = lights.flatMap((light) => stateCache.ownerRid(light) ?? []);
  const rids = new Set([...getRidsOfReferences(group['children']), ...owners]);
  return [...rids]
    .flatMap((rid) => stateCache.get(rid) ?? [])
    .filter(({ type }) => type === 'device');
}

/**
 * Reads each room right before its change. Puts a device back if it cannot enter its new room. Reads the rooms after
 * a failed request, which may have had an effect.
 *
 * @param payload see `parseRoomMoves`
 * @returns `meta.undo` holds the command that undoes the move
 * @throws {BridgeError} for a wrong command or a failed request; the message names the present rooms of the devices
 */
async function moveDevices(
  bridge: Bridge,
  payload: unknown,
  moveOptions: Omit<RoomMoveOptions, 'home'>,
  options: SendOptions,
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
  bridge: Bridge,
  plan: RoomMovePlan,
  options: SendOptions,
): Promise<PlanOutcome> {
  const written: WriteActionOutcome[] = [];
  // Close of the node cancels only the first request: no device must remain between two rooms.
  const getOptions = (): SendOptions => (written.length === 0 ? options : withoutSignal(options));
  try {
    for (const change of plan.leaving)
      written.push(await changeChildren(bridge, change, removeDevices, getOptions()));
    for (const change of plan.entering)
      written.push(await changeChildren(bridge, change, addDevices, getOptions()));
  } catch (error) {
    if (!isBridgeError(error) || (written.length === 0 && !mayBeDone(error))) throw error;
    const consequence = await settle(bridge, plan, options);
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
const withoutSignal = (options: SendOptions): SendOptions => ({
  origin: options.origin,
  signal: new AbortController().signal,
});

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
async function settle(
  bridge: Bridge,
  plan: RoomMovePlan,
  options: SendOptions,
): Promise<Consequence> {
  try {
    const places = findDeviceRooms(plan, await bridge.stateReader.refetch());
    if (areDeviceRoomsEqual(listPlannedDeviceRooms(plan), places)) {
      const sentence = 'The bridge did not answer each step, but the devices are where they go.';
      return { isDone: true, sentence };
    }
    const changes = planReturnToFormerRooms(plan, places);
    for (const change of changes)
      // The read below shows the result.
      await changeChildren(bridge, change, addDevices, withoutSignal(options)).catch(
        () => undefined,
      );
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
  bridge: Bridge,
  { room, devices }: RoomDevicesChange,
  change: ChildrenChange,
  options: SendOptions,
): Promise<WriteActionOutcome> =>
  sendWrite(
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
