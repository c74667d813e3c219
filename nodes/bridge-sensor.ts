import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/actions/action-node';
import type { ActionNodeDef } from '../src/runtime/actions/action-node';
import type { SensorParams } from '../src/runtime/actions/sensor';

interface SensorDef extends ActionNodeDef {
  rtype?: unknown;
  action?: unknown;
  sensitivity?: unknown;
  sensitivityType?: unknown;
}

/** Switches sensors on and off, and sets how sensitive they are. */
export default function register(RED: NodeAPI): void {
  registerActionNode<SensorDef, SensorParams>(RED, {
    type: 'bridge-sensor',
    shows: 'sensor',
    parseParams(evaluator, def) {
      const target = evaluator.evaluateTarget(def);
      const command = evaluator.evaluateCommand(def);
      const sensitivity = evaluator.evaluateOptional(
        def.sensitivity,
        def.sensitivityType,
        'num',
        'sensitivity',
      );
      const { rtype, action } = def;
      return { rtype, action, target, command, sensitivity };
    },
    async loadHandler() {
      return (await import('../src/runtime/actions/sensor.js')).setSensor;
    },
  });
}
