import type { Node } from 'node-red';
import { asError } from './command-error';

type Done = (error?: Error) => void;

/** The one answer to one message. The first word counts; later ones change nothing. */
export interface Answer {
  /** True until the message is answered. */
  readonly open: boolean;
  /** Ends the message well. `send` runs first, and only when the answer is still open. */
  succeed(send?: () => void): void;
  /** Ends the message with an error. */
  fail(error: Error): void;
}

/** The messages of one node that still wait for their answer. */
export class Answers {
  readonly #node: Pick<Node, 'error'>;
  readonly #open = new Set<Answer>();

  /** @param node reports an error that Node-RED fails to hand to the flow */
  constructor(node: Pick<Node, 'error'>) {
    this.#node = node;
  }

  /** Number of messages that still wait. */
  get waiting(): number {
    return this.#open.size;
  }

  /** Takes on the duty to answer a message once. */
  take(done: Done): Answer {
    const settle = (error?: Error, send?: () => void): void => {
      if (!this.#open.delete(answer)) return;
      const outcome = error ?? failureOf(send);
      try {
        done(outcome);
      } catch (failure) {
        // Node-RED copies the message for a Catch node, and a hostile message can make that throw.
        this.#node.error(outcome ?? failure);
      }
    };
    const open = this.#open;
    const answer: Answer = {
      get open() {
        return open.has(answer);
      },
      succeed: (send) => settle(undefined, send),
      fail: (error) => settle(error),
    };
    open.add(answer);
    return answer;
  }

  /** Answers everything that still waits with an error. */
  failAll(error: () => Error): void {
    for (const answer of this.#open) answer.fail(error());
  }
}

/** What sending throws: a message that is frozen, or that cannot be copied, must not cost its answer. */
function failureOf(send: (() => void) | undefined): Error | undefined {
  try {
    send?.();
    return undefined;
  } catch (failure) {
    return asError(failure);
  }
}
