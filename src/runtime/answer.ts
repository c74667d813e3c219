import type { Node } from 'node-red';
import { asError } from './command-error';

type Done = (error?: Error) => void;

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
    const answer = new Answer(this.#open, this.#node, done);
    this.#open.add(answer);
    return answer;
  }

  /** Answers everything that still waits with an error. */
  failAll(error: () => Error): void {
    for (const answer of this.#open) answer.fail(error());
  }
}

/** The one answer to one message. The first word counts; later ones change nothing. */
export class Answer {
  readonly #open: Set<Answer>;
  readonly #node: Pick<Node, 'error'>;
  readonly #done: Done;

  constructor(open: Set<Answer>, node: Pick<Node, 'error'>, done: Done) {
    this.#open = open;
    this.#node = node;
    this.#done = done;
  }

  /** Ends the message well. `send` runs first, and only when the message has no answer yet. */
  succeed(send?: () => void): void {
    if (this.#open.delete(this)) this.#tell(failureOf(send));
  }

  /** Ends the message with an error. */
  fail(error: Error): void {
    if (this.#open.delete(this)) this.#tell(error);
  }

  #tell(error: Error | undefined): void {
    try {
      this.#done(error);
    } catch (failure) {
      // Node-RED copies the message for a Catch node, and a hostile message can make that throw.
      this.#node.error(error ?? failure);
    }
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
