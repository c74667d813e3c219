import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from 'node-red';
import { PendingMessages } from '../node-lifecycle/message-completion';
import { registerInputHandler } from '../node-lifecycle/input-handler';
import { NodeStatusTracker, NodeStatusWriter } from '../node-status/node-status';
import { openBridgeById } from '../session/bridge-node';
import { closedError } from '../node-errors';
import { subscribeToConnection } from '../node-lifecycle/connection-subscription';
import { parseNonEmptyText } from '../settings/evaluate-setting';
import { MessageEvaluator } from '../settings/message-evaluator';
import type { ActionSettings } from '../settings/message-evaluator';
import type { BridgeHandle } from '../session/open-bridge';
import type { ActionOutcome } from './action-outcome';
import { createNodeConstructor } from '../node-lifecycle/node-constructor';
import { restartOnDeploy } from '../node-lifecycle/restart-on-deploy';

/** Settings of an action node as the flow file holds them. */
export interface ActionNodeDef extends NodeDef, ActionSettings {
  bridge?: unknown;
}

/** Executes the action that a message asks for. */
export type ActionHandler<Params> = (
  params: Params,
  bridge: BridgeHandle,
  options: { signal: AbortSignal },
) => Promise<ActionOutcome>;

/** Definition of one type of action node. */
export interface ActionNodeDefinition<Def extends ActionNodeDef, Params> {
  type: string;
  /** Reads the parameters of a message. The whole message is read before the first await. */
  parseParams(input: MessageEvaluator, def: Def): Promise<Params>;
  /** Imports the handler lazily: on the first deploy of such a node, not when the palette loads. */
  loadHandler(): Promise<ActionHandler<Params>>;
}

/** Resolved bridge and handler, shared by all messages of a node. */
interface PreparedAction<Params> {
  bridge: BridgeHandle;
  action: ActionHandler<Params>;
}

/** Registers the type of a node that sends one request and completes once for each input message. */
export function registerActionNode<Def extends ActionNodeDef, Params>(
  RED: NodeAPI,
  definition: ActionNodeDefinition<Def, Params>,
): void {
  let loading: Promise<ActionHandler<Params>> | undefined;
  const loadHandler = (): Promise<ActionHandler<Params>> => (loading ??= definition.loadHandler());
  const run = (node: Node, def: Def): void =>
    runActionNode(RED, node, def, { ...definition, loadHandler });
  RED.nodes.registerType(definition.type, createNodeConstructor(RED, run));
}

function runActionNode<Def extends ActionNodeDef, Params>(
  RED: NodeAPI,
  node: Node,
  def: Def,
  definition: ActionNodeDefinition<Def, Params>,
): void {
  const pending = new PendingMessages(node);
  const configNodeId = parseNonEmptyText(def.bridge);
  const closing = new AbortController();
  const { signal } = closing;
  const status = new NodeStatusTracker(new NodeStatusWriter({ RED, node }), () => pending.count);
  const unsubscribe = subscribeToConnection(RED, configNodeId, {
    onStateChange: (state) => status.setConnection(state),
    onError: (error) => status.fail(error),
  });

  // Cache the resolved value to save an await per message.
  let prepared: PreparedAction<Params> | undefined;
  const prepare = async (
    startSignal: AbortSignal,
  ): Promise<PreparedAction<Params> & { stop(): void }> => {
    const [bridge, action] = await Promise.all([
      openBridgeById(RED, configNodeId),
      definition.loadHandler(),
    ]);
    startSignal.throwIfAborted();
    const created = { bridge, action };
    prepared = created;
    return {
      ...created,
      stop() {
        if (prepared === created) prepared = undefined;
      },
    };
  };
  const supervisor = restartOnDeploy(RED, configNodeId, prepare, (error) => status.fail(error));

  const execute = async (message: NodeMessageInFlow): Promise<ActionOutcome> => {
    const pendingParams = definition.parseParams(new MessageEvaluator({ RED, node }, message), def);
    const { bridge, action } =
      prepared ?? (await Promise.all([supervisor.current(), pendingParams]))[0];
    const params = await pendingParams;
    signal.throwIfAborted();
    return action(params, bridge, { signal });
  };

  registerInputHandler(node, { pending, status }, async (message) => {
    const { payload, meta, statusText } = await execute(message);
    return { createMessages: () => Object.assign(message, { payload, bridge: meta }), statusText };
  });

  node.on('close', () => {
    closing.abort(closedError());
    unsubscribe();
    supervisor.stop();
    pending.failAll(closedError);
    status.stop();
  });
}
