import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/actions/action-node';
import type { ActionNodeDef } from '../src/runtime/actions/action-node';
import { isUnset } from '../src/runtime/settings/evaluate-setting';
import type { LightParams } from '../src/runtime/actions/light';

interface LightDef extends ActionNodeDef {
  transition?: unknown;
  transitionType?: unknown;
  format?: unknown;
  minBrightness?: unknown;
  maxBrightness?: unknown;
  changes?: unknown;
  foreignChanges?: unknown;
}

/** Sets a lamp, or the lamps of a room, zone or home as one. */
export default function register(RED: NodeAPI): void {
  registerActionNode<LightDef, LightParams>(RED, {
    type: 'bridge-light',
    shows: 'light',
    parseParams(evaluator, def) {
      const target = evaluator.evaluateTarget(def);
      const command = evaluator.evaluateCommand(def);
      const transition = evaluator.evaluateOptional(
        def.transition,
        def.transitionType,
        'num',
        'transition',
      );
      const { format, minBrightness, maxBrightness } = def;
      return { target, command, transition, format, minBrightness, maxBrightness };
    },
    async startSource(def, context) {
      if (isUnset(def.changes)) return undefined;
      const { sendLightChanges } = await import('../src/runtime/actions/light-changes.js');
      return sendLightChanges(context, def);
    },
    async loadHandler() {
      return (await import('../src/runtime/actions/light.js')).setLight;
    },
  });
}
