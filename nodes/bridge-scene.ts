import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { ActionNodeDef } from '../src/runtime/settings/action-node-def';
import type { SceneActionParams } from '../src/runtime/nodes/scene/scene-payload';
import { getBooleanOrDefault } from '../src/runtime/settings/evaluate-setting';
import { evaluateTarget } from '../src/runtime/message/resolve-target-setting';

interface SceneDef extends ActionNodeDef {
  operation?: unknown;
  scene?: unknown;
  sceneType?: unknown;
  scenes?: unknown;
  scenesType?: unknown;
  newName?: unknown;
  newNameType?: unknown;
  brightness?: unknown;
  brightnessType?: unknown;
  transition?: unknown;
  transitionType?: unknown;
  dynamic?: unknown;
  speed?: unknown;
  speedType?: unknown;
  everywhere?: unknown;
  changes?: unknown;
}

/**
 * Recalls the scenes of rooms and zones, saves the state of lamps as a scene, renames, deletes and
 * lists scenes; sends the active scene of a room on each change.
 */
export default function register(RED: NodeAPI): void {
  registerActionNode<SceneDef, SceneActionParams>(RED, {
    type: 'bridge-scene',
    shows: 'activeScene',
    parseParams: (evaluator, def) => ({
      operation: evaluator.getChoice(def.operation ?? 'recall', 'operation'),
      target: evaluateTarget(evaluator, def),
      command: evaluator.evaluateCommand(def),
      payload: evaluator.getProperty('payload'),
      scene: evaluator.evaluateOptional(def.scene, def.sceneType, 'str', 'scene'),
      scenes: evaluator.evaluateOptional(def.scenes, def.scenesType, 'str', 'scenes'),
      newName: evaluator.evaluateOptional(def.newName, def.newNameType, 'str', 'newName'),
      brightness: evaluator.evaluateOptional(
        def.brightness,
        def.brightnessType,
        'num',
        'brightness',
      ),
      transition: evaluator.evaluateOptional(
        def.transition,
        def.transitionType,
        'str',
        'transition',
      ),
      speed: evaluator.evaluateOptional(def.speed, def.speedType, 'num', 'speed'),
      dynamic: def.dynamic,
      everywhere: getBooleanOrDefault(def.everywhere, false),
    }),
    async startSource(def, context) {
      if (!getBooleanOrDefault(def.changes, false)) return undefined;
      const { startActiveSceneSource } =
        await import('../src/runtime/nodes/scene/active-scene-source.js');
      return startActiveSceneSource(def, context);
    },
    setsLamps: true,
    async loadHandler() {
      return (await import('../src/runtime/nodes/scene/scene-node.js')).executeSceneAction;
    },
  });
}
