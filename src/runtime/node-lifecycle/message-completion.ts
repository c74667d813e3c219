import type { Node } from 'node-red';
import { toNodeError } from '../node-errors';

type DoneCallback = (error?: Error) => void;

/** The input messages of one node that are not completed yet. */
export class PendingMessages {
  readonly #node: Pick<Node, 'error'>;
  readonly #completions = new Set<MessageCompletion>();

  /** @param node logs an error when calling `done` with it fails */
  constructor(node: Pick<Node, 'error'>) {
    this.#node = node;
  }

  /** Number of messages that are not completed. */
  get count(): number {
    return this.#completions.size;
  }

  /** Adds a message by its `done` callback. */
  add(done: DoneCallback): MessageCompletion {
    const completion = new MessageCompletion(this.#completions, this.#node, done);
    this.#completions.add(completion);
    return completion;
  }

  /** Completes all pending messages with an error. */
  failAll(createError: () => Error): void {
    for (const completion of this.#completions) completion.fail(createError());
  }
}

/** Completes one input message exactly once: the first call counts, later ones are ignored. */
export class MessageCompletion {
  readonly #pending: Set<MessageCompletion>;
  readonly #node: Pick<Node, 'error'>;
  readonly #done: DoneCallback;

  constructor(pending: Set<MessageCompletion>, node: Pick<Node, 'error'>, done: DoneCallback) {
    this.#pending = pending;
    this.#node = node;
    this.#done = done;
  }

  /** Completes the message successfully. `send` runs first, and only while it is not completed. */
  succeed(send?: () => void): void {
    if (this.#pending.delete(this)) this.#callDone(captureError(send));
  }

  /** Completes the message with an error. */
  fail(error: Error): void {
    if (this.#pending.delete(this)) this.#callDone(toNodeError(error));
  }

  #callDone(error: Error | undefined): void {
    try {
      this.#done(error);
    } catch (failure) {
      // Node-RED clones the message for a Catch node, which throws for a message that cannot be cloned.
      this.#node.error(error ?? failure);
    }
  }
}

/** Returns what sending throws, so that a frozen or uncloneable message is completed all the same. */
function captureError(send: (() => void) | undefined): Error | undefined {
  try {
    send?.();
    return undefined;
  } catch (failure) {
    return toNodeError(failure, 'It was done, but the message could not be passed on');
  }
}
