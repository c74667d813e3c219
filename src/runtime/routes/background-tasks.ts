import { randomUUID } from 'node:crypto';

/** Background task that a dialog starts, polls and may stop. */
export interface BackgroundTask {
  readonly done: boolean;
  /** Cancels the task, if it is not done. */
  stop(): void;
}

/** Lifetime of a task's result, in ms from the start of the task. */
const resultLifetime = 600_000;

/** Runs tasks of one kind, one at a time. The last task stays available until it expires. */
export class BackgroundTaskRunner<Task extends BackgroundTask> {
  #last: { id: string; task: Task } | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;

  get running(): { id: string; task: Task } | undefined {
    return this.#last?.task.done === false ? this.#last : undefined;
  }

  /** @returns id of the task; undefined if another task is running */
  start(createTask: (id: string) => Task): string | undefined {
    return this.running === undefined ? this.#start(createTask) : undefined;
  }

  /** Joins the running task, or starts a task; returns its id. */
  join(createTask: (id: string) => Task): string {
    return this.running?.id ?? this.#start(createTask);
  }

  /** Returns a task; undefined if it has expired. */
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
