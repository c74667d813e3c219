import { setImmediate as waitForNextTurn } from 'node:timers/promises';
import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from 'node-red';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { openBridgeById } from '../bridge/bridge-node';
import { getNameAmongSeveralBridges, serializeDeployedBridges } from '../bridge/deployed-bridges';
import { BridgeDependentSupervisor } from '../bridge/deploy/restart-on-deploy';
import type { BridgeDependentStarter, StartAbortSignal } from '../bridge/deploy/restart-on-deploy';
import { recordRunningNode } from '../bridge/deploy/running-nodes';
import { parseNonEmptyText } from '../settings/evaluate-setting';
import { createNodeClosedError, toNodeError } from '../settings/node-errors';
import { rememberPickedNames } from '../settings/picked-names';
import { NodeStatusTracker, noPendingMessages } from '../status/node-status';
import { showConnection } from '../status/show-connection';
import type { Running, SourceContext, SourceStarter } from '../watch/source-context';
import type { RunningOnBridges, RunningNodeSettings } from '../watch/start-on-bridges';
import { mayTargetNameBridge } from '../watch/watched-address';
import { assertMessagePropertiesWritable } from './assert-message-writable';
import { getDeployMessageHandover } from './deploy-message-handover';
import type { DeployMessageHandover } from './deploy-message-handover';
import { PendingMessages } from './pending-messages';
import type {
  InputMessageWithCallbacks,
  MessageCompletionNode,
  MessageResult,
  OutgoingMessages,
} from './pending-messages';

export interface NodeDefinition<
  Def extends NodeDef & RunningNodeSettings,
  Instance extends Running,
  Code,
> {
  readonly type: string;
  /**
   * For unanswered messages. `continue`: the node finishes its requests, and the next node sends the results.
   * `repeat`: the next node processes the messages again.
   */
  readonly whenReplaced: 'continue' | 'repeat';
  readonly isTargetReadOnStart?: boolean;
  /** Messages affect the status; true if missing. */
  readonly showsMessages?: boolean;
  readonly writtenProperties?: readonly string[];
  /** False if the messages name the bridge; true if missing. */
  hasOwnBridge?(def: Def): boolean;
  /** Loads the code on the first deploy of such a node instead of on load of the palette. */
  load(): Promise<Code>;
  create(node: DeployedNode<Def, Instance>): NodeBehavior<Instance, Code>;
}

interface NodeBehavior<Instance extends Running, Code> {
  /** Called again if a deploy replaces the bridge, and by a message after a failed start. */
  start(context: SourceContext, code: Code): Promise<Instance>;
  /**
   * A rejection becomes the error of the message. Undefined without an input. A request before the first `await` is
   * sent in the turn in which the message arrives.
   */
  onInput?(message: NodeMessageInFlow): Promise<MessageResult>;
}

export interface DeployedNode<Def, Instance extends Running> {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly def: Def;
  readonly status: NodeStatusTracker;
  /** Aborted after close, once no message needs it. */
  readonly signal: AbortSignal;
  readonly started: Instance | undefined;
  /**
   * Starts again after a failed start.
   *
   * @throws {BridgeError} the error of the start
   */
  current(): Promise<Instance>;
  /**
   * Starts the node's own messages.
   *
   * @throws {BridgeError} see `startOnBridges`; ERR_BRIDGE_CLOSED if the node was stopped meanwhile
   */
  startOnBridges<Part extends Running>(
    context: SourceContext,
    startSource: SourceStarter<Def, Part>,
  ): Promise<RunningOnBridges<Part>>;
}

export function registerNode<
  Def extends NodeDef & RunningNodeSettings,
  Instance extends Running,
  Code,
>(RED: NodeAPI, definition: NodeDefinition<Def, Instance, Code>): void {
  RED.nodes.registerType(definition.type, function construct(this: Node, def: Def): void {
    RED.nodes.createNode(this, def);
    rememberPickedNames(def);
    recordRunningNode(this, def);
    runNode(RED, this, def, definition);
  });
}

/**
 * Runs a node, and starts it again if a deploy replaces the bridge. Answers every message exactly once, or leaves it
 * to the node's replacement.
 */
export function runNode<Def extends NodeDef & RunningNodeSettings, Instance extends Running, Code>(
  RED: NodeAPI,
  node: Node,
  def: Def,
  definition: Omit<NodeDefinition<Def, Instance, Code>, 'type'>,
): void {
  new NodeRunner(RED, node, def, definition).run();
}

