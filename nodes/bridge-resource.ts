import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Carries out any operation on any resource. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-resource',
    load: async () => (await import('../src/runtime/nodes/resource.js')).createResourceNode,
  });
}
