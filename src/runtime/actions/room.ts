import { isObject, operations } from '../../resources';
import { roomCommand } from '../../vocabulary';
import type { Action } from '../action-node';
import { choose } from '../choice';
import { isUnset } from '../given-setting';
import type { GivenCommand } from '../message-input';
import { needed } from '../setting';
import type { Given } from '../setting';
import { findTarget } from '../target';
import { readAndTell, sound, writeAndTell } from './send';

/** What a message asks of rooms. */
export interface RoomWish {
  operation: Given;
  target: Given;
  command: GivenCommand;
  name: Given;
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
    const home = await bridge.home.readAnew();
    const command = sound(
      roomCommand(payloadOf(wish, operation), operation, { home, at: wish.command.at }),
    );
    return writeAndTell(bridge, { operation, rtype }, command, options);
  }
  const { rid } = await findTarget(bridge, wish.target, [rtype]);
  const asked = { rtype, rid } as const;
  if (operation === 'get') return readAndTell(bridge, { operation, ...asked }, options);
  if (operation === 'delete') {
    return writeAndTell(bridge, { operation, ...asked }, undefined, options);
  }
  const payload = payloadOf(wish, operation);
  // The list of children is replaced as a whole, so it must not be built on an old one.
  const home = await bridge.home.readAnew();
  const room = home.get(rid);
  const command = sound(roomCommand(payload, operation, { home, room, at: wish.command.at }));
  return writeAndTell(bridge, { operation, ...asked }, command, options);
};

/** The dialog's values go before what the message says. */
function payloadOf(wish: RoomWish, operation: 'create' | 'update'): unknown {
  const { command, archetype, devices, devicesAction } = wish;
  const name = needed(wish.name);
  const chosen: Record<string, unknown> = {
    ...(name === undefined ? {} : { name }),
    ...(isUnset(archetype) ? {} : { archetype }),
  };
  if (!isUnset(devices) && !(Array.isArray(devices) && devices.length === 0))
    chosen[childrenWord(operation, devicesAction)] = devices;
  if (Object.keys(chosen).length === 0) return needed(command.given);
  const { given } = command;
  return given.ok && isObject(given.value) ? { ...given.value, ...chosen } : chosen;
}

const devicesActions = ['set', 'add', 'remove'] as const;

function childrenWord(operation: 'create' | 'update', action: unknown): string {
  if (operation === 'create' || isUnset(action)) return 'children';
  const chosen = choose({ ok: true, value: action }, devicesActions, 'devicesAction');
  return chosen === 'set' ? 'children' : chosen;
}
