import { types } from 'node:util';
import type { Node, NodeAPI, NodeMessageInFlow } from 'node-red';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { nodeClosedError, invalidValueError, toNodeError } from '../settings/node-errors';
import { getDeployMessageHandover } from './deploy-message-handover';
import type { DeployMessageHandover } from './deploy-message-handover';
import type {
  MessageCompletionNode,
  InputMessageWithCallbacks,
  MessageResult,
  OutgoingMessages,
} from './pending-messages';

/** Where pending messages are tracked and the status is shown, and what a deploy does to them. */
interface InputHandlerOptions extends Pick<MessageCompletionNode, 'pending' | 'status'> {
  RED: NodeAPI;
  /**
   * What becomes of the messages under way when a deploy replaces the node: `continue` for requests, whose
   * results go to the next node; `repeat` for readings, which the next node begins anew.
   */
  whenReplaced: 'continue' | 'repeat';
  /** Stops what the node runs. Called when it was closed and none of its messages needs that any more. */
  stop(): void;
}

type MessageProcessor = (message: NodeMessageInFlow) => Promise<MessageResult>;

/**
 * Registers the `input` and `close` listeners of a node. Every message is completed exactly once: by this node, or,
 * when a deploy replaces it meanwhile, by the next node with its id.
 *
 * @param processMessage processes one message; its rejection becomes the error of the message. What it does before
 *   its first `await`, such as sending a request, is done before the listener does anything else.
 */
export function registerInputHandler(
  node: Node,
  options: InputHandlerOptions,
  processMessage: MessageProcessor,
): void {
  const handler = new InputHandler(node, options, processMessage);
  node.on('input', (message, send: (messages: OutgoingMessages) => void, done) =>
    handler.receive({ message, send, done }),
  );
  node.on('close', (removed: boolean, done: () => void) => {
    handler.close(removed, done);
  });
}

class InputHandler implements MessageCompletionNode {
  readonly node: Node;
  readonly #options: InputHandlerOptions;
  readonly #processMessage: MessageProcessor;
  readonly #carriedMessages: DeployMessageHandover;
  /** True when the node was closed and no other takes its place. */
  #isStopped = false;

  constructor(node: Node, options: InputHandlerOptions, processMessage: MessageProcessor) {
    this.node = node;
    this.#options = options;
    this.#processMessage = processMessage;
    this.#carriedMessages = getDeployMessageHandover(options.RED);
  }

  get pending(): MessageCompletionNode['pending'] {
    return this.#options.pending;
  }

  get status(): MessageCompletionNode['status'] {
    return this.#options.status;
  }

  receive(input: InputMessageWithCallbacks): void {
    const carried = this.#carriedMessages.take(this.node, input.message);
    if (carried !== undefined) {
      this.pending.adopt(carried);
      carried.moveTo(this, input);
      this.status?.refresh();
      return carried.release();
    }
    const processing = this.#processMessage(input.message);
    const completion = this.pending.add(this, input);
    this.status?.refresh();
    processing.then(
      (result) => completion.succeed(result),
      (thrown: unknown) => completion.fail(this.#toAnswer(thrown)),
    );
  }

  /**
   * Ends the messages of the node, or leaves them to the next one.
   *
   * @param removed true when the node was deleted or disabled
   * @param done called when that is done
   */
  close(removed: boolean, done: () => void): void {
    const stop = (): void => this.#options.stop();
    this.status?.stop();
    if (removed || !this.#carriedMessages.isReplacing) {
      this.#isStopped = true;
      stop();
      if (this.pending.count === 0) return done();
      // What was not sent yet is given up in this turn, and says so.
      setImmediate(() => {
        this.pending.failAll(() => nodeClosedError());
        done();
      });
      return undefined;
    }
    const completions = this.pending.removeAll();
    if (this.#options.whenReplaced === 'continue')
      this.#carriedMessages.carryResults(this.node, completions);
    else this.#carriedMessages.carryInputs(this.node, completions);
    this.pending.onceFinished(stop);
    return done();
  }

  /** The error of a message; of one that was given up with its node, whether it was sent. */
  #toAnswer(thrown: unknown): Error {
    const isGivenUp =
      this.#isStopped && isBridgeError(thrown) && thrown.code === 'ERR_BRIDGE_ABORTED';
    return isGivenUp ? nodeClosedError(thrown.cause.sent) : toNodeError(thrown);
  }
}

/**
 * Refuses a message that could not take the result of a command, before anything is sent.
 *
 * @param message what arrived at the node
 * @param names properties that the node sets on the message that it passes on
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a Proxy, a frozen or sealed message, a read-only property
 *   and an accessor, also an inherited one
 */
export function assertMessagePropertiesWritable(message: object, names: readonly string[]): void {
  for (const name of names) {
    const obstacle = findWriteObstacle(message, name);
    if (obstacle !== undefined) throw invalidValueError(`msg.${name}`, formatRefusal(obstacle));
  }
}

const formatRefusal = (obstacle: string): string =>
  `the result of this node goes there, and it cannot be written, because ${obstacle}. Nothing was sent. Pass a copy of the message to this node, such as { ...msg }.`;

/** Why assigning a property would fail or run code of the flow; undefined when it would not. */
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
