import { operationNames } from '../../resources';
import { parseRoomCommand, resolveRoomTarget } from '../../vocabulary';
import type { ParsedCommand } from '../../vocabulary';
import type { RoomCommandOptions } from '../../vocabulary/room/parse-room-command';
import type { ActionHandler } from './action-node';
import { parseChoice, isUnset, unwrap } from '../settings/evaluate-setting';
import { applyDialogChoices, withSettingPaths } from '../settings/dialog-choices';
import type { DialogChoice } from '../settings/dialog-choices';
import { formatSettingPath } from '../node-errors';
import type { SettingResult, LocatedSettingResult } from '../settings/evaluate-setting';
import { findTarget } from './find-target';
import { executeModification, executeRead, executeWrite, unwrapCommand } from './execute-request';

/** Parameters of a message for rooms. */
export interface RoomParams {
  operation: SettingResult;
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  name: LocatedSettingResult;
  /** Chosen archetype, or empty to take the command's. */
  archetype: unknown;
  /** Ids of picked devices. */
  devices: unknown;
  /** `set`, `add` or `remove`. */
  devicesAction: unknown;
}

/** Lists, reads, creates, changes and deletes rooms. */
export const executeRoomAction: ActionHandler<RoomParams> = async (params, bridge, options) => {
  const operation = parseChoice(params.operation, operationNames, 'operation');
  const rtype = 'room';
  if (operation === 'list') return executeRead(bridge, { operation, rtype }, options);
  if (operation === 'create') {
    const command = buildRoomCommand(params, operation, {
      home: await bridge.stateCache.refetch(),
    });
    return executeWrite(bridge, { operation, rtype }, command, options);
  }
  const { rid } = await findTarget(bridge, params.target.result, resolveRoomTarget);
  const reference = { rtype, rid } as const;
  if (operation === 'get') return executeRead(bridge, { operation, ...reference }, options);
  if (operation === 'delete') {
    return executeWrite(bridge, { operation, ...reference }, undefined, options);
  }
  return executeModification(
    bridge,
    { operation, ...reference },
    {
      async fromFreshState() {
        const home = await bridge.stateCache.refetch();
        return buildRoomCommand(params, operation, { home, room: home.get(rid) });
      },
    },
    options,
  );
};

/** Values of the dialog take precedence over those of the message. */
function buildRoomCommand(
  params: RoomParams,
  operation: 'create' | 'update',
  options: Pick<RoomCommandOptions, 'home' | 'room'>,
): ParsedCommand {
  const { path, result } = params.command;
  const choices = getRoomChoices(params, operation);
  const messageCommand = choices.length === 0 || result.ok ? unwrap(result) : {};
  const payload =
    choices.length === 0 ? messageCommand : applyDialogChoices(messageCommand, choices);
  const command = parseRoomCommand(payload, operation, { ...options, at: path });
  return unwrapCommand(withSettingPaths(command, path, choices));
}

function getRoomChoices(
  params: RoomParams,
  operation: 'create' | 'update',
): readonly DialogChoice[] {
  const { archetype, devices, devicesAction } = params;
  const name = unwrap(params.name.result);
  const choices: DialogChoice[] = [];
  if (name !== undefined)
    choices.push({ property: 'name', settingPath: params.name.path, value: name });
  if (!isUnset(archetype)) {
    choices.push({
      property: 'archetype',
      settingPath: formatSettingPath('archetype'),
      value: archetype,
    });
  }
  if (!isUnset(devices) && !(Array.isArray(devices) && devices.length === 0)) {
    const property = selectChildrenProperty(operation, devicesAction);
    choices.push({ property, settingPath: formatSettingPath('devices'), value: devices });
  }
  return choices;
}

const devicesActions = ['set', 'add', 'remove'] as const;

function selectChildrenProperty(operation: 'create' | 'update', action: unknown): string {
  if (operation === 'create' || isUnset(action)) return 'children';
  const choice = parseChoice(
    { ok: true, value: action },
    devicesActions,
    formatSettingPath('devicesAction'),
  );
  return choice === 'set' ? 'children' : choice;
}
