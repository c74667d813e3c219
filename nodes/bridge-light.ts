import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/node/action-node';
import { isSettingUnset, parseNonEmptyText } from '../src/runtime/settings/evaluate-setting';
import { evaluateLightSettings } from '../src/runtime/nodes/light/light-action-params';
import type { LightActionParams, LightDef } from '../src/runtime/nodes/light/light-action-params';
import { asksForState } from '../src/vocabulary/read-payload';

/** Sets a lamp, or lamps of a room, zone or home as one. */
export default function register(RED: NodeAPI): void {
  registerActionNode<LightDef, LightActionParams>(RED, {
    type: 'bridge-light',
    shows: 'light',
    verb: ({ command }) => (command.isValid && asksForState(command.value) ? 'read' : 'set'),
    parseParams: evaluateLightSettings,
    loadSource: async ({ changes, onlyIf }) =>
      isSettingUnset(changes) && parseNonEmptyText(onlyIf) !== 'notSetByHand'
        ? undefined
        : (await import('../src/runtime/nodes/light/light-changes.js')).startLightSource,
    setsLamps: true,
    loadHandler: async () =>
      (await import('../src/runtime/nodes/light/light-node.js')).executeLightAction,
  });
}
