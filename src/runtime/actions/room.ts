import { isObject, operations } from '../../resources';
import { roomCommand } from '../../vocabulary';
import type { Command } from '../../vocabulary';
import type { RoomOptions } from '../../vocabulary/room-command';
import type { Action } from '../action-node';
import { choose } from '../choice';
import { withSettingPaths } from '../chosen-words';
import type { ChosenWord } from '../chosen-words';
import { settingPath } from '../command-error';
import { isUnset } from '../given-setting';
import { needed } from '../setting';
import type { Given, GivenValue } from '../setting';
import { findTarget } from '../target';
import { rebuild } from './rebuild';
import { readAndTell, sound, writeAndTell } from './send';

/** What a message asks of rooms. */
export interface RoomWish {
  operation: Given;
  target: Given;
  command: GivenValue;
  name: GivenValue;
  /** Chosen archetype, or empty to take the command's. */
  archetype: unknown;
  /** Ids of picked devices. */
  devices: unknown;
  /** `set`, `add` or `remove`. */
  devicesAction: unknown;
}

/** Lists, reads, creates, changes and deletes rooms. */
export const handleRoom: Action<RoomWish> = async (wish, bridge, options) => {
  const operation = choose(wish.operation, operations, 'operation');
  const rtype = 'room';
  if (operation === 'list') return readAndTell(bridge, { operation, rtype }, options);
  if (operation === 'create') {
    const command = commandOf(wish, operation, { home: await bridge.home.readAnew() });
    return writeAndTell(bridge, { operation, rtype }, command, options);
  }
  const { rid } = await findTarget(bridge, wish.target, [rtype]);
  const asked = { rtype, rid } as const;
  if (operation === 'get') return readAndTell(bridge, { operation, ...asked }, options);
  if (operation === 'delete') {
    return writeAndTell(bridge, { operation, ...asked }, undefined, options);
  }
  return rebuild(bridge, { operation, ...asked }, options, (home) =>
    commandOf(wish, operation, { home, room: home.get(rid) }),
  );
};

/** The dialog's values go before what the message says. */
function commandOf(
  wish: RoomWish,
  operation: 'create' | 'update',
  options: Pick<RoomOptions, 'home' | 'room'>,
): Command {
  const { at, given } = wish.command;
  const chosen = chosenOf(wish, operation);
  const values = Object.fromEntries(chosen.map(({ word, value }) => [word, value]));
  const said = chosen.length === 0 || given.ok ? needed(given) : {};
  const payload = chosen.length === 0 ? said : { ...(isObject(said) ? said : {}), ...values };
  const command = roomCommand(payload, operation, { ...options, at });
  return sound(withSettingPaths(command, at, chosen));
}

function chosenOf(wish: RoomWish, operation: 'create' | 'update'): readonly ChosenWord[] {
  const { archetype, devices, devicesAction } = wish;
  const name = needed(wish.name.given);
  const chosen: ChosenWord[] = [];
  if (name !== undefined) chosen.push({ word: 'name', at: wish.name.at, value: name });
  if (!isUnset(archetype)) {
    chosen.push({ word: 'archetype', at: settingPath('archetype'), value: archetype });
  }
  if (!isUnset(devices) && !(Array.isArray(devices) && devices.length === 0)) {
    const word = childrenWord(operation, devicesAction);
    chosen.push({ word, at: settingPath('devices'), value: devices });
  }
  return chosen;
}

const devicesActions = ['set', 'add', 'remove'] as const;

function childrenWord(operation: 'create' | 'update', action: unknown): string {
  if (operation === 'create' || isUnset(action)) return 'children';
  const chosen = choose({ ok: true, value: action }, devicesActions, settingPath('devicesAction'));
  return chosen === 'set' ? 'children' : chosen;
}
