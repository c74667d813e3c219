import type { Node, NodeAPI } from 'node-red';
import { openBridgeOf } from './bridge-node';
import type { ButtonDef } from './button/button-settings';
import type { ButtonRun } from './button/button-run';
import { followBridge } from './follow-bridge';
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
  const status = new WorkStatus(new Status({ RED, node }), () => 0);

  const start = async (signal: AbortSignal): Promise<ButtonRun> => {
    const [bridge, address, { ButtonRun: Run }] = await Promise.all([
      openBridgeOf(RED, def.bridge),
      watchedAddress(RED, node, def),
      import('./button/button-run.js'),
    ]);
    signal.throwIfAborted();
    return new Run(bridge, def, address, {
      send: (messages) => node.send(messages),
      succeed: (word) => status.succeed(word),
      fail: (error) => status.fail(error),
    });
  };
  const running = keepRunning(RED, def.bridge, start, (error) => status.fail(error));

  const unfollow = followBridge(RED, def.bridge, {
    changed: (state) => status.connection(state),
    failed: (error) => status.fail(error),
  });

  node.on('close', () => {
    unfollow();
    running.stop();
    status.stop();
  });
}
