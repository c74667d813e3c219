import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-node';
import { registerActionNode } from '../src/runtime/node/action-node';
import { evaluateOperation } from '../src/runtime/message/resolve-target-setting';
import type { OperationParams } from '../src/runtime/message/resolve-target-setting';

/** Switches automations; sends when one fires or changes. */
export default function register(RED: NodeAPI): void {
  registerActionNode<ActionNodeDef, OperationParams>(RED, {
    type: 'bridge-automation',
    shows: 'automation',
    parseParams: evaluateOperation,
    loadSource: async ({ changes }) =>
      changes === true
        ? (await import('../src/runtime/nodes/automation/automation-source.js'))
            .startAutomationSource
        : undefined,
    loadHandler: async () =>
      (await import('../src/runtime/nodes/automation/automation-node.js')).executeAutomationAction,
  });
}