/** A class instead of closures, because each node has one instance. */
class NodeRunner<Def extends NodeDef & RunningNodeSettings, Instance extends Running, Code>
  implements DeployedNode<Def, Instance>, BridgeDependentStarter<Instance>
{
  readonly status: NodeStatusTracker;
  readonly #behavior: NodeBehavior<Instance, Code>;
  readonly #answering: MessageCompletionNode;
  readonly #handover: DeployMessageHandover;
  #supervisor: BridgeDependentSupervisor<Instance> | undefined;
  #stopShowing: (() => void) | undefined;
  #isStopped = false;
  /** Created with the first message, since it takes almost as much memory as the rest of the node. */
  #closing: AbortController | undefined;

  constructor(
    readonly RED: NodeAPI,
    readonly node: Node,
    readonly def: Def,
    private readonly definition: Omit<NodeDefinition<Def, Instance, Code>, 'type'>,
  ) {
    const { showsMessages = true } = definition;
    const pending = new PendingMessages();
    this.status = new NodeStatusTracker(this, showsMessages ? pending : noPendingMessages);
    this.#answering = { node, pending, status: showsMessages ? this.status : undefined };
    this.#handover = getDeployMessageHandover(RED);
    this.#behavior = definition.create(this);
  }

  run(): void {
    const { node } = this;
    if (this.definition.hasOwnBridge?.(this.def) !== false)
      this.#supervisor = new BridgeDependentSupervisor(this.RED, this.#bridgeId, this);
    if (this.#behavior.onInput !== undefined)
      node.on('input', (message, send: (messages: OutgoingMessages) => void, done) =>
        this.#receive({ message, send, done }),
      );
    node.on('close', (removed: boolean, done: () => void) => this.#close(removed, done));
  }

  get signal(): AbortSignal {
    this.#closing ??= new AbortController();
    // A message may arrive after the close.
    if (this.#isStopped) this.#closing.abort(createNodeClosedError());
    return this.#closing.signal;
  }

  get started(): Instance | undefined {
    return this.#supervisor?.started;
  }

  current(): Promise<Instance> {
    if (this.#supervisor === undefined) throw createNodeClosedError();
    return this.#supervisor.current();
  }

  async startOnBridges<Part extends Running>(
    context: SourceContext,
    startSource: SourceStarter<Def, Part>,
  ): Promise<RunningOnBridges<Part>> {
    const { startOnBridges } = await import('../watch/start-on-bridges.js');
    if (context.isStopped()) throw createNodeClosedError();
    return startOnBridges(this.def, context, startSource, this.definition.isTargetReadOnStart);
  }

  /** Waits until Node-RED has created all nodes: a message to a node that does not exist yet is lost. */
  async start(signal: StartAbortSignal): Promise<Instance> {
    this.#stopShowing?.();
    const { RED, node, status } = this;
    const [bridge, code] = await Promise.all([
      openBridgeById(RED, this.#bridgeId),
      this.definition.load(),
      waitForNextTurn(),
    ]);
    signal.throwIfAborted();
    const bridgeName = this.#mayNameBridge ? getNameAmongSeveralBridges(this.#bridgeId) : undefined;
    this.#stopShowing = showConnection(bridge.client, status, bridgeName);
    const context: SourceContext = {
      RED,
      node,
      bridge,
      send: node.send.bind(node),
      onError: (error) => status.report(error),
      isStopped: () => signal.aborted,
      status,
    };
    return this.#behavior.start(context, code);
  }

  /** Returns the deployed bridges if the target may name one. */
  dependency(): string | undefined {
    return this.#mayNameBridge ? serializeDeployedBridges() : undefined;
  }

  onStartFailed(error: Error): void {
    this.status.report(error);
  }

  get #bridgeId(): string | undefined {
    return parseNonEmptyText(this.def.bridge);
  }

  get #mayNameBridge(): boolean {
    return mayTargetNameBridge(this.def, this.definition.isTargetReadOnStart);
  }

  #receive(input: InputMessageWithCallbacks): void {
    const { pending, status } = this.#answering;
    const carried = this.#handover.take(this.node, input.message);
    if (carried !== undefined) {
      pending.adopt(carried);
      carried.moveTo(this.#answering, input);
      status?.refresh();
      return carried.release();
    }
    const processing = this.#process(input.message);
    const completion = pending.add(this.#answering, input);
    status?.refresh();
    processing.then(
      (result) => completion.complete(result),
      (thrown: unknown) => completion.complete(this.#toAnswer(thrown)),
    );
  }

  async #process(message: NodeMessageInFlow): Promise<MessageResult> {
    assertMessagePropertiesWritable(message, this.definition.writtenProperties ?? []);
    const processing = this.#behavior.onInput?.(message);
    if (processing === undefined) throw createNodeClosedError();
    return processing;
  }

  /** Answers the messages, or leaves them to the next node. */
  #close(removed: boolean, done: () => void): void {
    const { pending } = this.#answering;
    this.status.stop();
    if (removed || !this.#handover.isReplacing) {
      this.#stop();
      if (pending.count === 0) return done();
      // In this turn, unsent requests are cancelled with errors that say so.
      setImmediate(() => {
        pending.failAll(() => createNodeClosedError());
        done();
      });
      return undefined;
    }
    const completions = pending.removeAll();
    if (this.definition.whenReplaced === 'continue')
      this.#handover.carryResults(this.node, completions);
    else this.#handover.carryInputs(this.node, completions);
    pending.onceFinished(() => this.#stop());
    return done();
  }

  #stop(): void {
    this.#isStopped = true;
    this.#closing?.abort(createNodeClosedError());
    this.#supervisor?.stop();
    this.#stopShowing?.();
  }

  /** Says after close whether the request was sent. */
  #toAnswer(thrown: unknown): Error {
    const isGivenUp =
      this.#isStopped && isBridgeError(thrown) && thrown.code === 'ERR_BRIDGE_ABORTED';
    return isGivenUp ? createNodeClosedError(thrown.cause.sent) : toNodeError(thrown);
  }
}
