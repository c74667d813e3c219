import { randomUUID } from 'node:crypto';

export interface BackgroundTask {
  readonly done: boolean;
  stop(): void;
}

/** In ms, from the start of the task. */
const resultLifetime = 600_000;

/** Runs one task at a time. The last task stays available until it expires. */
export class BackgroundTaskRunner<Task extends BackgroundTask> {
  #last: { id: string; task: Task } | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;

  get running(): { id: string; task: Task } | undefined {
    return this.#last?.task.done === false ? this.#last : undefined;
  }

  /** Returns undefined while another task runs. */
  start(createTask: (id: string) => Task): string | undefined {
    return this.running === undefined ? this.#start(createTask) : undefined;
  }

  /** Returns the running task, otherwise starts one. */
  join(createTask: (id: string) => Task): string {
    return this.running?.id ?? this.#start(createTask);
  }

  /** Returns undefined if the task has expired. */
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
