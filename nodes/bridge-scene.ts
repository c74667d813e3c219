import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Recalls and edits scenes; sends changes of the active scene. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-scene',
    load: async () => (await import('../src/runtime/nodes/scene.js')).createSceneNode,
  });
}
