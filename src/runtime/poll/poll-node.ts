import type { Node, NodeAPI, NodeMessage } from 'node-red';
import type { ConnectionState } from '../../bridge';
import { getNestedMember } from '../../resources/values/member-access';
import { PendingMessages } from '../node-lifecycle/message-completion';
import { registerInputHandler } from '../node-lifecycle/input-handler';
import { openBridgeById } from '../session/bridge-node';
import { nodeClosedError, invalidValueError, toError } from '../node-errors';
import { isConnectionLost } from '../node-lifecycle/connection-subscription';
import {
  isSettingUnset,
  getBooleanOrDefault,
  parseNonEmptyText,
  toJsonSettingResult,
  getSettingValueOrThrow,
} from '../settings/evaluate-setting';
import type { PollNodeDef } from './poll-settings';
import type { RunningPollNode } from './running-poll-node';
import { createNodeConstructor } from '../node-lifecycle/node-constructor';
import { restartOnDeploy } from '../node-lifecycle/restart-on-deploy';
import type {
  BridgeDependentStarter,
  StartAbortSignal,
  BridgeDependentSupervisor,
} from '../node-lifecycle/restart-on-deploy';
import { loadLightStateFormatter } from '../watching/load-light-state-formatter';
import { NodeStatusTracker } from '../node-status/node-status';

/** Registers the type of the node that sends the state of resources. */
export function registerPollNode(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: PollNodeDef): void => new PollNode(RED, node, def).run();
  RED.nodes.registerType(type, createNodeConstructor(RED, run));
}

/** One deployed poll node. */
class PollNode implements BridgeDependentStarter<RunningPollNode> {
  readonly #RED: NodeAPI;
  readonly #node: Node;
  readonly #def: PollNodeDef;
  readonly #pending: PendingMessages;
  readonly #status: NodeStatusTracker;
  #supervisor: BridgeDependentSupervisor<RunningPollNode> | undefined;
  #unsubscribe: (() => void) | undefined;
  /** Missing where no messages about the connection are wanted. */
  readonly #emitConnection: ((state: ConnectionState) => void) | undefined;

  constructor(RED: NodeAPI, node: Node, def: PollNodeDef) {
    this.#RED = RED;
    this.#node = node;
    this.#def = def;
    this.#pending = new PendingMessages();
    this.#status = new NodeStatusTracker({ RED, node }, this.#pending);
    if (getBooleanOrDefault(def.connectionMessages, false))
      this.#emitConnection = createConnectionEmitter(node);
  }

  /** Starts to watch, and listens to messages and to the end of the node. */
  run(): void {
    this.#supervisor = restartOnDeploy(this.#RED, this.#bridgeId, this);
    registerInputHandler(
      this.#node,
      {
        RED: this.#RED,
        pending: this.#pending,
        status: this.#status,
        whenReplaced: 'repeat',
        stop: () => this.#stop(),
      },
      async (message) => {
        const copy = copyMessage(this.#RED, message);
        const stateMessages = await this.#pollNow(message);
        return {
          createMessages: () =>
            stateMessages.map((output) =>
              output.map((stateMessage) => mergeIntoCopy(this.#RED, copy, stateMessage)),
            ),
        };
      },
    );
  }

  get #bridgeId(): string | undefined {
    return parseNonEmptyText(this.#def.bridge);
  }

  async start(signal: StartAbortSignal): Promise<RunningPollNode> {
    this.#unsubscribe?.();
    const [
      { client, stateCache },
      { parsePollSettings },
      { evaluateWatchedAddressesSetting },
      { readAddressOn },
      { RunningPollNode: RunningNode },
    ] = await Promise.all([
      openBridgeById(this.#RED, this.#bridgeId),
      import('./poll-settings.js'),
      import('../watching/watched-address.js'),
      import('../several-bridges/own-bridge.js'),
      import('./running-poll-node.js'),
    ]);
    signal.throwIfAborted();
    // The connection is shown whatever is wrong with the other settings.
    this.#unsubscribe = client.onConnectionChange((state) => this.#onConnectionChange(state));
    this.#onConnectionChange(client.connectionState);
    const readAddress = readAddressOn(this.#bridgeId);
    const targets = await evaluateWatchedAddressesSetting(
      this.#RED,
      this.#node,
      this.#def,
      readAddress,
    );
    const settings = parsePollSettings(this.#def);
    const formatLight = await loadLightStateFormatter(settings.format);
    signal.throwIfAborted();
    const output = { node: this.#node, status: this.#status, formatLight, readAddress };
    return new RunningNode({ client, stateCache }, settings, targets, output);
  }

  onStartFailed(error: Error): void {
    this.#status.report(error);
  }

  #onConnectionChange(state: ConnectionState): void {
    this.#status.setConnection(state);
    this.#emitConnection?.(state);
  }

  /** Where the node sends only when asked and its dialog names nothing, the message may say which. */
  async #pollNow(message: NodeMessage): Promise<NodeMessage[][]> {
    const { emit, target } = this.#def;
    const mayName = emit === 'request' && isSettingUnset(target);
    const named = mayName ? getNestedMember(message, 'target') : undefined;
    const addresses = isSettingUnset(named)
      ? undefined
      : getSettingValueOrThrow(toJsonSettingResult(named, 'target'));
    if (this.#supervisor === undefined) throw nodeClosedError();
    return (await this.#supervisor.current()).pollNow(addresses);
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#supervisor?.stop();
  }
}

/**
 * Copies an input message before the bridge is asked.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for one that cannot be copied
 */
function copyMessage(RED: NodeAPI, message: NodeMessage): NodeMessage {
  try {
    return RED.util.cloneMessage(message);
  } catch (thrown) {
    const reason = toError(thrown).message.slice(0, 200);
    throw invalidValueError('msg', `this message cannot be copied: ${reason}. Nothing was sent.`);
  }
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
