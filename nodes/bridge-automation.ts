import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { ActionNodeDef } from '../src/runtime/settings/action-node-def';
import type { AutomationActionParams } from '../src/runtime/nodes/automation/automation-node';
import { getBooleanOrDefault } from '../src/runtime/settings/evaluate-setting';
import { evaluateTarget } from '../src/runtime/message/resolve-target-setting';

interface AutomationDef extends ActionNodeDef {
  operation?: unknown;
  changes?: unknown;
}

/** Enables, disables, toggles, reads and lists the automations of the bridge; sends when one fires or changes. */
export default function register(RED: NodeAPI): void {
  registerActionNode<AutomationDef, AutomationActionParams>(RED, {
    type: 'bridge-automation',
    shows: 'automation',
    parseParams: (evaluator, def) => ({
      operation: evaluator.getChoice(def.operation ?? '', 'operation'),
      target: evaluateTarget(evaluator, def),
      command: evaluator.evaluateCommand(def),
      payload: evaluator.getProperty('payload'),
    }),
    async startSource(def, context) {
      if (!getBooleanOrDefault(def.changes, false)) return undefined;
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
