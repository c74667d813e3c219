import type { NodeAPI } from 'node-red';
import { registerAction } from '../src/runtime/action-node';
import type { ActionDef } from '../src/runtime/action-node';
import type { SensorWish } from '../src/runtime/actions/sensor';

interface SensorDef extends ActionDef {
  rtype?: unknown;
  action?: unknown;
  sensitivity?: unknown;
  sensitivityType?: unknown;
}

/** Switches sensors on and off, and sets how sensitive they are. */
export default function register(RED: NodeAPI): void {
  registerAction<SensorDef, SensorWish>(RED, {
    type: 'bridge-sensor',
    async wish(input, def) {
      const [target, command, sensitivity] = await Promise.all([
        input.target(def),
        input.command(def),
        input.optional(def.sensitivity, def.sensitivityType, 'num', 'sensitivity'),
      ]);
      const { rtype, action } = def;
      return { rtype, action, target, command, sensitivity };
    },
    async load() {
      return (await import('../src/runtime/actions/sensor.js')).setSensor;
    },
  });
}
