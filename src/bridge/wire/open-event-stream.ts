import { Readable } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import {
  toResponseFailure,
  closedFailure,
  TransportError,
  toBridgeError,
  timeoutFailure,
} from '../errors/transport-failure';
import { callAfterDelay, systemClock } from '../time/clock';
import { loadHttpClient } from './load-http-client';
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
  const { origin, endpoint, connect, headers, headTimeout } = options;
  const HttpClient = loadHttpClient();
  const client = new HttpClient(origin, {
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
    const response = await new Promise<StreamedResponse>((resolve, reject) => {
      const handler = new StreamedResponseHandler(resolve, reject);
      client.dispatch({ method: 'GET', path: eventStreamPath, headers }, handler);
    });
    const type = response.headers['content-type'];
    return {
      status: response.status,
      contentType: typeof type === 'string' ? type : '',
      retryAfter: parseRetryAfter(response.headers['retry-after'], Date.now()),
      body: wrapBody(response.body, endpoint, cleanUp),
    };
  } catch (error) {
    cleanUp();
    throw toStreamError(error, endpoint);
  } finally {
    cancelTimer();
  }
}

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

interface StreamedResponse {
  status: number;
  headers: ResponseHeaders;
  /** Bytes as they arrive; fails when the connection is lost. */
  body: AsyncIterable<Uint8Array>;
}

/** Reports a response as soon as its headers are there, and reads its body no faster than it is consumed. */
class StreamedResponseHandler implements Dispatcher.DispatchHandler {
  readonly #onResponse: (response: StreamedResponse) => void;
  readonly #onFailure: (error: Error) => void;
  #body: Readable | undefined;

  constructor(onResponse: (response: StreamedResponse) => void, onFailure: (error: Error) => void) {
    this.#onResponse = onResponse;
    this.#onFailure = onFailure;
  }

  onRequestStart(): void {
    // Nothing is to be done, but undici knows handlers of this kind by this method.
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    // Informational responses come before the actual one. RFC 9110, section 15.2.
    if (status < 200) return;
    this.#body = new Readable({ read: () => controller.resume() });
    // The loss of a connection whose body nobody reads is no uncaught error.
    this.#body.on('error', () => undefined);
    this.#onResponse({ status, headers, body: this.#body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#body === undefined) this.#onFailure(error);
    else this.#body.destroy(error);
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
    throw toStreamError(error, endpoint);
  } finally {
    cleanUp();
  }
}

/** What fails before there is a connection comes as a TransportError of the connector, which says why. */
function toStreamError(error: unknown, endpoint: string): BridgeError {
  return toBridgeError(
    'listen to the events of the bridge',
    toResponseFailure(error, endpoint, true),
  );
}
