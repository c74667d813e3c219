import type { Dispatcher } from 'undici';
import { answerProblem, ConnectionProblem, malformed, timedOut } from '../errors/problem';
import { bodyWithoutSecret } from '../trust/without-secret';
import { retryAfterOf } from './retry-after';
import type { Deadlines, Timed } from './deadlines';
import type { Problem } from '../errors/problem';

/** A whole answer, whatever its status. */
export interface Reply {
  status: number;
  /** Wait that the bridge asks for, in ms. */
  retryAfter: number | undefined;
  body: Buffer;
}

/** Told exactly once what became of an attempt. */
export interface Outcome {
  replied(reply: Reply): void;
  failed(problem: Problem): void;
}

/** What all exchanges of a client share. */
export interface ExchangeBounds {
  /** Address for sentences. */
  where: string;
  /** For the whole attempt, in ms. */
  deadline: number;
  /** Keeps it. */
  deadlines: Deadlines;
  /** Largest answer, in bytes. */
  largest: number;
  /** The key: a bridge that repeats it gets nobody to show it. */
  secret: string | undefined;
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** One attempt of one request: collects the answer within a deadline and a size. */
export class Exchange implements Dispatcher.DispatchHandler, Timed {
  readonly #outcome: Outcome;
  readonly #bounds: ExchangeBounds;
  readonly startedAt = performance.now();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: number | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #settled = false;

  constructor(outcome: Outcome, bounds: ExchangeBounds) {
    this.#outcome = outcome;
    this.#bounds = bounds;
    bounds.deadlines.add(this);
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

  expire(): void {
    this.end(timedOut(this.#bounds.where, this.#bounds.deadline));
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
    this.#retryAfter = retryAfterOf(headers['retry-after'], Date.now());
    if (Number(headers['content-length']) > this.#bounds.largest) this.#refuseSize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#bounds.largest) this.#refuseSize();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [first = Buffer.alloc(0)] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : first;
    this.#chunks = [];
    this.#outcome.replied({
      status: this.#status,
      retryAfter: this.#retryAfter,
      body: bodyWithoutSecret(body, this.#bounds.secret),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const problem = answerProblem(error, this.#bounds.where, this.sent);
    // Whoever is told may send again at once, which a client of undici cannot bear before it is done with this.
    queueMicrotask(() => {
      if (this.#settle()) this.#outcome.failed(problem);
    });
  }

  #refuseSize(): void {
    this.#chunks = [];
    this.end(malformed(`the answer is larger than ${this.#bounds.largest} bytes and was cut off`));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#bounds.deadlines.remove(this);
    return true;
  }
}
