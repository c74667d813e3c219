const lastTasks = new WeakMap<object, Promise<unknown>>();

/**
 * Runs a task when all tasks for the same key that were given before have ended, whatever became of them.
 *
 * @param key what the tasks must not use at the same time
 * @returns what the task returns, or its rejection
 */
export function runExclusively<Result>(key: object, task: () => Promise<Result>): Promise<Result> {
  const running = (lastTasks.get(key) ?? Promise.resolve()).then(task);
  lastTasks.set(
    key,
    running.catch(() => undefined),
  );
  return running;
}
