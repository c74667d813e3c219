import type { buildConnector, Dispatcher } from 'undici';
import {
  toMissingResponseFailure,
  closedFailure,
  TransportError,
  toTransportFailureError,
  timeoutFailure,
} from '../errors/transport-failure';
import { StreamRedactor } from '../credentials/redact';
import { callAfterDelay, systemClock } from '../time/clock';
import { loadHttpClient } from './load-http-client';
import { parseRetryAfter } from './http-request-attempt';
import type { BridgeError } from '../errors/bridge-error';
import type { TransportFailure } from '../errors/transport-failure';

/** Response to a request for the event stream; its body is not complete yet. */
export interface EventStreamResponse {
  status: number;
  contentType: string;
  /** Wait that the bridge asked for, in ms. */
  retryAfter?: number | undefined;
  /**
   * Reads the body, once. Without it, nothing but the beginning is read.
   *
   * @param onBytes called with the bytes as they arrive, in the turn in which they do
   * @returns when the body has ended
   * @throws {BridgeError} when the connection is lost; what `onBytes` throws
   */
  readBody: (onBytes: (bytes: Uint8Array) => void) => Promise<void>;
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
  /** The key, which is redacted in the body. */
  secret: string | undefined;
  /** Timeout until the response headers, in ms. */
  headTimeout: number;
}

/** Path of the event stream. Hue CLIP API reference. */
const eventStreamPath = '/eventstream/clip/v2';

/**
 * Opens the event stream over a connection of its own.
 *
 * @param signal ends the connection
 * @returns status and headers, whatever the status, and what reads the body
 * @throws {BridgeError} if there is no response
 */
export async function openEventStream(
  options: OpenEventStreamOptions,
  signal: AbortSignal,
): Promise<EventStreamResponse> {
  const { origin, endpoint, connect, headers, secret, headTimeout } = options;
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
      client.dispatch(
        { method: 'GET', path: eventStreamPath, headers },
        new StreamedResponse(resolve, reject),
      );
    });
    const { status, headers: responseHeaders } = response;
    const type = responseHeaders['content-type'];
    return {
      status,
      contentType: typeof type === 'string' ? type : '',
      retryAfter: parseRetryAfter(responseHeaders['retry-after'], Date.now()),
      readBody: async (onBytes) => {
        const redactor = new StreamRedactor(secret, onBytes);
        try {
          await response.read((chunk) => redactor.write(chunk));
          redactor.end();
        } catch (error) {
          throw response.hasFailed ? toStreamError(error, endpoint) : error;
        } finally {
          cleanUp();
        }
      },
    };
  } catch (error) {
    cleanUp();
    throw toStreamError(error, endpoint);
  } finally {
    cancelTimer();
  }
}

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** A response that is reported as soon as its headers are there, and whose body is then pushed to its reader. */
class StreamedResponse implements Dispatcher.DispatchHandler {
  status = 0;
  headers: ResponseHeaders = {};
  /** True once the connection was lost, or closed. */
  hasFailed = false;
  readonly #onResponse: (response: StreamedResponse) => void;
  readonly #onFailure: (error: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #onChunk: ((chunk: Uint8Array) => void) | undefined;
  /** What came before the body was read. */
  readonly #unread: Uint8Array[] = [];
  readonly #ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  #rejectEnded: (error: unknown) => void = () => undefined;

  constructor(onResponse: (response: StreamedResponse) => void, onFailure: (error: Error) => void) {
    this.#onResponse = onResponse;
    this.#onFailure = onFailure;
    this.#ended = new Promise((resolve, reject) => {
      this.#resolveEnded = resolve;
      this.#rejectEnded = reject;
    });
    // The loss of a connection whose body nobody reads is no unhandled rejection.
    this.#ended.catch(() => undefined);
  }

  /** Reads the body, once. Resolves at its end; rejects when the connection is lost, and with what `onChunk` throws. */
  async read(onChunk: (chunk: Uint8Array) => void): Promise<void> {
    for (const chunk of this.#unread.splice(0)) onChunk(chunk);
    this.#onChunk = onChunk;
    this.#controller?.resume();
    return this.#ended;
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
    this.status = status;
    this.headers = headers;
    this.#controller = controller;
    this.#onResponse(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#onChunk === undefined) {
      this.#unread.push(chunk);
      controller.pause();
      return;
    }
    try {
      this.#onChunk(chunk);
    } catch (error) {
      // It ends the reading, and is no failure of the HTTP library.
      this.#rejectEnded(error);
    }
  }

  onResponseEnd(): void {
    this.#resolveEnded();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.hasFailed = true;
    if (this.#controller === undefined) this.#onFailure(error);
    else this.#rejectEnded(error);
  }
}

/** What fails before there is a connection comes as a TransportError of the connector, which says why. */
function toStreamError(error: unknown, endpoint: string): BridgeError {
  return toTransportFailureError(
    'listen to the events of the bridge',
    toMissingResponseFailure(error, endpoint, true),
  );
}
