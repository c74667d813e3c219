import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { DaylightActionParams } from '../src/runtime/nodes/daylight/execute-daylight';
import type { DaylightNodeDef } from '../src/runtime/nodes/daylight/daylight-settings';

/**
 * Makes the white and brightness of lamps follow the day, except lamps that somebody else has set.
 */
export default function register(RED: NodeAPI): void {
  registerActionNode<DaylightNodeDef, DaylightActionParams>(RED, {
    type: 'bridge-daylight',
    isTargetReadOnStart: true,
    parseParams: (evaluator, def) => ({
      // The lamps are those of the node; a message cannot name others.
      target: { path: 'target', isValid: true, value: undefined },
      command: evaluator.evaluateCommand(def),
    }),
    loadSource: async () =>
      (await import('../src/runtime/nodes/daylight/daylight-source.js')).startDaylightNode,
    loadHandler: async () =>
      (await import('../src/runtime/nodes/daylight/execute-daylight.js')).executeDaylightAction,
  });
}
