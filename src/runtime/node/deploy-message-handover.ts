import type { Node, NodeAPI } from 'node-red';
import { nodeClosedError } from '../settings/node-errors';
import { getDeployMonitor } from '../bridge/deploy/deploy-monitor';
import type { DeployMonitor } from '../bridge/deploy/deploy-monitor';
import type {
  MessageCompletionNode,
  InputMessageWithCallbacks,
  MessageCompletion,
} from './message-completion';

/** A node that a deploy has started again, which takes over the messages of the one before. */
export interface RestartedNode extends MessageCompletionNode {
  readonly node: Pick<Node, 'id' | 'type' | 'send' | 'error'>;
  /** Processes a message. */
  receive(input: InputMessageWithCallbacks): void;
}

/** A message whose node was stopped by a deploy. */
interface CarriedMessage {
  /** Called when the node has been started again; the node cannot send yet. */
  moveTo(node: RestartedNode): void;
  /** Called when the deploy has ended: the node can send. */
  release(): void;
  /** Called when the deploy has ended without such a node. */
  drop(): void;
}

const registriesByEmitter = new WeakMap<object, DeployMessageHandover>();

/** The messages that deploys of a Node-RED carry from each node to the one that is put in its place. */
export function getDeployMessageHandover(events: NodeAPI['events']): DeployMessageHandover {
  const existing = registriesByEmitter.get(events);
  if (existing !== undefined) return existing;
  const created = new DeployMessageHandover(getDeployMonitor(events));
  registriesByEmitter.set(events, created);
  return created;
}

/** Messages on their way from a node that a deploy has stopped to the one that it starts with the same id and type. */
export class DeployMessageHandover {
  readonly #monitor: Pick<DeployMonitor, 'onceDeployed' | 'isReplacing'>;
  readonly #waiting = new Map<string, CarriedMessage[]>();
  #moved: CarriedMessage[] = [];

  constructor(monitor: Pick<DeployMonitor, 'onceDeployed' | 'isReplacing'>) {
    this.#monitor = monitor;
  }

  /** For a node that is just being closed: true when a deploy may put another in its place. */
  get isReplacing(): boolean {
    return this.#monitor.isReplacing;
  }

  /** Carries messages that are being processed: their results go to the next node. */
  carryResults(node: Pick<Node, 'id' | 'type'>, completions: readonly MessageCompletion[]): void {
    for (const completion of completions) completion.hold();
    this.#carry(node, completions.map(carryResult));
  }

  /** Carries messages that the next node is to process anew: what comes of them so far is ignored. */
  carryInputs(node: Pick<Node, 'id' | 'type'>, completions: readonly MessageCompletion[]): void {
    for (const completion of completions) completion.abandon();
    this.#carry(
      node,
      completions.map(({ input }) => carryInput(input)),
    );
  }

  /** Moves the messages of the node before to a node that has just been started. */
  moveTo(node: RestartedNode): void {
    const key = toKey(node.node);
    const messages = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const message of messages) message.moveTo(node);
    this.#moved.push(...messages);
  }

  #carry(node: Pick<Node, 'id' | 'type'>, messages: readonly CarriedMessage[]): void {
    if (messages.length === 0) return;
    const key = toKey(node);
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), ...messages]);
    this.#monitor.onceDeployed(() => this.#endDeploy());
  }

  #endDeploy(): void {
    const moved = this.#moved;
    const left = [...this.#waiting.values()].flat();
    this.#moved = [];
    this.#waiting.clear();
    for (const message of moved) message.release();
    for (const message of left) message.drop();
  }
}

const toKey = ({ type, id }: Pick<Node, 'id' | 'type'>): string => `${type} ${id}`;

const carryResult = (completion: MessageCompletion): CarriedMessage => ({
  moveTo(node) {
    completion.moveTo(node, toInputOf(node, completion.input));
    node.pending.adopt(completion);
    node.status?.refresh();
  },
  release: () => completion.release(),
  drop: () => completion.drop(nodeClosedError()),
});

function carryInput(input: InputMessageWithCallbacks): CarriedMessage {
  let process = (): void => input.done(nodeClosedError());
  return {
    moveTo(node) {
      process = () => node.receive(toInputOf(node, input));
    },
    release: () => process(),
    drop: () => process(),
  };
}

/** The same message, answered by another node. */
const toInputOf = (
  { node }: RestartedNode,
  { message }: InputMessageWithCallbacks,
): InputMessageWithCallbacks => ({
  message,
  send: (messages) => node.send(messages),
  done: (error) => completeMessage(node, message, error),
});

/**
 * Completes a message that the node has not received itself, as its `done` would: for its Complete and Catch nodes.
 * Node-RED has no public method for that; without this one only errors are reported.
 */
function completeMessage(
  node: RestartedNode['node'],
  message: InputMessageWithCallbacks['message'],
  error: Error | undefined,
): void {
  const complete: unknown = Reflect.get(node, '_complete');
  if (typeof complete === 'function') Reflect.apply(complete, node, [message, error]);
  else if (error !== undefined) node.error(error, message);
}
