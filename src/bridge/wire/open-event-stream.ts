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
import { loadHttpClient, parseRetryAfter } from './http-client';
import type { ResponseHeaders } from './http-client';
import type { BridgeError } from '../errors/bridge-error';
import type { TransportFailure } from '../errors/transport-failure';

export interface EventStreamResponse {
  status: number;
  contentType: string;
  retryAfter?: number | undefined;
  /**
   * Call it once. Without a call, only the beginning is read.
   *
   * @param onBytes called in the turn of their arrival
   * @returns resolves at the end of the body
   * @throws {BridgeError} if the connection is lost; also throws the errors of `onBytes`
   */
  readBody: (onBytes: (bytes: Uint8Array) => void) => Promise<void>;
}

/**
 * @param signal closes the connection
 * @returns the response, including an error response
 * @throws {BridgeError} by rejection, if there is no response
 */
export type EventStreamOpener = (signal: AbortSignal) => Promise<EventStreamResponse>;

interface OpenEventStreamOptions {
  origin: string;
  endpoint: string;
  connect: buildConnector.connector;
  headers: string[];
  secret: string | undefined;
  headTimeout: number;
}

/** Hue CLIP API reference. */
const eventStreamPath = '/eventstream/clip/v2';

/** Uses a connection of its own; see `EventStreamOpener`. */
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

/** A response that is reported when its headers have arrived. Its body is pushed to a reader. */
class StreamedResponse implements Dispatcher.DispatchHandler {
  status = 0;
  headers: ResponseHeaders = {};
  hasFailed = false;
  #controller: Dispatcher.DispatchController | undefined;
  #onChunk: ((chunk: Uint8Array) => void) | undefined;
  readonly #unread: Uint8Array[] = [];
  readonly #ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  #rejectEnded: (error: unknown) => void = () => undefined;

  constructor(
    private readonly onResponse: (response: StreamedResponse) => void,
    private readonly onFailure: (error: Error) => void,
  ) {
    this.#ended = new Promise((resolve, reject) => {
      this.#resolveEnded = resolve;
      this.#rejectEnded = reject;
    });
    // If nobody reads the body, the lost connection must not be an unhandled rejection.
    this.#ended.catch(() => undefined);
  }

  async read(onChunk: (chunk: Uint8Array) => void): Promise<void> {
    for (const chunk of this.#unread.splice(0)) onChunk(chunk);
    this.#onChunk = onChunk;
    this.#controller?.resume();
    return this.#ended;
  }

  onRequestStart(): void {
    // undici recognises this kind of handler by this method.
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    // Informational responses come first. RFC 9110, section 15.2.
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    this.#controller = controller;
    this.onResponse(this);
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
      this.#rejectEnded(error);
    }
  }

  onResponseEnd(): void {
    this.#resolveEnded();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.hasFailed = true;
    if (this.#controller === undefined) this.onFailure(error);
    else this.#rejectEnded(error);
  }
}

/** Before there is a connection, the error is a TransportError of the connector with the reason. */
function toStreamError(error: unknown, endpoint: string): BridgeError {
  return toTransportFailureError(
    'listen to the events of the bridge',
    toMissingResponseFailure(error, endpoint, true),
  );
}
