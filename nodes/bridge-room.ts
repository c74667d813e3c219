import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-node';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { RoomActionParams } from '../src/runtime/nodes/room/room-node';
import { evaluateOperation } from '../src/runtime/message/resolve-target-setting';

interface RoomDef extends ActionNodeDef {
  roomName?: unknown;
  roomNameType?: unknown;
  archetype?: unknown;
  devices?: unknown;
  devicesAction?: unknown;
}

/** Edits rooms and zones, reports their occupancy, moves devices. */
export default function register(RED: NodeAPI): void {
  registerActionNode<RoomDef, RoomActionParams>(RED, {
    type: 'bridge-room',
    shows: 'room',
    parseParams(evaluator, def) {
      const params = evaluateOperation(evaluator, def, 'list');
      const rtype = evaluator.getChoice(def.rtype ?? 'room', 'rtype');
      const name = evaluator.evaluateOptional(def, 'roomName', 'str', 'name');
      const { archetype, devices, devicesAction } = def;
      return { ...params, rtype, name, archetype, devices, devicesAction };
    },
    loadHandler: async () =>
      (await import('../src/runtime/nodes/room/room-node.js')).executeRoomAction,
  });
}
