import { setImmediate as waitForNextTurn } from 'node:timers/promises';
import { types } from 'node:util';
import type { Node, NodeAPI, NodeDef, NodeMessageInFlow, NodeMessage } from 'node-red';
import { isBridgeError } from '../bridge/errors';
import type { Turn } from '../bridge/turn';
import type { MessageFormat } from './message-format';
import {
  getNameAmongSeveralBridges,
  listOpenedBridges,
  serializeDeployedBridges,
  openBridgeById,
} from './bridge/deployed';
import type { ShownConnection } from './bridge/shown-connections';
import { getDeployMonitor, recordRunningNode } from './deploy';
import { RunOnBridge } from './run-on-bridge';
import type { StartOnBridge, StartAbortSignal } from './run-on-bridge';
import type { DeployMonitor } from './deploy';
import { createNodeClosedError, toNodeError, createInvalidValueError } from './errors';
import {
  rememberPickedNames,
  parseNonEmptyText,
  mayTargetNameBridge,
  isPlainFormat,
} from './stored-settings';
import { NodeStatusTracker, noPendingMessages } from './status';
import type {
  Running,
  RunContext,
  StartRunning,
  RunningOnBridges,
  RunningNodeSettings,
} from './running';
import type { TranslatableStatusText } from './status';

/** How Node-RED sees a node, before its code is loaded. */
export interface NodeDefinition<
  Def extends NodeDef & RunningNodeSettings,
  Instance extends Running,
> {
  readonly type: string;
  /**
   * For unanswered messages. `continue`: the node finishes its requests, and the next node sends the results.
   * `repeat`: the next node processes the messages again.
   */
  readonly whenReplaced: 'continue' | 'repeat';
  readonly isTargetReadOnStart?: boolean;
  /** True if missing. */
  readonly hasInput?: boolean;
  /** Messages affect the status; true if missing. */
  readonly showsMessages?: boolean;
  readonly writtenProperties?: readonly string[];
  /** False if the messages name the bridge; true if missing. */
  hasOwnBridge?(def: Def): boolean;
  /** Loads the code on the first deploy of such a node instead of on load of the palette. */
  load(): Promise<NodeCode<Def, Instance>>;
}

/** Creates what one node does. */
export type NodeCode<Def, Instance extends Running> = (
  deployed: DeployedNode<Def, Instance>,
) => NodeBehavior<Instance>;

interface NodeBehavior<Instance extends Running> {
  /** Called again if a deploy replaces the bridge, and by a message after a failed start. */
  start(context: RunContext): Promise<Instance>;
  /**
   * A rejection becomes the error of the message. Missing without an input. A request before the first `await` is
   * sent in the turn in which the message arrives.
   *
   * @param turn of a message that has waited for the code
   */
  onInput?(message: NodeMessageInFlow, turn?: Turn): Promise<MessageResult>;
}

export interface DeployedNode<Def, Instance extends Running> {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly def: Def;
  /** Undefined for plain words. */
  readonly format: MessageFormat | undefined;
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
    context: RunContext,
    startOne: StartRunning<Def, Part>,
  ): Promise<RunningOnBridges<Part>>;
}

/**
 * Registers a node of the palette. Its messages are completed once each, by the node itself or, after a deploy, by the
 * next node with its id.
 */
export function registerNode<Def extends NodeDef & RunningNodeSettings, Instance extends Running>(
  RED: NodeAPI,
  definition: NodeDefinition<Def, Instance>,
): void {
  RED.nodes.registerType(definition.type, function construct(this: Node, def: Def): void {
    RED.nodes.createNode(this, def);
    rememberPickedNames(def);
    recordRunningNode(this, def);
    new NodeLifecycle(RED, this, def, definition).run();
  });
}

/** Registers a node that carries out commands; see `createCommandNode`. */
export const registerCommandNode = <
  Def extends NodeDef & RunningNodeSettings & BridgeChoice,
  Instance extends Running,
>(
  RED: NodeAPI,
  {
    writtenProperties = [],
    ...definition
  }: Pick<
    NodeDefinition<Def, Instance>,
    'type' | 'isTargetReadOnStart' | 'writtenProperties' | 'load'
  >,
): void =>
  registerNode(RED, {
    ...definition,
    whenReplaced: 'continue',
    writtenProperties: ['payload', 'bridge', ...writtenProperties],
    hasOwnBridge,
  });

interface BridgeChoice {
  /** The node then has no bridge of its own. */
  readonly bridgeFromMessage?: unknown;
}

export const hasOwnBridge = ({ bridgeFromMessage }: BridgeChoice): boolean =>
  bridgeFromMessage !== true;

/**
 * Runs a deployed node: starts it, and again if a deploy replaces the bridge; answers each input once, or leaves it to
 * the node's replacement; closes it. A class instead of closures, since each node has an instance.
 */
