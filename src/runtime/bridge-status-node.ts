import type { Node, NodeAPI, NodeMessage } from 'node-red';
import type { ConnectionState } from '../bridge';
import { Answers } from './answer';
import type { Answer } from './answer';
import { openBridgeOf } from './bridge-node';
import type { StatusDef } from './bridge-status/status-settings';
import type { StatusRun } from './bridge-status/status-run';
import { asError, closedError } from './command-error';
import { keepRunning } from './replaced-bridge';
import { Status } from './status';
import { WorkStatus } from './work-status';

type Send = (message: NodeMessage) => void;

/** Registers the type of the node that tells how a bridge stands. */
export function registerStatus(RED: NodeAPI, type: string): void {
  function StatusNode(this: Node, def: StatusDef): void {
    RED.nodes.createNode(this, def);
    runStatus(RED, this, def);
  }
  RED.nodes.registerType(type, StatusNode);
}

function runStatus(RED: NodeAPI, node: Node, def: StatusDef): void {
  const answers = new Answers(node);
  const status = new WorkStatus(new Status({ RED, node }), () => answers.waiting);

  const start = async (signal: AbortSignal): Promise<Pick<StatusRun, 'request' | 'stop'>> => {
    const [bridge, { StatusRun: Run }] = await Promise.all([
      openBridgeOf(RED, def.bridge),
      import('./bridge-status/status-run.js'),
    ]);
    signal.throwIfAborted();
    const { client } = bridge;
    const run = new Run(bridge, def, (message) => node.send(message));
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
  const running = keepRunning(RED, def.bridge, start, (error) => status.fail(error));

  const handle = async (message: NodeMessage, send: Send, answer: Answer): Promise<void> => {
    try {
      const told = await (await running.current()).request();
      answer.succeed(() => send(Object.assign(message, told)));
    } catch (thrown) {
      answer.fail(asError(thrown));
    }
  };

  node.on('input', (message, send, done) => {
    void handle(message, send, answers.take(done));
  });

  node.on('close', () => {
    running.stop();
    answers.failAll(closedError);
    status.stop();
  });
}
