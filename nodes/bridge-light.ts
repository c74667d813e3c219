import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/actions/action-node';
import type { ActionNodeDef } from '../src/runtime/settings/action-node-def';
import { isSettingUnset } from '../src/runtime/settings/evaluate-setting';
import { parseLightParams } from '../src/runtime/light/light-params';
import type { LightParams, LightSettings } from '../src/runtime/light/light-params';

interface LightDef extends ActionNodeDef, LightSettings {
  changes?: unknown;
  foreignChanges?: unknown;
}

/** Sets a lamp, or the lamps of a room, zone or home as one. */
export default function register(RED: NodeAPI): void {
  registerActionNode<LightDef, LightParams>(RED, {
    type: 'bridge-light',
    shows: 'light',
    parseParams: parseLightParams,
    async startSource(def, context) {
      if (isSettingUnset(def.changes)) return undefined;
      const { sendLightChanges } = await import('../src/runtime/light/light-changes.js');
      return sendLightChanges(context, def);
    },
    async loadHandler() {
      return (await import('../src/runtime/actions/light.js')).setLight;
    },
  });
}