export class NodeLifecycle<Def extends NodeDef & RunningNodeSettings, Instance extends Running>
  implements DeployedNode<Def, Instance>, StartOnBridge<Instance>
{
  readonly status: NodeStatusTracker;
  format: MessageFormat | undefined;
  /** Undefined until the code is loaded. */
  #behavior: NodeBehavior<Instance> | undefined;
  readonly #answering: MessageCompletionNode;
  readonly #handover: DeployMessageHandover;
  #run: RunOnBridge<Instance> | undefined;
  #connection: ShownConnection | undefined;
  #isStopped = false;
  /** Created with the first message, since it takes almost as much memory as the rest of the node. */
  #closing: AbortController | undefined;

  constructor(
    readonly RED: NodeAPI,
    readonly node: Node,
    readonly def: Def,
    private readonly definition: Omit<NodeDefinition<Def, Instance>, 'type'>,
  ) {
    const { showsMessages = true } = definition;
    const pending = new PendingMessages();
    this.status = new NodeStatusTracker(this, showsMessages ? pending : noPendingMessages);
    this.#answering = { node, pending, status: showsMessages ? this.status : undefined };
    this.#handover = getDeployMessageHandover(RED);
  }

  run(): void {
    const { node } = this;
    if (this.definition.hasOwnBridge?.(this.def) !== false)
      this.#run = new RunOnBridge(this.RED, this.#bridgeId, this);
    else this.#load().catch((error: unknown) => this.status.report(toNodeError(error)));
    if (this.definition.hasInput !== false)
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
    return this.#run?.started;
  }

  current(): Promise<Instance> {
    if (this.#run === undefined) throw createNodeClosedError();
    return this.#run.current();
  }

  async startOnBridges<Part extends Running>(
    context: RunContext,
    startOne: StartRunning<Def, Part>,
  ): Promise<RunningOnBridges<Part>> {
    const { startOnBridges } = await import('./running.js');
    if (context.isStopped()) throw createNodeClosedError();
    return startOnBridges(this.def, context, startOne, this.definition.isTargetReadOnStart);
  }

  async #load(): Promise<NodeBehavior<Instance>> {
    const [create] = await Promise.all([this.definition.load(), this.#loadFormat()]);
    return (this.#behavior ??= create(this));
  }

  /** A node in plain words does not load the other formats. */
  async #loadFormat(): Promise<void> {
    const { RED, node, def } = this;
    if (isPlainFormat(def.format)) return;
    const { MessageFormat: Format } = await import('./message-format.js');
    this.format ??= new Format(def, { RED, node });
  }

  /** Waits until Node-RED has created all nodes: a message to a node that does not exist yet is lost. */
  async start(signal: StartAbortSignal): Promise<Instance> {
    this.#connection?.stop();
    const { RED, node, status } = this;
    const [bridge, behavior] = await Promise.all([
      openBridgeById(RED, this.#bridgeId),
      this.#load(),
      waitForNextTurn(),
    ]);
    signal.throwIfAborted();
    const bridgeName = this.#mayNameBridge ? getNameAmongSeveralBridges(this.#bridgeId) : undefined;
    this.#connection = bridge.showConnection(status, bridgeName);
    const context: RunContext = {
      RED,
      node,
      bridge,
      format: this.format,
      send: node.send.bind(node),
      onError: (error) => status.report(error),
      isStopped: () => signal.aborted,
      status,
    };
    return behavior.start(context);
  }

  /** Returns the deployed bridges if the target may name one. */
  bridgeNames(): string | undefined {
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
    const processing =
      this.#behavior === undefined
        ? this.#processWhenLoaded(message)
        : this.#behavior.onInput?.(message);
    if (processing === undefined) throw createNodeClosedError();
    return processing;
  }

  /** Later messages to other nodes still come after this one. */
  async #processWhenLoaded(message: NodeMessageInFlow): Promise<MessageResult> {
    const bridges = listOpenedBridges();
    const turn = bridges[0]?.takeTurn();
    const load = async (): Promise<{ processing: Promise<MessageResult> | undefined }> => ({
      processing: (await this.#load()).onInput?.(message, turn),
    });
    const { processing } = await (turn?.whileWaiting(bridges, load) ?? load());
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
        pending.failAll();
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
    this.#run?.stop();
    this.#connection?.stop();
  }

  /** Says after close whether the request was sent. */
  #toAnswer(thrown: unknown): Error {
    const isGivenUp =
      this.#isStopped && isBridgeError(thrown) && thrown.code === 'ERR_BRIDGE_ABORTED';
    return isGivenUp ? createNodeClosedError(thrown.cause.sent) : toNodeError(thrown);
  }
}

/**
 * Checks a message before a request is sent.
 *
 * @param names properties that the node sets
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a Proxy, a frozen or sealed message, a read-only property, or
 * an accessor, also if it is inherited
 */
export function assertMessagePropertiesWritable(message: object, names: readonly string[]): void {
  for (const name of names) {
    const obstacle = findWriteObstacle(message, name);
    if (obstacle !== undefined)
      throw createInvalidValueError(`msg.${name}`, formatRefusal(obstacle));
  }
}

const formatRefusal = (obstacle: string): string =>
  `the result of this node goes there, and it cannot be written, because ${obstacle}. Nothing was sent. Pass a copy of the message to this node, such as { ...msg }.`;

/** Returns why an assignment would fail or run code of the flow. */
function findWriteObstacle(message: object, name: string): string | undefined {
  for (let owner: unknown = message; isObjectLike(owner); owner = Object.getPrototypeOf(owner)) {
    if (types.isProxy(owner)) return 'the message is a Proxy';
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor === undefined) continue;
    if (descriptor.writable === undefined) return 'it is a getter or setter';
    if (!descriptor.writable) return 'it is read-only';
    break;
  }
  return Object.hasOwn(message, name) || Object.isExtensible(message)
    ? undefined
    : 'the message is frozen or sealed';
}

const isObjectLike = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

export type OutgoingMessages = NodeMessage | NodeMessage[][];

export interface InputMessageWithCallbacks {
  readonly message: NodeMessageInFlow;
  readonly send: (messages: OutgoingMessages) => void;
  readonly done: (error?: Error) => void;
}

export interface MessageResult {
  /** Called only if the message is not completed. */
  createMessages(): OutgoingMessages;
  /** Reported after the messages are sent, if a part of the command failed. */
  problem?: Error;
  /** Undefined for the status before the message. */
  statusText?: TranslatableStatusText;
}

/** The receiver, or its replacement after a deploy. */
export interface MessageCompletionNode {
  readonly node: Pick<Node, 'error'>;
  readonly pending: PendingMessages;
  readonly status?: Pick<NodeStatusTracker, 'refresh' | 'succeed' | 'fail' | 'stop'> | undefined;
}

/** Holds the messages of a node that are not completed, and says when each received one is. */
export class PendingMessages {
  /** Created with the first message: many nodes never get one. */
  #completions: Set<MessageCompletion> | undefined;
  /** Messages that no node has completed. */
  #unfinished = 0;
  #onFinished: (() => void) | undefined;

  get count(): number {
    return this.#completions?.size ?? 0;
  }

  add(answeringNode: MessageCompletionNode, input: InputMessageWithCallbacks): MessageCompletion {
    this.#unfinished += 1;
    const completion = new MessageCompletion(answeringNode, input);
    this.adopt(completion);
    return completion;
  }

  adopt(completion: MessageCompletion): void {
    (this.#completions ??= new Set()).add(completion);
  }

  remove(completion: MessageCompletion): void {
    this.#completions?.delete(completion);
  }

  /** Removes the messages, so that another node can answer them. */
  removeAll(): readonly MessageCompletion[] {
    const completions = [...(this.#completions ?? [])];
    this.#completions?.clear();
    return completions;
  }

  /** Completes each message: with its result if there is one, otherwise with the error that the node is closed. */
  failAll(): void {
    for (const completion of this.#completions ?? []) completion.drop();
  }

  /** Calls back after each received message is completed. */
  onceFinished(callback: () => void): void {
    if (this.#unfinished === 0) callback();
    else this.#onFinished = callback;
  }

  /** Counts a message that this node received, and that any node completed. */
  finish(): void {
    this.#unfinished -= 1;
    if (this.#unfinished === 0) this.#onFinished?.();
  }
}

/** Completes a message exactly once, by its node or by the next one; ignores later results. */
export class MessageCompletion {
  readonly #receivedBy: PendingMessages;
  #answeringNode: MessageCompletionNode;
  #input: InputMessageWithCallbacks;
  #isHeld = false;
  #isCompleted = false;
  /** Result from the time when no node could answer. */
  #heldResult: MessageResult | Error | undefined;

  constructor(answeringNode: MessageCompletionNode, input: InputMessageWithCallbacks) {
    this.#receivedBy = answeringNode.pending;
    this.#answeringNode = answeringNode;
    this.#input = input;
  }

  get input(): InputMessageWithCallbacks {
    return this.#input;
  }

  /** Keeps the result until `release` or `drop`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Another node answers the message. */
  moveTo(answeringNode: MessageCompletionNode, input: InputMessageWithCallbacks): void {
    answeringNode.pending.adopt(this);
    this.#answeringNode = answeringNode;
    this.#input = input;
  }

  /** Answers the message now, or later with its result. */
  release(): void {
    this.#isHeld = false;
    if (this.#heldResult !== undefined) this.complete(this.#heldResult);
  }

  /** Completes the message: with its result if there is one, otherwise with the error that the node is closed. */
  drop(): void {
    this.#isHeld = false;
    this.complete(this.#heldResult ?? createNodeClosedError());
  }

  /** Another completion answers the message. */
  abandon(): void {
    this.#isCompleted = true;
    this.#receivedBy.finish();
  }

  complete(result: MessageResult | Error): void {
    if (this.#isCompleted) return;
    if (this.#isHeld) {
      this.#heldResult ??= result;
      return;
    }
    this.#isCompleted = true;
    const { pending, status } = this.#answeringNode;
    pending.remove(this);
    const error =
      result instanceof Error ? toNodeError(result) : (this.#send(result) ?? result.problem);
    this.#callDone(error);
    if (error !== undefined) status?.fail(error);
    else if (result instanceof Error || result.statusText === undefined) status?.refresh();
    else status?.succeed(result.statusText);
    this.#receivedBy.finish();
  }

  /** Returns the error, so that a frozen or uncloneable message is completed too. */
  #send(result: MessageResult): Error | undefined {
    try {
      this.#input.send(result.createMessages());
      return undefined;
    } catch (failure) {
      return toNodeError(failure, 'It was done, but the message could not be passed on');
    }
  }

  #callDone(error: Error | undefined): void {
    try {
      this.#input.done(error);
    } catch (failure) {
      // Node-RED clones the message for a Catch node; that throws for an uncloneable message.
      this.#answeringNode.node.error(error ?? failure);
    }
  }
}

interface ReceivingNode {
  readonly type: string;
  receive(message: NodeMessage): void;
}

interface NodesOfFlows {
  getNode(id: string): ReceivingNode | null | undefined;
}

interface CarriedMessage {
  readonly node: Pick<Node, 'id' | 'type'>;
  readonly completion: MessageCompletion;
  /** The next node processes the message again. */
  readonly isRepeated: boolean;
}

const handoversByEmitter = new WeakMap<object, DeployMessageHandover>();

function getDeployMessageHandover({ events, nodes }: NodeAPI): DeployMessageHandover {
  const existing = handoversByEmitter.get(events);
  if (existing !== undefined) return existing;
  const created = new DeployMessageHandover(getDeployMonitor(events), nodes);
  handoversByEmitter.set(events, created);
  return created;
}

/**
 * Carries messages from a stopped node to the new node with the same id and type. The new node receives each message
 * again after the deploy: Node-RED then counts the message as completed by the new node.
 */
export class DeployMessageHandover {
  #waiting: CarriedMessage[] = [];
  /** Messages that a node is just receiving; the result may be pending. */
  readonly #received = new Set<CarriedMessage>();

  constructor(
    private readonly monitor: Pick<DeployMonitor, 'onceDeployed' | 'isReplacing'>,
    private readonly nodes: NodesOfFlows,
  ) {}

  /** True while a deploy closes nodes that it may replace. */
  get isReplacing(): boolean {
    return this.monitor.isReplacing;
  }

  /** Carries running messages. Their results go to the next node. */
  carryResults(node: Pick<Node, 'id' | 'type'>, completions: readonly MessageCompletion[]): void {
    for (const completion of completions) {
      completion.hold();
      this.#carry({ node, completion, isRepeated: false });
    }
  }

  /** Carries messages that the next node processes again. Earlier results are ignored. */
  carryInputs(node: Pick<Node, 'id' | 'type'>, completions: readonly MessageCompletion[]): void {
    for (const completion of completions) {
      completion.abandon();
      this.#carry({ node, completion, isRepeated: true });
    }
  }

  /** Returns undefined for messages that were not carried. */
  take(
    { id, type }: Pick<Node, 'id' | 'type'>,
    message: NodeMessage,
  ): MessageCompletion | undefined {
    for (const carried of this.#received) {
      const { node, completion } = carried;
      if (node.id !== id || node.type !== type || completion.input.message !== message) continue;
      this.#received.delete(carried);
      return completion;
    }
    return undefined;
  }

  #carry(message: CarriedMessage): void {
    this.#waiting.push(message);
    this.monitor.onceDeployed(this.#endDeploy);
  }

  readonly #endDeploy = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.#handOver(message);
  };

  #handOver(carried: CarriedMessage): void {
    const { node, completion, isRepeated } = carried;
    const next = this.nodes.getNode(node.id);
    const { message, done } = completion.input;
    if (next?.type === node.type) {
      if (!isRepeated) this.#received.add(carried);
      next.receive(message);
    } else if (isRepeated) done(createNodeClosedError());
    else completion.drop();
  }
}
