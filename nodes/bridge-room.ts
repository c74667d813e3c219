import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Edits rooms and zones, reports their occupancy, moves devices. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-room',
    load: async () => (await import('../src/runtime/nodes/room.js')).createRoomNode,
  });
}
