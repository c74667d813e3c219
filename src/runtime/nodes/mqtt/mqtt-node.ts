import type { Node, NodeAPI } from 'node-red';
import { nodeClosedError } from '../../settings/node-errors';
import { registerInputHandler } from '../../node/input-handler';
import { PendingMessages } from '../../node/pending-messages';
import { createNodeConstructor } from '../../node/node-constructor';
import { restartOnDeploy } from '../../bridge/deploy/restart-on-deploy';
import { NodeStatusTracker } from '../../status/node-status';
import { openBridgeById } from '../../bridge/bridge-node';
import { parseNonEmptyText } from '../../settings/evaluate-setting';
import type { MqttNodeDef } from './mqtt-publishing-settings';

/** Registers the type of the node that publishes a home at a broker and takes its commands. */
export function registerMqttNode(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: MqttNodeDef): void => runMqttNode(RED, node, def);
  RED.nodes.registerType(type, createNodeConstructor(RED, run));
}

function runMqttNode(RED: NodeAPI, node: Node, def: MqttNodeDef): void {
  const pending = new PendingMessages();
  const status = new NodeStatusTracker({ RED, node }, pending);
  const closing = new AbortController();
  const bridgeNodeId = parseNonEmptyText(def.bridge);
  const supervisor = restartOnDeploy(RED, bridgeNodeId, {
    async start(signal) {
      const [bridge, { RunningMqttNode }] = await Promise.all([
        openBridgeById(RED, bridgeNodeId),
        import('./running-mqtt-node.js'),
      ]);
      signal.throwIfAborted();
      return new RunningMqttNode(bridge, def, { RED, node, status, closing: closing.signal });
    },
    onStartFailed: (error) => status.report(error),
  });
  const stop = (): void => {
    closing.abort(nodeClosedError());
    supervisor.stop();
  };
  registerInputHandler(
    node,
    { RED, pending, status, whenReplaced: 'continue', stop },
    async (message) => (await supervisor.current()).receive(message),
  );
}
