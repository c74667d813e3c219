import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-definition';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { AutomationActionParams } from '../src/runtime/nodes/automation/automation-node';
import { evaluateTarget } from '../src/runtime/message/resolve-target-setting';

/** Enables, disables, toggles, reads and lists the automations of the bridge; sends when one fires or changes. */
export default function register(RED: NodeAPI): void {
  registerActionNode<ActionNodeDef, AutomationActionParams>(RED, {
    type: 'bridge-automation',
    shows: 'automation',
    parseParams: (evaluator, def) => ({
      operation: evaluator.getChoice(def.operation ?? '', 'operation'),
      target: evaluateTarget(evaluator, def),
      command: evaluator.evaluateCommand(def),
      payload: evaluator.getProperty('payload'),
    }),
    async startSource(def, context) {
      if (def.changes !== true) return undefined;
      const { startAutomationSource } =
        await import('../src/runtime/nodes/automation/automation-source.js');
      return startAutomationSource(def, context);
    },
    async loadHandler() {
      return (await import('../src/runtime/nodes/automation/automation-node.js'))
        .executeAutomationAction;
    },
  });
}
