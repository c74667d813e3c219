import { randomUUID } from 'node:crypto';

/** Work of the runtime that a dialog starts, asks after and may stop. */
export interface RouteJob {
  /** True once nothing of it is under way any more. */
  readonly done: boolean;
  /** Ends it; does nothing once it is done. */
  stop(): void;
}

/** How long a dialog may still ask how a job ended, in ms. */
const longestMemory = 600_000;

/** Jobs of one kind: at most one is under way, and the last one is remembered for a while. */
export class RouteJobs<Job extends RouteJob> {
  #last: { id: string; job: Job } | undefined;
  #forgetting: NodeJS.Timeout | undefined;

  /** The job under way, where there is one. */
  get underWay(): { id: string; job: Job } | undefined {
    return this.#last?.job.done === false ? this.#last : undefined;
  }

  /**
   * Starts a job.
   *
   * @param begin starts the work
   * @returns its id, or undefined when another one is under way
   */
  start(begin: (id: string) => Job): string | undefined {
    return this.underWay === undefined ? this.#start(begin) : undefined;
  }

  /**
   * Joins the job under way, or starts one.
   *
   * @param begin starts the work
   * @returns id of the job
   */
  join(begin: (id: string) => Job): string {
    return this.underWay?.id ?? this.#start(begin);
  }

  /** The job with an id, unless it is forgotten. */
  find(id: string): Job | undefined {
    return this.#last?.id === id ? this.#last.job : undefined;
  }

  #start(begin: (id: string) => Job): string {
    const id = randomUUID();
    this.#last = { id, job: begin(id) };
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.#forget(id), longestMemory).unref();
    return id;
  }

  #forget(id: string): void {
    if (this.#last?.id !== id) return;
    this.#last.job.stop();
    this.#last = undefined;
  }
}
