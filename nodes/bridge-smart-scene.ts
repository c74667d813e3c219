import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-node';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { SmartSceneActionParams } from '../src/runtime/nodes/smart-scene/smart-scene-node';
import { evaluateOperation } from '../src/runtime/message/resolve-target-setting';

interface SmartSceneDef extends ActionNodeDef {
  recall?: unknown;
}

/** Starts, stops and edits smart scenes. */
export default function register(RED: NodeAPI): void {
  registerActionNode<SmartSceneDef, SmartSceneActionParams>(RED, {
    type: 'bridge-smart-scene',
    shows: 'scene',
    verb: () => 'recall',
    parseParams: (evaluator, def) => ({
      ...evaluateOperation(evaluator, def, 'recall'),
      recall: def.recall ?? 'activate',
    }),
    setsLamps: true,
    loadHandler: async () =>
      (await import('../src/runtime/nodes/smart-scene/smart-scene-node.js'))
        .executeSmartSceneAction,
  });
}
