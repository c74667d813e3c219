import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Starts, stops and edits smart scenes. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-smart-scene',
    load: async () => (await import('../src/runtime/nodes/smart-scene.js')).createSmartSceneNode,
  });
}
