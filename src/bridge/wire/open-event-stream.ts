import type * as undiciModule from 'undici';
import type { buildConnector } from 'undici';
import {
  toResponseFailure,
  closedFailure,
  TransportError,
  toBridgeError,
  timeoutFailure,
} from '../errors/transport-failure';
import { callAfterDelay, systemClock } from '../time/clock';
import { parseRetryAfter } from './parse-retry-after';
import type { BridgeError } from '../errors/bridge-error';
import type { TransportFailure } from '../errors/transport-failure';

/** Response to a request for the event stream; its body is not complete yet. */
export interface EventStreamResponse {
  status: number;
  contentType: string;
  /** Wait that the bridge asked for, in ms. */
  retryAfter?: number | undefined;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Opens the event stream over a connection of its own, to the same pinned bridge. Aborting the
 * signal ends the connection. Rejects with a BridgeError when it cannot connect.
 */
export type EventStreamOpener = (signal: AbortSignal) => Promise<EventStreamResponse>;

/** Options of `openEventStream`. */
export interface OpenEventStreamOptions {
  undici: typeof undiciModule;
  origin: string;
  /** Address for error messages. */
  endpoint: string;
  connect: buildConnector.connector;
  /** Names and values, alternating. */
  headers: string[];
  /** Timeout until the response headers, in ms. */
  headTimeout: number;
}

/** Path of the event stream. Hue CLIP API reference. */
const eventStreamPath = '/eventstream/clip/v2';

/**
 * Opens the event stream over a connection of its own.
 *
 * @param signal ends the connection
 * @returns status and headers, whatever the status, and the body as it arrives
 * @throws {BridgeError} when there is no response; the same from the body when the connection is
 *   lost later
 */
export async function openEventStream(
  options: OpenEventStreamOptions,
  signal: AbortSignal,
): Promise<EventStreamResponse> {
  const { undici, origin, endpoint, connect, headers, headTimeout } = options;
  const client = new undici.Client(origin, {
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });
  const destroyClient = (failure: TransportFailure): void =>
    void client.destroy(new TransportError(failure));
  const onAbort = (): void => destroyClient(closedFailure);
  signal.addEventListener('abort', onAbort, { once: true });
  const cleanUp = (): void => {
    signal.removeEventListener('abort', onAbort);
    onAbort();
  };
  const cancelTimer = callAfterDelay(systemClock, headTimeout, () =>
    destroyClient(timeoutFailure(endpoint, headTimeout)),
  );
  try {
    if (signal.aborted) throw new TransportError(closedFailure);
    const response = await client.request({ method: 'GET', path: eventStreamPath, headers });
    const type = response.headers['content-type'];
    return {
      status: response.statusCode,
      contentType: typeof type === 'string' ? type : '',
      retryAfter: parseRetryAfter(response.headers['retry-after'], Date.now()),
      body: wrapBody(response.body, endpoint, cleanUp),
    };
  } catch (error) {
    cleanUp();
    throw toStreamError(error, endpoint, false);
  } finally {
    cancelTimer();
  }
}

async function* wrapBody(
  body: AsyncIterable<Uint8Array>,
  endpoint: string,
  cleanUp: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toStreamError(error, endpoint, true);
  } finally {
    cleanUp();
  }
}

function toStreamError(error: unknown, endpoint: string, sent: boolean): BridgeError {
  return toBridgeError(
    'listen to the events of the bridge',
    toResponseFailure(error, endpoint, sent),
  );
}
