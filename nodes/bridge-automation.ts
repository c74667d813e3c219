import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Switches automations; sends when one fires or changes. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-automation',
    load: async () => (await import('../src/runtime/nodes/automation.js')).createAutomationNode,
  });
}
