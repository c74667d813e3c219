import { toErrorMessage } from '../../routes/admin-route-client';

const pollInterval = 1000;

interface PollBackgroundTaskOptions<Progress> {
  /** End of the previous task; this task starts afterwards. */
  afterPrevious: Promise<void> | undefined;
  start: () => Promise<{ id: string }>;
  fetchProgress: (id: string) => Promise<Progress>;
  stop: (id: string) => Promise<unknown>;
  /** Called with each progress. Returns true if the task is done. */
  onProgress: (progress: Progress, id: string) => boolean;
  onError: (message: string) => void;
}

export interface PolledBackgroundTask {
  /** Stops polling and cancels the task in the runtime. Resolves after the task has ended. */
  cancel(): Promise<void>;
}

/** Starts a task in the runtime and polls its progress once per second. */
export function pollBackgroundTask<Progress>(
  task: PollBackgroundTaskOptions<Progress>,
): PolledBackgroundTask {
  const abortController = new AbortController();
  const { signal } = abortController;

  const pollUntilDone = async (): Promise<void> => {
    await task.afterPrevious;
    if (signal.aborted) return;
    const { id } = await task.start();
    while (!signal.aborted) {
      const progress = await task.fetchProgress(id);
      if (signal.aborted) break;
      if (task.onProgress(progress, id)) return;
      await waitForNextPoll(signal);
    }
    await task.stop(id);
  };
  const finished = pollUntilDone().catch((error: unknown) => {
    if (!signal.aborted) task.onError(toErrorMessage(error));
  });

  return {
    cancel() {
      abortController.abort();
      return finished;
    },
  };
}

const waitForNextPoll = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pollInterval);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
