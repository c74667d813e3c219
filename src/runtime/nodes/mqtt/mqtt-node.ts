import type { NodeAPI } from 'node-red';
import { registerNode } from '../../node/register-node';
import type { DeployedNode } from '../../node/register-node';
import type { MqttNodeDef } from './mqtt-publishing-settings';
import type { RunningMqttNode } from './running-mqtt-node';

export function registerMqttNode(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-mqtt',
    whenReplaced: 'continue',
    writtenProperties: ['bridge'],
    load: () => import('./running-mqtt-node.js'),
    create: (node: DeployedNode<MqttNodeDef, RunningMqttNode>) => ({
      start: async ({ bridge }, { RunningMqttNode: Run }) => new Run(bridge, node),
      onInput: async (message) => (await node.current()).receive(message),
    }),
  });
}
