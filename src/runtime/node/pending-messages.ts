import type { Node, NodeMessage, NodeMessageInFlow } from 'node-red';
import { toNodeError } from '../settings/node-errors';
import type { NodeStatusTracker } from '../status/node-status';
import type { TranslatableStatusText } from '../status/status-content';

export type OutgoingMessages = NodeMessage | NodeMessage[][];

/** An input message, with the callbacks of Node-RED that answer it. */
export interface InputMessageWithCallbacks {
  readonly message: NodeMessageInFlow;
  readonly send: (messages: OutgoingMessages) => void;
  readonly done: (error?: Error) => void;
}

/** Result of processing one input message. */
export interface MessageResult {
  /** Creates what is passed to Node-RED's `send`; called only while the message is not completed. */
  createMessages(): OutgoingMessages;
  /** What was not done of it, which the message ends in after what was done is sent. */
  problem?: Error;
  /** New status of the node; by default the one from before the message. */
  statusText?: TranslatableStatusText;
}

/** The node that answers a message: the one that received it, or the one that a deploy has put in its place. */
export interface MessageCompletionNode {
  readonly node: Pick<Node, 'error'>;
  readonly pending: PendingMessages;
  /** Missing where the status of the node does not depend on its messages. */
  readonly status?: Pick<NodeStatusTracker, 'refresh' | 'succeed' | 'fail' | 'stop'> | undefined;
}

/** The input messages that one node has to answer. */
export class PendingMessages {
  /** Created with the first message: many nodes never get one. */
  #completions: Set<MessageCompletion> | undefined;
  /** Number of messages that the node has received and that are not completed, whichever node answers them. */
  #unfinished = 0;
  #onFinished: (() => void) | undefined;

  /** Number of messages that the node has to answer. */
  get count(): number {
    return this.#completions?.size ?? 0;
  }

  /** Adds a message that the node has received. */
  add(answeringNode: MessageCompletionNode, input: InputMessageWithCallbacks): MessageCompletion {
    this.#unfinished += 1;
    const completion = new MessageCompletion(answeringNode, input, () => this.#finish());
    this.adopt(completion);
    return completion;
  }

  /** Adds a message that the node before this one has received. */
  adopt(completion: MessageCompletion): void {
    (this.#completions ??= new Set()).add(completion);
  }

  /** Removes a message; false when it was not there. */
  remove(completion: MessageCompletion): boolean {
    return this.#completions?.delete(completion) === true;
  }

  /** Removes all messages, so that another node can answer them. */
  removeAll(): readonly MessageCompletion[] {
    const completions = [...(this.#completions ?? [])];
    this.#completions?.clear();
    return completions;
  }

  /** Completes all messages, with an error unless there is a result already. */
  failAll(createError: () => Error): void {
    for (const completion of this.#completions ?? []) completion.drop(createError());
  }

  /** Calls back once, when each message that the node has received is completed. */
  onceFinished(callback: () => void): void {
    if (this.#unfinished === 0) callback();
    else this.#onFinished = callback;
  }

  #finish(): void {
    this.#unfinished -= 1;
    if (this.#unfinished === 0) this.#onFinished?.();
  }
}

/** Completes one input message exactly once: the first call counts, later ones are ignored. */
export class MessageCompletion {
  readonly #onCompleted: () => void;
  #answeringNode: MessageCompletionNode;
  #input: InputMessageWithCallbacks;
  #isHeld = false;
  #isCompleted = false;
  /** What came of the message while no node could answer it. */
  #heldResult: MessageResult | Error | undefined;

  constructor(
    answeringNode: MessageCompletionNode,
    input: InputMessageWithCallbacks,
    onCompleted: () => void,
  ) {
    this.#answeringNode = answeringNode;
    this.#input = input;
    this.#onCompleted = onCompleted;
  }

  get input(): InputMessageWithCallbacks {
    return this.#input;
  }

  /** Completes the message successfully: its messages are sent, and the status is shown. */
  succeed(result: MessageResult): void {
    this.#complete(result);
  }

  /** Completes the message with an error. */
  fail(error: Error): void {
    this.#complete(error);
  }

  /** Keeps what comes of the message until `release` or `drop`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Lets another node answer the message. */
  moveTo(answeringNode: MessageCompletionNode, input: InputMessageWithCallbacks): void {
    this.#answeringNode = answeringNode;
    this.#input = input;
  }

  /** Ends `hold`: answers the message, now or when its result is there. */
  release(): void {
    this.#isHeld = false;
    if (this.#heldResult !== undefined) this.#complete(this.#heldResult);
  }

  /** Completes the message at once, with the error unless there is a result already. */
  drop(error: Error): void {
    this.#isHeld = false;
    this.#complete(this.#heldResult ?? error);
  }

  /** Leaves the message to another completion: nothing is called any more. */
  abandon(): void {
    this.#isCompleted = true;
    this.#onCompleted();
  }

  #complete(result: MessageResult | Error): void {
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
    this.#onCompleted();
  }

  /** Returns what sending throws, so that a frozen or uncloneable message is completed all the same. */
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
      // Node-RED clones the message for a Catch node, which throws for a message that cannot be cloned.
      this.#answeringNode.node.error(error ?? failure);
    }
  }
}
