import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { createNodeClosedError } from '../settings/node-errors';
import { getDeployMonitor } from '../bridge/deploy/deploy-monitor';
import type { DeployMonitor } from '../bridge/deploy/deploy-monitor';
import type { MessageCompletion } from './pending-messages';

interface ReceivingNode {
  readonly type: string;
  receive(message: NodeMessage): void;
}

type FindNode = (id: string) => ReceivingNode | null | undefined;

interface CarriedMessage {
  readonly node: Pick<Node, 'id' | 'type'>;
  readonly completion: MessageCompletion;
  /** The next node processes the message again. */
  readonly isRepeated: boolean;
}

const handoversByEmitter = new WeakMap<object, DeployMessageHandover>();

export function getDeployMessageHandover({ events, nodes }: NodeAPI): DeployMessageHandover {
  const existing = handoversByEmitter.get(events);
  if (existing !== undefined) return existing;
  const created = new DeployMessageHandover(getDeployMonitor(events), (id) => nodes.getNode(id));
  handoversByEmitter.set(events, created);
  return created;
}

/**
 * Carries messages from a stopped node to the new node with the same id and type. The new node receives each message
 * after the deploy, so that Node-RED completes it for the new flow.
 */
export class DeployMessageHandover {
  #waiting: CarriedMessage[] = [];
  /** Messages that a node is just receiving; the result may be pending. */
  readonly #received = new Set<CarriedMessage>();

  constructor(
    private readonly monitor: Pick<DeployMonitor, 'onceDeployed' | 'isReplacing'>,
    private readonly findNode: FindNode,
  ) {}

  /** True on close of a node that a deploy may replace. */
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
    const next = this.findNode(node.id);
    const { message, done } = completion.input;
    if (next?.type === node.type) {
      if (!isRepeated) this.#received.add(carried);
      next.receive(message);
    } else if (isRepeated) done(createNodeClosedError());
    else completion.drop(createNodeClosedError());
  }
}
