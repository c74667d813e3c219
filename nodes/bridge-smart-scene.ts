import type { NodeAPI } from 'node-red';
import { registerAction } from '../src/runtime/action-node';
import type { ActionDef } from '../src/runtime/action-node';
import type { SmartSceneWish } from '../src/runtime/actions/smart-scene';

interface SmartSceneDef extends ActionDef {
  operation?: unknown;
  recall?: unknown;
}

/** Starts and stops, lists, reads, creates, changes and deletes smart scenes. */
export default function register(RED: NodeAPI): void {
  registerAction<SmartSceneDef, SmartSceneWish>(RED, {
    type: 'bridge-smart-scene',
    async wish(input, def) {
      const operation = input.choice(def.operation ?? 'recall', 'operation');
      const [target, command] = await Promise.all([input.target(def), input.command(def)]);
      return { operation, target, command, recall: def.recall ?? 'activate' };
    },
    async load() {
      return (await import('../src/runtime/actions/smart-scene.js')).handleSmartScene;
    },
  });
}
