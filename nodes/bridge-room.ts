import type { NodeAPI } from 'node-red';
import { registerAction } from '../src/runtime/action-node';
import type { ActionDef } from '../src/runtime/action-node';
import type { RoomWish } from '../src/runtime/actions/room';

interface RoomDef extends ActionDef {
  operation?: unknown;
  roomName?: unknown;
  roomNameType?: unknown;
  archetype?: unknown;
  devices?: unknown;
  devicesAction?: unknown;
}

/** Lists, reads, creates, changes and deletes rooms. */
export default function register(RED: NodeAPI): void {
  registerAction<RoomDef, RoomWish>(RED, {
    type: 'bridge-room',
    async wish(input, def) {
      const operation = input.choice(def.operation ?? 'list', 'operation');
      const [target, command, name] = await Promise.all([
        input.target(def),
        input.command(def),
        input.optional(def.roomName, def.roomNameType, 'str', 'name'),
      ]);
      const { archetype, devices, devicesAction } = def;
      return { operation, target, command, name, archetype, devices, devicesAction };
    },
    async load() {
      return (await import('../src/runtime/actions/room.js')).handleRoom;
    },
  });
}
