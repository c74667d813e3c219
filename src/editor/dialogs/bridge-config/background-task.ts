import { toErrorMessage } from '../../routes/admin-route-client';

const pollInterval = 1000;

interface BackgroundTaskOptions<Progress> {
  start: () => Promise<{ id: string }>;
  fetchProgress: (id: string) => Promise<Progress>;
  stop: (id: string) => Promise<unknown>;
  /** Returns true at the end of the task. */
  onProgress: (progress: Progress, id: string) => boolean;
  onError: (message: string) => void;
}

/** Polls once per second. */
export class BackgroundTask<Progress> {
  #abortController = new AbortController();
  #end = Promise.resolve();

  constructor(private readonly options: BackgroundTaskOptions<Progress>) {}

  /** The runtime cancels an earlier task first. */
  run(): void {
    this.cancel();
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    this.#end = this.#poll(this.#end, signal).catch((error: unknown) => {
      if (!signal.aborted) this.options.onError(toErrorMessage(error));
    });
  }

  cancel(): void {
    this.#abortController.abort();
  }

  async #poll(endBefore: Promise<void>, signal: AbortSignal): Promise<void> {
    const { start, fetchProgress, stop, onProgress } = this.options;
    await endBefore;
    if (signal.aborted) return;
    const { id } = await start();
    while (!signal.aborted) {
      const progress = await fetchProgress(id);
      if (signal.aborted) break;
      if (onProgress(progress, id)) return;
      await waitForNextPoll(signal);
    }
    await stop(id);
  }
}

const waitForNextPoll = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pollInterval);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
