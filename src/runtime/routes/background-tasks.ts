import { randomUUID } from 'node:crypto';

/** Background task of the runtime that a dialog starts, polls and may stop. */
export interface BackgroundTask {
  /** True once it has ended. */
  readonly done: boolean;
  /** Cancels it; does nothing once it is done. */
  stop(): void;
}

/** How long the result of a task can be queried, in ms from its start. */
const resultLifetime = 600_000;

/** Runs tasks of one kind, one at a time. The last one stays available until it expires. */
export class BackgroundTaskRunner<Task extends BackgroundTask> {
  #last: { id: string; task: Task } | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;

  /** The running task, if any. */
  get running(): { id: string; task: Task } | undefined {
    return this.#last?.task.done === false ? this.#last : undefined;
  }

  /**
   * Starts a task.
   *
   * @param createTask starts it
   * @returns its id, or undefined when another one is running
   */
  start(createTask: (id: string) => Task): string | undefined {
    return this.running === undefined ? this.#start(createTask) : undefined;
  }

  /**
   * Joins the running task, or starts one.
   *
   * @param createTask starts it
   * @returns id of the task
   */
  join(createTask: (id: string) => Task): string {
    return this.running?.id ?? this.#start(createTask);
  }

  /** The task with an id, unless it has expired. */
  find(id: string): Task | undefined {
    return this.#last?.id === id ? this.#last.task : undefined;
  }

  #start(createTask: (id: string) => Task): string {
    const id = randomUUID();
    this.#last = { id, task: createTask(id) };
    clearTimeout(this.#expiryTimer);
    this.#expiryTimer = setTimeout(() => this.#removeLast(), resultLifetime).unref();
    return id;
  }

  #removeLast(): void {
    this.#last?.task.stop();
    this.#last = undefined;
  }
}
