import type { Node, NodeAPI } from 'node-red';
import { runOnBridges } from '../../watch/run-on-bridges';
import type { ButtonNodeDef } from './button-settings';
import { createNodeConstructor } from '../../node/node-constructor';
import { NodeStatusTracker, noPendingMessages } from '../../status/node-status';

/** Registers the type of the node that sends button presses and dial rotations. */
export function registerButtonNode(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: ButtonNodeDef): void => runButtonNode(RED, node, def);
  RED.nodes.registerType(type, createNodeConstructor(RED, run));
}

function runButtonNode(RED: NodeAPI, node: Node, def: ButtonNodeDef): void {
  const status = new NodeStatusTracker({ RED, node }, noPendingMessages);
  const supervisor = runOnBridges({ RED, node, status }, def, async () => {
    const { createButtonSourceStarter } = await import('./start-button-source.js');
    return createButtonSourceStarter(status);
  });
  node.on('close', () => {
    supervisor.stop();
    status.stop();
  });
}
