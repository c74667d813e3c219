import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { nodeClosedError } from '../settings/node-errors';
import { getDeployMonitor } from '../bridge/deploy/deploy-monitor';
import type { DeployMonitor } from '../bridge/deploy/deploy-monitor';
import type { MessageCompletion } from './pending-messages';

/** A node that a deploy has started. */
interface ReceivingNode {
  readonly type: string;
  receive(message: NodeMessage): void;
}

/** Finds a deployed node by its id. */
type FindNode = (id: string) => ReceivingNode | null | undefined;

/** A message whose node was stopped by a deploy. */
interface CarriedMessage {
  readonly node: Pick<Node, 'id' | 'type'>;
  readonly completion: MessageCompletion;
  /** True for a message that the next node processes anew. */
  readonly isRepeated: boolean;
}

const handoversByEmitter = new WeakMap<object, DeployMessageHandover>();

/** Returns the messages that deploys of a Node-RED carry from each node to the node that takes its place. */
export function getDeployMessageHandover({ events, nodes }: NodeAPI): DeployMessageHandover {
  const existing = handoversByEmitter.get(events);
  if (existing !== undefined) return existing;
  const created = new DeployMessageHandover(getDeployMonitor(events), (id) => nodes.getNode(id));
  handoversByEmitter.set(events, created);
  return created;
}

/**
 * Carries messages from a node that a deploy has stopped to the node that the deploy starts with the same id and type. When
 * the deploy has ended, that node receives each message, so that Node-RED itself completes the message for its new flow.
 */
export class DeployMessageHandover {
  readonly #monitor: Pick<DeployMonitor, 'onceDeployed' | 'isReplacing'>;
  readonly #findNode: FindNode;
  #waiting: CarriedMessage[] = [];
  /** Messages that a node is just receiving, and whose result is known or on its way. */
  readonly #received = new Set<CarriedMessage>();

  constructor(monitor: Pick<DeployMonitor, 'onceDeployed' | 'isReplacing'>, findNode: FindNode) {
    this.#monitor = monitor;
    this.#findNode = findNode;
  }

  /** For a node that is just being closed: true when a deploy may put another in its place. */
  get isReplacing(): boolean {
    return this.#monitor.isReplacing;
  }

  /** Carries messages that are being processed: their results go to the next node. */
  carryResults(node: Pick<Node, 'id' | 'type'>, completions: readonly MessageCompletion[]): void {
    for (const completion of completions) {
      completion.hold();
      this.#carry({ node, completion, isRepeated: false });
    }
  }

  /** Carries messages that the next node processes anew: their results so far are ignored. */
  carryInputs(node: Pick<Node, 'id' | 'type'>, completions: readonly MessageCompletion[]): void {
    for (const completion of completions) {
      completion.abandon();
      this.#carry({ node, completion, isRepeated: true });
    }
  }

  /** Takes a message that a node receives from the node before it; undefined for any other message. */
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
    this.#monitor.onceDeployed(this.#endDeploy);
  }

  readonly #endDeploy = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.#handOver(message);
  };

  #handOver(carried: CarriedMessage): void {
    const { node, completion, isRepeated } = carried;
    const next = this.#findNode(node.id);
    const { message, done } = completion.input;
    if (next?.type === node.type) {
      if (!isRepeated) this.#received.add(carried);
      next.receive(message);
    } else if (isRepeated) done(nodeClosedError());
    else completion.drop(nodeClosedError());
  }
}
