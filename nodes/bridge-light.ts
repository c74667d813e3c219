import type { NodeAPI } from 'node-red';
import { registerAction } from '../src/runtime/action-node';
import type { ActionDef } from '../src/runtime/action-node';
import type { LightWish } from '../src/runtime/actions/light';

interface LightDef extends ActionDef {
  transition?: unknown;
  transitionType?: unknown;
}

/** Sets a lamp, or the lamps of a room, zone or home as one. */
export default function register(RED: NodeAPI): void {
  registerAction<LightDef, LightWish>(RED, {
    type: 'bridge-light',
    async wish(input, def) {
      const [target, command, transition] = await Promise.all([
        input.target(def),
        input.command(def),
        input.optional(def.transition, def.transitionType, 'num', 'transition'),
      ]);
      return { target, command, transition };
    },
    async load() {
      return (await import('../src/runtime/actions/light.js')).setLight;
    },
  });
}
