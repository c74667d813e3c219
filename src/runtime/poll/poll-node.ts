import type { Node, NodeAPI, NodeMessage } from 'node-red';
import type { ConnectionState } from '../../bridge';
import { PendingMessages } from '../node-lifecycle/message-completion';
import { registerInputHandler } from '../node-lifecycle/input-handler';
import { openBridgeById } from '../session/bridge-node';
import { subscribeToConnection, isConnectionLost } from '../node-lifecycle/connection-subscription';
import { parseBoolean, parseNonEmptyText } from '../settings/evaluate-setting';
import type { PollNodeDef } from './poll-settings';
import type { PollRunner } from './poll-runner';
import { createNodeConstructor } from '../node-lifecycle/node-constructor';
import { restartOnDeploy } from '../node-lifecycle/restart-on-deploy';
import type { StartSignal } from '../node-lifecycle/restart-on-deploy';
import { NodeStatusTracker } from '../node-status/node-status';
import { evaluateWatchedAddress } from '../watching/watched-address';

/** Registers the type of the node that sends the state of resources. */
export function registerPollNode(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: PollNodeDef): void => runPollNode(RED, node, def);
  RED.nodes.registerType(type, createNodeConstructor(RED, run));
}

function runPollNode(RED: NodeAPI, node: Node, def: PollNodeDef): void {
  const pending = new PendingMessages();
  const status = new NodeStatusTracker({ RED, node }, () => pending.count);
  const configNodeId = parseNonEmptyText(def.bridge);
  const emitConnection = parseBoolean(def.connectionMessages, false)
    ? createConnectionEmitter(node)
    : undefined;

  const start = async (signal: StartSignal): Promise<PollRunner> => {
    const [bridge, watchedTarget, { parsePollSettings }, { PollRunner: Runner }] =
      await Promise.all([
        openBridgeById(RED, configNodeId),
        evaluateWatchedAddress(RED, node, def),
        import('./poll-settings.js'),
        import('./poll-runner.js'),
      ]);
    signal.throwIfAborted();
    return new Runner(bridge, parsePollSettings(def), watchedTarget, { node, status });
  };
  const supervisor = restartOnDeploy(RED, configNodeId, start, (error) => status.fail(error));

  const unsubscribe = subscribeToConnection(RED, configNodeId, {
    onStateChange(state) {
      status.setConnection(state);
      emitConnection?.(state);
    },
    onError: (error) => status.fail(error),
  });

  const stop = (): void => {
    unsubscribe();
    supervisor.stop();
  };
  registerInputHandler(
    node,
    { RED, pending, status, whenReplaced: 'repeat', stop },
    async (message) => {
      const pollRunner = await supervisor.current();
      const stateMessages = await pollRunner.pollNow();
      return {
        createMessages: () => [
          stateMessages.map((stateMessage) => mergeIntoCopy(RED, message, stateMessage)),
        ],
      };
    },
  );
}

/** Merges a state message into a clone of the input message. */
const mergeIntoCopy = (
  RED: NodeAPI,
  message: NodeMessage,
  stateMessage: NodeMessage,
): NodeMessage => Object.assign(RED.util.cloneMessage(message), stateMessage);

/** Sends one message when the connection is lost, and one when it returns. */
function createConnectionEmitter(node: Node): (state: ConnectionState) => void {
  let wasLost = false;
  return ({ kind, since, reason }) => {
    const isLost = isConnectionLost(kind);
    if (isLost === undefined || isLost === wasLost) return;
    wasLost = isLost;
    node.send({
      topic: 'connection',
      payload: { connected: !isLost, since: since.toISOString() },
      bridge: {
        occasion: isLost ? 'lost' : 'returned',
        ...(reason === undefined ? {} : { code: reason.code, reason: reason.message }),
      },
    });
  };
}
