import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-definition';
import { registerActionNode } from '../src/runtime/node/action-node';
import { isSettingUnset, parseNonEmptyText } from '../src/runtime/settings/evaluate-setting';
import { evaluateLightSettings } from '../src/runtime/nodes/light/light-action-params';
import type {
  LightActionParams,
  LightSettings,
} from '../src/runtime/nodes/light/light-action-params';

interface LightDef extends ActionNodeDef, LightSettings {
  foreignChanges?: unknown;
}

/** Sets a lamp, or the lamps of a room, zone or home as one. */
export default function register(RED: NodeAPI): void {
  registerActionNode<LightDef, LightActionParams>(RED, {
    type: 'bridge-light',
    shows: 'light',
    async verb({ command }) {
      const { asksForState } = await import('../src/vocabulary/parsing/read-payload.js');
      return command.isValid && asksForState(command.value) ? 'read' : 'set';
    },
    parseParams: evaluateLightSettings,
    async startSource(def, context) {
      if (parseNonEmptyText(def.onlyIf) === 'notSetByHand') {
        const { getLampsSetByHand } = await import('../src/runtime/nodes/light/light-condition.js');
        getLampsSetByHand(context.bridge);
      }
      if (isSettingUnset(def.changes)) return undefined;
      const { startSendingLightStates } =
        await import('../src/runtime/nodes/light/light-changes.js');
      return startSendingLightStates(context, def);
    },
    setsLamps: true,
    async loadHandler() {
      return (await import('../src/runtime/nodes/light/light-node.js')).executeLightAction;
    },
  });
}
