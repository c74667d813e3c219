import type { Node, NodeAPI } from 'node-red';
import type { ConnectionState } from '../bridge';
import { Answers } from './answer';
import { answerMessages } from './answer-messages';
import { openBridgeOf } from './bridge-node';
import { readStatusSettings } from './bridge-status/status-settings';
import type { StatusDef } from './bridge-status/status-settings';
import type { StatusRun } from './bridge-status/status-run';
import { closedError } from './command-error';
import { givenText } from './given-setting';
import { nodeConstructor } from './node-constructor';
import { keepRunning } from './keep-running';
import { Status } from './status';
import { WorkStatus } from './work-status';

/** Registers the type of the node that tells how a bridge stands. */
export function registerStatus(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: StatusDef): void => runStatus(RED, node, def);
  RED.nodes.registerType(type, nodeConstructor(RED, run));
}

function runStatus(RED: NodeAPI, node: Node, def: StatusDef): void {
  const answers = new Answers(node);
  const bridgeId = givenText(def.bridge);
  // It tells how the bridge stands, and nothing of messages.
  const status = new WorkStatus(new Status({ RED, node }), () => 0);

  const start = async (signal: AbortSignal): Promise<Pick<StatusRun, 'request' | 'stop'>> => {
    const [bridge, { StatusRun: Run }] = await Promise.all([
      openBridgeOf(RED, bridgeId),
      import('./bridge-status/status-run.js'),
    ]);
    signal.throwIfAborted();
    const { client } = bridge;
    const run = new Run(bridge, readStatusSettings(def), {
      send: (message) => node.send(message),
      fail(error) {
        status.fail(error);
        node.error(error);
      },
    });
    const changed = (state: ConnectionState): void => {
      status.connection(state);
      if (state.kind === 'connected') {
        status.succeed({ key: state.mode === 'stream' ? 'live' : 'polling' });
      }
      run.changed(state);
    };
    const unsubscribe = client.onConnection(changed);
    changed(client.connection);
    return {
      request: () => run.request(),
      stop() {
        unsubscribe();
        run.stop();
      },
    };
  };
  const running = keepRunning(RED, bridgeId, start, (error) => status.fail(error));

  answerMessages(node, { answers }, async (message) => {
    const run = await running.current();
    const told = await run.request();
    return { messages: () => Object.assign(message, told) };
  });

  node.on('close', () => {
    running.stop();
    answers.failAll(closedError);
    status.stop();
  });
}
