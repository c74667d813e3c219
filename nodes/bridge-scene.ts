import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-node';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { SceneActionParams, SceneSettingName } from '../src/runtime/nodes/scene/scene-payload';
import type { TypedSettings } from '../src/runtime/settings/evaluate-setting';
import { evaluateOperation } from '../src/runtime/message/resolve-target-setting';

interface SceneDef extends ActionNodeDef, TypedSettings<SceneSettingName> {
  dynamic?: unknown;
  everywhere?: unknown;
}

/** Recalls and edits scenes; sends changes of the active scene. */
export default function register(RED: NodeAPI): void {
  registerActionNode<SceneDef, SceneActionParams>(RED, {
    type: 'bridge-scene',
    shows: 'activeScene',
    parseParams: (evaluator, def) => ({
      ...evaluateOperation(evaluator, def, 'recall'),
      scene: evaluator.evaluateOptional(def, 'scene', 'str'),
      scenes: evaluator.evaluateOptional(def, 'scenes', 'str'),
      newName: evaluator.evaluateOptional(def, 'newName', 'str'),
      brightness: evaluator.evaluateOptional(def, 'brightness', 'num'),
      transition: evaluator.evaluateOptional(def, 'transition', 'str'),
      speed: evaluator.evaluateOptional(def, 'speed', 'num'),
      dynamic: def.dynamic,
      everywhere: def.everywhere === true,
    }),
    loadSource: async ({ changes }) =>
      changes === true
        ? (await import('../src/runtime/nodes/scene/active-scene-source.js')).startActiveSceneSource
        : undefined,
    setsLamps: true,
    loadHandler: async () =>
      (await import('../src/runtime/nodes/scene/scene-node.js')).executeSceneAction,
  });
}
