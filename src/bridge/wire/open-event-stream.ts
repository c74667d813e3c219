import { closedFailure, timeoutFailure, toBridgeError } from '../errors/transport-failure';
import { StreamRedactor } from '../credentials/redact';
import { callAfterDelay, systemClock } from '../time/clock';
import { formatRequest } from './format-request';
import { HttpConnection } from './http-connection';
import { parseRetryAfter } from './parse-retry-after';
import type { BridgeError } from '../errors/bridge-error';
import type { TransportFailure } from '../errors/transport-failure';
import type { TlsConnector } from '../tls/tls-connector';
import type { ResponseHandler } from './http-connection';
import type { ResponseHead } from './http-response-parser';

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
  connector: TlsConnector;
  /** Address for error messages. */
  endpoint: string;
  /** Lines of the headers. */
  headers: string;
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
 * @throws {BridgeError} when there is no response
 */
export async function openEventStream(
  options: OpenEventStreamOptions,
  signal: AbortSignal,
): Promise<EventStreamResponse> {
  const { connector, endpoint, headers, secret, headTimeout } = options;
  if (signal.aborted) throw toStreamError(closedFailure);
  const connection = new HttpConnection({ connector, endpoint });
  const onAbort = (): void => connection.close(closedFailure);
  signal.addEventListener('abort', onAbort, { once: true });
  const cleanUp = (): void => {
    signal.removeEventListener('abort', onAbort);
    onAbort();
  };
  const cancelTimer = callAfterDelay(systemClock, headTimeout, () =>
    connection.close(timeoutFailure(endpoint, headTimeout)),
  );
  const response = new StreamedResponse(connection);
  connection.send(formatRequest({ method: 'GET', path: eventStreamPath }, headers), response);
  try {
    const { status, headers: responseHeaders } = await response.head;
    return {
      status,
      contentType: responseHeaders.get('content-type') ?? '',
      retryAfter: parseRetryAfter(responseHeaders.get('retry-after'), Date.now()),
      readBody: async (onBytes) => {
        const redactor = new StreamRedactor(secret, onBytes);
        try {
          await response.read((chunk) => redactor.write(chunk));
          redactor.end();
        } finally {
          cleanUp();
        }
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  } finally {
    cancelTimer();
  }
}

/** A response that is reported as soon as its head is there, and whose body is then pushed to its reader. */
class StreamedResponse implements ResponseHandler {
  /** Rejects with a BridgeError when there is no response. */
  readonly head: Promise<ResponseHead>;
  readonly #connection: HttpConnection;
  #onChunk: ((chunk: Uint8Array) => void) | undefined;
  /** What came before the body was read. */
  readonly #unread: Uint8Array[] = [];
  readonly #ended: Promise<void>;
  #resolveHead: (head: ResponseHead) => void = () => undefined;
  #rejectHead: (error: BridgeError) => void = () => undefined;
  #resolveEnded: () => void = () => undefined;
  #rejectEnded: (error: unknown) => void = () => undefined;

  constructor(connection: HttpConnection) {
    this.#connection = connection;
    this.head = new Promise((resolve, reject) => {
      this.#resolveHead = resolve;
      this.#rejectHead = reject;
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#resolveEnded = resolve;
      this.#rejectEnded = reject;
    });
    // The loss of a connection whose body nobody reads is no unhandled rejection.
    this.#ended.catch(() => undefined);
  }

  /**
   * Reads the body, once.
   *
   * @returns at its end
   * @throws {BridgeError} when the connection is lost; what `onChunk` throws
   */
  async read(onChunk: (chunk: Uint8Array) => void): Promise<void> {
    for (const chunk of this.#unread.splice(0)) onChunk(chunk);
    this.#onChunk = onChunk;
    this.#connection.resume();
    return this.#ended;
  }

  onSent(): void {
    // Whoever opens the stream does not ask.
  }

  onHead(head: ResponseHead): void {
    this.#resolveHead(head);
  }

  onBody(chunk: Uint8Array): void {
    if (this.#onChunk === undefined) {
      this.#unread.push(chunk);
      this.#connection.pause();
      return;
    }
    try {
      this.#onChunk(chunk);
    } catch (error) {
      // It ends the reading, and is no failure of the connection.
      this.#rejectEnded(error);
    }
  }

  onEnd(): void {
    this.#resolveEnded();
  }

  onFailure(failure: TransportFailure): void {
    const error = toStreamError(failure);
    this.#rejectHead(error);
    this.#rejectEnded(error);
  }
}

const toStreamError = (failure: TransportFailure): BridgeError =>
  toBridgeError('listen to the events of the bridge', failure);
