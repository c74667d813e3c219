import type { Node, NodeAPI } from 'node-red';
import { openBridgeById } from '../session/bridge-node';
import type { ButtonNodeDef } from './button-settings';
import type { RunningButtonNode } from './running-button-node';
import { subscribeToConnection } from '../node-lifecycle/connection-subscription';
import { parseNonEmptyText } from '../settings/evaluate-setting';
import { createNodeConstructor } from '../node-lifecycle/node-constructor';
import { restartOnDeploy } from '../node-lifecycle/restart-on-deploy';
import type { StartAbortSignal } from '../node-lifecycle/restart-on-deploy';
import { NodeStatusTracker, noPendingMessages } from '../node-status/node-status';

/** Registers the type of the node that sends button presses and dial rotations. */
export function registerButtonNode(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: ButtonNodeDef): void => runButtonNode(RED, node, def);
  RED.nodes.registerType(type, createNodeConstructor(RED, run));
}

function runButtonNode(RED: NodeAPI, node: Node, def: ButtonNodeDef): void {
  const configNodeId = parseNonEmptyText(def.bridge);
  const status = new NodeStatusTracker({ RED, node }, noPendingMessages);

  const start = async (signal: StartAbortSignal): Promise<RunningButtonNode> => {
    const [
      bridge,
      { RunningButtonNode: Run },
      { parseButtonSettings },
      { evaluateWatchedAddressSetting },
      { readAddressOn },
    ] = await Promise.all([
      openBridgeById(RED, configNodeId),
      import('./running-button-node.js'),
      import('./button-settings.js'),
      import('../watching/watched-address.js'),
      import('../several-bridges/own-bridge.js'),
    ]);
    const readAddress = readAddressOn(configNodeId);
    const watchedTarget = await evaluateWatchedAddressSetting(RED, node, def, readAddress);
    signal.throwIfAborted();
    return new Run(bridge, parseButtonSettings(def), watchedTarget, {
      send: (messages) => node.send(messages),
      succeed: (statusText) => status.succeed(statusText),
      fail: (error) => status.report(error),
    });
  };
  const supervisor = restartOnDeploy(RED, configNodeId, {
    start,
    onStartFailed: (error) => status.report(error),
  });

  const unsubscribe = subscribeToConnection(RED, configNodeId, {
    onStateChange: (state) => status.setConnection(state),
    onError: (error) => status.report(error),
  });

  node.on('close', () => {
    unsubscribe();
    supervisor.stop();
    status.stop();
  });
}
