const lastTasks = new WeakMap<object, Promise<unknown>>();

/**
 * Runs a task after all earlier tasks with the same key have ended, successfully or not.
 *
 * @param key object that only one task may use at a time
 * @returns the result of the task
 */
export function runExclusively<Result>(key: object, task: () => Promise<Result>): Promise<Result> {
  const running = (lastTasks.get(key) ?? Promise.resolve()).then(task);
  lastTasks.set(
    key,
    running.catch(() => undefined),
  );
  return running;
}
