import type { Node, NodeAPI } from 'node-red';
import type { ConnectionState } from '../../../bridge';
import { PendingMessages } from '../../node/pending-messages';
import { assertMessagePropertiesWritable, registerInputHandler } from '../../node/input-handler';
import { openBridgeById } from '../../bridge/bridge-node';
import type { StatusNodeDef } from './status-settings';
import type { RunningStatusNode } from './running-status-node';
import { parseNonEmptyText } from '../../settings/evaluate-setting';
import {
  addWarningToMessage,
  onlyReadsReason,
  warnOfUnusedPayload,
} from '../../settings/unused-payload';
import { createNodeConstructor } from '../../node/node-constructor';
import { restartOnDeploy } from '../../bridge/deploy/restart-on-deploy';
import type { StartAbortSignal } from '../../bridge/deploy/restart-on-deploy';
import { NodeStatusTracker, noPendingMessages } from '../../status/node-status';

/** Registers the type of the node that sends the status of a bridge. */
export function registerStatusNode(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: StatusNodeDef): void => runStatusNode(RED, node, def);
  RED.nodes.registerType(type, createNodeConstructor(RED, run));
}

/** Properties that the node sets on a message that asks for the status. */
const writtenProperties = ['payload', 'topic', 'status', 'sun', 'previous', 'bridge'] as const;

/** What a message may ask for, whatever the setting says. */
const requestedOutputs = ['programs', 'report'] as const;

function runStatusNode(RED: NodeAPI, node: Node, def: StatusNodeDef): void {
  const pending = new PendingMessages();
  const configNodeId = parseNonEmptyText(def.bridge);
  // The status shows the bridge only, so pending messages are not counted.
  const status = new NodeStatusTracker({ RED, node }, noPendingMessages);

  const start = async (
    signal: StartAbortSignal,
  ): Promise<Pick<RunningStatusNode, 'requestStatus' | 'stop'>> => {
    const [bridge, { RunningStatusNode: Run }, { parseStatusSettings }] = await Promise.all([
      openBridgeById(RED, configNodeId),
      import('./running-status-node.js'),
      import('./status-settings.js'),
    ]);
    signal.throwIfAborted();
    const { client } = bridge;
    const runningNode = new Run(bridge, parseStatusSettings(def), {
      send: (message) => node.send(message),
      fail(error) {
        status.fail(error);
        node.error(error);
      },
    });
    const onStateChange = (state: ConnectionState): void => {
      status.setConnection(state);
      if (state.kind === 'connected') {
        status.succeed({ key: state.mode === 'stream' ? 'live' : 'polling' });
      }
      runningNode.onConnectionChange(state);
    };
    const unsubscribe = client.onConnectionChange(onStateChange);
    onStateChange(client.connectionState);
    return {
      requestStatus: (output) => runningNode.requestStatus(output),
      stop() {
        unsubscribe();
        runningNode.stop();
      },
    };
  };
  const supervisor = restartOnDeploy(RED, configNodeId, {
    start,
    onStartFailed: (error) => status.report(error),
  });

  const stop = (): void => {
    supervisor.stop();
    status.stop();
  };
  registerInputHandler(node, { RED, pending, whenReplaced: 'repeat', stop }, async (message) => {
    assertMessagePropertiesWritable(message, writtenProperties);
    const runningNode = await supervisor.current();
    const requested = requestedOutputs.find((output) => output === message.payload);
    const unused =
      requested === undefined ? warnOfUnusedPayload(message, onlyReadsReason) : undefined;
    const statusMessage = await runningNode.requestStatus(requested);
    const answer = addWarningToMessage(statusMessage, unused);
    return { createMessages: () => Object.assign(message, answer) };
  });
}
