import { isObject, operationNames, getPlainValue } from '../../../resources';
import type { Resource } from '../../../resources';
import { roomAndZoneTypes } from '../../../resources/values/group-types';
import { resolveGroupTarget, selectGroupResolver } from '../../../vocabulary/lookup';
import type { ParsedCommandBody } from '../../../vocabulary/parse-result';
import { refuseUnknownMembers } from '../../../vocabulary/values';
import type { RoomCommandOptions, RoomOrZoneType } from '../../../vocabulary/room';
import { isRoomMovePayload, parseRoomCommand } from '../../../vocabulary/room';
import type { ActionHandler } from '../../node/action-node';
import { getChoiceOrThrow, isSettingUnset, parseChoice } from '../../settings/evaluate-setting';
import type { MessageSetting } from '../../settings/evaluate-setting';
import {
  listDialogCommandProperties,
  mergeDialogCommandProperties,
  withSettingPaths,
} from '../../settings/dialog-command-properties';
import type { DialogCommandProperty } from '../../settings/dialog-command-properties';
import { formatSettingPath, getParsedOrThrow, toCommandError } from '../../settings/node-errors';
import { findTarget } from '../../message/resolve-target-setting';
import type { OperationParams, ResolvedTarget } from '../../message/resolve-target-setting';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import {
  executeStateDependentUpdate,
  executeRead,
  executeWrite,
} from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { findGroupLights } from '../../../resources/group-lights';
import { isPlug } from '../../../resources/types/light';
import { getRidsOfReferences } from '../../../resources/values/member-access';
import type { StateCache } from '../../../bridge';
import type { ActionOutcome } from '../../message/action-outcome';
import { collectDeviceMembers } from '../../bridge/device-info';

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

export const executeRoomAction: ActionHandler<RoomActionParams> = async (
  params,
  bridge,
  options,
) => {
  const operation = parseOperation(params);
  if (operation === 'move') return move(params, bridge, options);
  if (operation === 'list') {
    const rtype = getChoiceOrThrow(params.rtype, roomAndZoneTypes);
    return executeRead(bridge, { operation, rtype }, options);
  }
  if (operation === 'create') {
    const rtype = getChoiceOrThrow(params.rtype, roomAndZoneTypes);
    const home = await bridge.stateReader.refetch();
    const command = buildRoomCommand(params, operation, { home, rtype });
    return executeWrite(bridge, { operation, rtype }, command, options);
  }
  const target = await findGroup(params, bridge, operation);
  if (operation === 'members') return readGroupMembers(bridge, target, options);
  const { rid } = target;
  const rtype = getChoiceOrThrow({ value: target.rtype, path: 'rtype' }, roomAndZoneTypes);
  const reference = { rtype, rid } as const;
  if (operation === 'get') return executeRead(bridge, { operation, ...reference }, options);
  if (operation === 'delete') {
    return executeWrite(bridge, { operation, ...reference }, undefined, options);
  }
  return executeStateDependentUpdate(
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
};

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
  bridge: OpenedBridge,
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
  const { moveDevices } = await import('./move-devices.js');
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
  bridge: OpenedBridge,
  { rid, rtype }: ResolvedTarget,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const stateCache = await bridge.stateReader.refetch();
  const outcome = await executeRead(bridge, { operation: 'get', rtype, rid }, options);
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
