import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { SensorActionParams } from '../src/runtime/nodes/sensor/sensor-node';
import type { SensorNodeDef } from '../src/runtime/nodes/sensor/sensor-settings';
import { evaluateTarget } from '../src/runtime/message/resolve-target-setting';

/** Sends readings; switches sensors and sets their sensitivity. */
export default function register(RED: NodeAPI): void {
  registerActionNode<SensorNodeDef, SensorActionParams>(RED, {
    type: 'bridge-sensor',
    shows: 'sensor',
    writtenProperties: ['topic', 'resource', 'previous', 'changed', 'device', 'readings'],
    parseParams(evaluator, def) {
      const target = evaluateTarget(evaluator, def);
      const command = evaluator.evaluateCommand(def);
      const sensitivity = evaluator.evaluateOptional(def, 'sensitivity', 'num');
      const payload = evaluator.getProperty('payload');
      const { rtype, action, split, yesWhen, yesValue, onlyReadings } = def;
      const outputs = { split, yesWhen, yesValue, onlyReadings };
      return { rtype, action, target, command, payload, sensitivity, outputs };
    },
    loadHandler: async () =>
      (await import('../src/runtime/nodes/sensor/sensor-node.js')).executeSensorAction,
    loadSource: async () =>
      (await import('../src/runtime/nodes/sensor/sensor-source.js')).startSensorSource,
  });
}
