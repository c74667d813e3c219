import type { Dispatcher } from 'undici';
import { answerProblem, ConnectionProblem, malformed, timedOut } from './problem';
import type { Problem } from './problem';

/** A whole answer, whatever its status. */
export interface Reply {
  status: number;
  /** The header as it came, where there was one. */
  retryAfter: string | undefined;
  body: Buffer;
}

/** Told exactly once what became of an attempt. */
export interface Outcome {
  replied(reply: Reply): void;
  failed(problem: Problem): void;
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** One attempt of one request: collects the answer within a deadline and a size. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #outcome: Outcome;
  readonly #where: string;
  readonly #largest: number;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #settled = false;

  /**
   * @param where address for sentences
   * @param deadline for the whole attempt, in ms
   * @param largest largest answer, in bytes
   */
  constructor(outcome: Outcome, where: string, deadline: number, largest: number) {
    this.#outcome = outcome;
    this.#where = where;
    this.#largest = largest;
    this.#timer = setTimeout(() => this.end(timedOut(where, deadline)), deadline);
  }

  /** True once bytes of the request may have reached the bridge. */
  get sent(): boolean {
    return this.#controller !== undefined;
  }

  /** True once the outcome has been told. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Puts an end to the attempt; what has not been sent is not sent any more. */
  end(problem: Problem): void {
    if (!this.#settle()) return;
    this.#controller?.abort(new ConnectionProblem(problem));
    this.#outcome.failed(problem);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new ConnectionProblem(malformed('nobody waits')));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Headers,
  ): void {
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
    if (Number(headers['content-length']) > this.#largest) this.#refuseSize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#largest) this.#refuseSize();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [first = Buffer.alloc(0)] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : first;
    this.#chunks = [];
    this.#outcome.replied({ status: this.#status, retryAfter: this.#retryAfter, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settle()) this.#outcome.failed(answerProblem(error, this.#where, this.sent));
  }

  #refuseSize(): void {
    this.#chunks = [];
    this.end(malformed(`the answer is larger than ${this.#largest} bytes and was cut off`));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    return true;
  }
}
