const lastTasks = new WeakMap<object, Promise<unknown>>();

/** Runs a task after all earlier tasks with the same key, successful or not. */
export function runExclusively<Result>(key: object, task: () => Promise<Result>): Promise<Result> {
  const running = (lastTasks.get(key) ?? Promise.resolve()).then(task);
  lastTasks.set(
    key,
    running.catch(() => undefined),
  );
  return running;
}
