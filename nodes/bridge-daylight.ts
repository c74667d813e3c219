import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/actions/action-node';
import type { DaylightActionParams } from '../src/runtime/daylight/execute-daylight';
import type { DaylightNodeController } from '../src/runtime/daylight/daylight-source';
import type { DaylightNodeDef } from '../src/runtime/daylight/daylight-settings';

/** Lets the white and brightness of lamps follow the day, and leaves lamps alone that somebody else has set. */
export default function register(RED: NodeAPI): void {
  const controls = new Map<string, Promise<DaylightNodeController | undefined>>();
  registerActionNode<DaylightNodeDef, DaylightActionParams>(RED, {
    type: 'bridge-daylight',
    keepsToOwnBridge: true,
    parseParams: (evaluator, def) => ({
      // The lamps are those of the node; a message names no others.
      target: { path: 'target', result: { ok: true, value: undefined } },
      command: evaluator.evaluateCommand(def),
      findControl: () => controls.get(def.id),
    }),
    async startSource(def, context) {
      const starting = import('../src/runtime/daylight/daylight-source.js').then(
        ({ startDaylightNode }) => startDaylightNode(def, context),
      );
      controls.set(def.id, starting);
      const control = await starting;
      return {
        stop() {
          if (controls.get(def.id) === starting) controls.delete(def.id);
          control?.stop();
        },
      };
    },
    async loadHandler() {
      return (await import('../src/runtime/daylight/execute-daylight.js')).executeDaylightAction;
    },
  });
}
