const interval = 1000;

/** A job of the runtime that the dialog follows. */
export interface RouteJob<Progress> {
  start: () => Promise<{ id: string }>;
  read: (id: string) => Promise<Progress>;
  stop: (id: string) => Promise<unknown>;
  /** Called with each state; true ends the job. */
  onProgress: (progress: Progress, id: string) => boolean;
  onProblem: (problem: string) => void;
}

/** A job under way. */
export interface FollowedJob {
  /** Stops the job in the runtime and asks no more. */
  cancel(): void;
}

/** Starts a job in the runtime and asks once a second how it goes. */
export function followJob<Progress>(job: RouteJob<Progress>): FollowedJob {
  const cancelling = new AbortController();
  const { signal } = cancelling;

  const follow = async (): Promise<void> => {
    const { id } = await job.start();
    while (!signal.aborted) {
      const progress = await job.read(id);
      if (signal.aborted) break;
      if (job.onProgress(progress, id)) return;
      await new Promise((resolve) => {
        setTimeout(resolve, interval);
      });
    }
    await job.stop(id);
  };
  follow().catch((error: unknown) => {
    if (!signal.aborted) job.onProblem(error instanceof Error ? error.message : String(error));
  });

  return { cancel: () => cancelling.abort() };
}
