import type { Node, NodeAPI } from 'node-red';
import { openBridgeOf } from './bridge-node';
import { readButtonSettings } from './button/button-settings';
import type { ButtonDef } from './button/button-settings';
import type { ButtonRun } from './button/button-run';
import { followBridge } from './follow-bridge';
import { givenText } from './given-setting';
import { nodeConstructor } from './node-constructor';
import { keepRunning } from './keep-running';
import { Status } from './status';
import { watchedAddress } from './watched-address';
import { WorkStatus } from './work-status';

/** Registers the type of the node that tells what people press and turn. */
export function registerButton(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: ButtonDef): void => runButton(RED, node, def);
  RED.nodes.registerType(type, nodeConstructor(RED, run));
}

function runButton(RED: NodeAPI, node: Node, def: ButtonDef): void {
  const bridgeId = givenText(def.bridge);
  const status = new WorkStatus(new Status({ RED, node }), () => 0);

  const start = async (signal: AbortSignal): Promise<ButtonRun> => {
    const [bridge, address, { ButtonRun: Run }] = await Promise.all([
      openBridgeOf(RED, bridgeId),
      watchedAddress(RED, node, def),
      import('./button/button-run.js'),
    ]);
    signal.throwIfAborted();
    return new Run(bridge, readButtonSettings(def), address, {
      send: (messages) => node.send(messages),
      succeed: (word) => status.succeed(word),
      fail: (error) => status.fail(error),
    });
  };
  const running = keepRunning(RED, bridgeId, start, (error) => status.fail(error));

  const unfollow = followBridge(RED, bridgeId, {
    changed: (state) => status.connection(state),
    failed: (error) => status.fail(error),
  });

  node.on('close', () => {
    unfollow();
    running.stop();
    status.stop();
  });
}
