import { reasonOf } from '../reason-of';

const interval = 1000;

/** A job of the runtime that the dialog follows. */
export interface RouteJob<Progress> {
  /** End of an earlier job; this one starts afterwards. */
  after: Promise<void> | undefined;
  start: () => Promise<{ id: string }>;
  read: (id: string) => Promise<Progress>;
  stop: (id: string) => Promise<unknown>;
  /** Called with each state; true ends the job. */
  onProgress: (progress: Progress, id: string) => boolean;
  onProblem: (problem: string) => void;
}

/** A job under way. */
export interface FollowedJob {
  /** Stops the job in the runtime and asks no more; resolves when it is stopped. */
  cancel(): Promise<void>;
}

/** Starts a job in the runtime and asks once a second how it goes. */
export function followJob<Progress>(job: RouteJob<Progress>): FollowedJob {
  const cancelling = new AbortController();
  const { signal } = cancelling;

  const follow = async (): Promise<void> => {
    await job.after;
    if (signal.aborted) return;
    const { id } = await job.start();
    while (!signal.aborted) {
      const progress = await job.read(id);
      if (signal.aborted) break;
      if (job.onProgress(progress, id)) return;
      await pause(signal);
    }
    await job.stop(id);
  };
  const ended = follow().catch((error: unknown) => {
    if (!signal.aborted) job.onProblem(reasonOf(error));
  });

  return {
    cancel() {
      cancelling.abort();
      return ended;
    },
  };
}

/** Waits for the next time to ask, or until asking ends. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wait = setTimeout(resolve, interval);
    signal.addEventListener('abort', () => {
      clearTimeout(wait);
      resolve();
    });
  });
