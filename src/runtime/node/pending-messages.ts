import type { Node, NodeMessage, NodeMessageInFlow } from 'node-red';
import { toNodeError } from '../settings/node-errors';
import type { NodeStatusTracker } from '../status/node-status';
import type { TranslatableStatusText } from '../status/status-content';

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
    const completion = new MessageCompletion(answeringNode, input, () => this.#finish());
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

  /** Completes messages with their result, otherwise with the error. */
  failAll(createError: () => Error): void {
    for (const completion of this.#completions ?? []) completion.drop(createError());
  }

  /** Calls back after each received message is completed. */
  onceFinished(callback: () => void): void {
    if (this.#unfinished === 0) callback();
    else this.#onFinished = callback;
  }

  #finish(): void {
    this.#unfinished -= 1;
    if (this.#unfinished === 0) this.#onFinished?.();
  }
}

/** Completes a message exactly once; ignores later calls. */
export class MessageCompletion {
  #answeringNode: MessageCompletionNode;
  #input: InputMessageWithCallbacks;
  #isHeld = false;
  #isCompleted = false;
  /** Result from the time when no node could answer. */
  #heldResult: MessageResult | Error | undefined;

  constructor(
    answeringNode: MessageCompletionNode,
    input: InputMessageWithCallbacks,
    private readonly onCompleted: () => void,
  ) {
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

  moveTo(answeringNode: MessageCompletionNode, input: InputMessageWithCallbacks): void {
    this.#answeringNode = answeringNode;
    this.#input = input;
  }

  /** Answers the message now, or later with its result. */
  release(): void {
    this.#isHeld = false;
    if (this.#heldResult !== undefined) this.complete(this.#heldResult);
  }

  /** Completes the message with its result, otherwise with the error. */
  drop(error: Error): void {
    this.#isHeld = false;
    this.complete(this.#heldResult ?? error);
  }

  /** Another completion answers the message. */
  abandon(): void {
    this.#isCompleted = true;
    this.onCompleted();
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
    this.onCompleted();
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
