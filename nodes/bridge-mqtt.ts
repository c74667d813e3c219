import type { NodeAPI } from 'node-red';
import { registerNode } from '../src/runtime/node/register-node';
import type { DeployedNode } from '../src/runtime/node/register-node';
import type { MqttNodeDef } from '../src/runtime/nodes/mqtt/home-publisher';
import type { RunningMqttNode } from '../src/runtime/nodes/mqtt/running-mqtt-node';

/** Publishes a home at an MQTT broker, also for Home Assistant; receives commands. */
export default function register(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-mqtt',
    whenReplaced: 'continue',
    writtenProperties: ['bridge'],
    load: () => import('../src/runtime/nodes/mqtt/running-mqtt-node.js'),
    create: (node: DeployedNode<MqttNodeDef, RunningMqttNode>) => ({
      start: async ({ bridge }, { RunningMqttNode: Run }) => new Run(bridge, node),
      onInput: async (message) => (await node.current()).receive(message),
    }),
  });
}
