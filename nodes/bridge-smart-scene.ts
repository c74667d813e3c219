import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-definition';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { SmartSceneActionParams } from '../src/runtime/nodes/smart-scene/smart-scene-node';
import { evaluateTarget } from '../src/runtime/message/resolve-target-setting';

interface SmartSceneDef extends ActionNodeDef {
  recall?: unknown;
}

/** Starts, stops, lists, reads, creates, changes and deletes smart scenes. */
export default function register(RED: NodeAPI): void {
  registerActionNode<SmartSceneDef, SmartSceneActionParams>(RED, {
    type: 'bridge-smart-scene',
    shows: 'scene',
    verb: () => 'recall',
    parseParams(evaluator, def) {
      const operation = evaluator.getChoice(def.operation ?? 'recall', 'operation');
      const target = evaluateTarget(evaluator, def);
      const command = evaluator.evaluateCommand(def);
      const payload = evaluator.getProperty('payload');
      return { operation, target, command, payload, recall: def.recall ?? 'activate' };
    },
    setsLamps: true,
    async loadHandler() {
      return (await import('../src/runtime/nodes/smart-scene/smart-scene-node.js'))
        .executeSmartSceneAction;
    },
  });
}
