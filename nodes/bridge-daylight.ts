import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { DaylightActionParams } from '../src/runtime/nodes/daylight/daylight-node';
import type { DaylightNodeDef } from '../src/runtime/nodes/daylight/daylight-settings';

/** Lamps follow the day, unless somebody else has set them. */
export default function register(RED: NodeAPI): void {
  registerActionNode<DaylightNodeDef, DaylightActionParams>(RED, {
    type: 'bridge-daylight',
    isTargetReadOnStart: true,
    parseParams: (evaluator, def) => ({
      // A message cannot name other lamps than the node.
      target: { path: 'target', isValid: true, value: undefined },
      command: evaluator.evaluateCommand(def),
    }),
    loadSource: async () =>
      (await import('../src/runtime/nodes/daylight/daylight-node.js')).startDaylightNode,
    loadHandler: async () =>
      (await import('../src/runtime/nodes/daylight/daylight-node.js')).executeDaylightAction,
  });
}
