import { createParser } from 'eventsource-parser';
import type { HomeFrame } from '../../runtime/home/home-item';
import { requestRoute, toErrorMessage } from '../routes/admin-route-client';

/** In ms; the runtime sends a comment every 15 seconds. */
const silenceLimit = 40_000;
const leastDelay = 1_000;
const mostDelay = 30_000;

interface HomeStreamListener {
  onFrame(frame: HomeFrame): void;
  /** Called with the sentence to show; the stream is tried again. */
  onFailure(reason: string): void;
}

/**
 * Reads again after a failure, until it is closed.
 *
 * @param bridgeId id of the config node
 * @returns closes the stream
 */
export function openHomeStream(bridgeId: string, listener: HomeStreamListener): () => void {
  const closed = new AbortController();
  const run = async (): Promise<void> => {
    let delay = leastDelay;
    while (!closed.signal.aborted) {
      try {
        await readFrames(bridgeId, closed.signal, (frame) => {
          delay = leastDelay;
          listener.onFrame(frame);
        });
        if (!closed.signal.aborted) listener.onFailure('');
      } catch (error) {
        if (!closed.signal.aborted) listener.onFailure(toErrorMessage(error));
      }
      await wait(delay, closed.signal);
      delay = Math.min(mostDelay, delay * 2);
    }
  };
  void run();
  return () => closed.abort();
}

async function readFrames(
  bridgeId: string,
  closed: AbortSignal,
  onFrame: (frame: HomeFrame) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceLimit);
  };
  restartTimer();
  try {
    const { body } = await requestRoute(`home/${encodeURIComponent(bridgeId)}/stream`, {
      signal: AbortSignal.any([closed, silence.signal]),
    });
    const parser = createParser({
      onEvent({ data }) {
        const frame: unknown = JSON.parse(data);
        if (!closed.aborted && isHomeFrame(frame)) onFrame(frame);
      },
    });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || closed.aborted) return;
      restartTimer();
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

const wait = (delay: number, closed: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      closed.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delay);
    closed.addEventListener('abort', end);
  });

const frameKinds: ReadonlySet<unknown> = new Set(['home', 'changes', 'connection', 'health']);

const isHomeFrame = (value: unknown): value is HomeFrame =>
  typeof value === 'object' && value !== null && 'kind' in value && frameKinds.has(value.kind);
