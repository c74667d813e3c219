import type { TLSSocket } from 'node:tls';
import {
  closedFailure,
  malformedFailure,
  toConnectFailure,
  toMissingResponseFailure,
} from '../errors/transport-failure';
import { maxTimerDelay } from '../time/clock';
import { HttpResponseParser, HttpSyntaxError } from './http-response-parser';
import type { TransportFailure } from '../errors/transport-failure';
import type { TlsConnector } from '../tls/tls-connector';
import type { ResponseReceiver } from './http-response-parser';

/** Takes the response to a request; `onEnd` or `onFailure` comes once, last. */
export interface ResponseHandler extends ResponseReceiver {
  /** The request is written now: from here on, bytes of it may reach the bridge. */
  onSent(): void;
  /** The response is complete, and another request may be sent. */
  onEnd(): void;
  onFailure(failure: TransportFailure): void;
}

/** Options of a connection. */
export interface HttpConnectionOptions {
  connector: TlsConnector;
  /** Address for error messages. */
  endpoint: string;
  /** Idle time in ms after which it is closed; never when missing. */
  keepAliveTimeout?: number;
  /** Called once, when its socket is closed. */
  onClosed?: (connection: HttpConnection) => void;
}

/** A request and who takes its response. */
interface PendingRequest {
  readonly text: string;
  readonly handler: ResponseHandler;
}

/** How long before the server closes an idle connection it is closed from this side, in ms: a request may be under way. */
const keepAliveMargin = 2_000;

/** One verified connection to a bridge, on which one request after the other is sent. */
export class HttpConnection {
  readonly #options: HttpConnectionOptions;
  #isOpening = false;
  #socket: TLSSocket | undefined;
  /** The request under way. */
  #request: PendingRequest | undefined;
  /** Parses the response to it, once it was sent. */
  #parser: HttpResponseParser | undefined;
  /** Idle time in ms after which the socket says so; never when 0. */
  #idleTimeout: number;
  /** Why nothing can be sent any more. */
  #failure: TransportFailure | undefined;
  #closesWhenIdle = false;

  constructor(options: HttpConnectionOptions) {
    this.#options = options;
    this.#idleTimeout = Math.min(options.keepAliveTimeout ?? 0, maxTimerDelay);
  }

  /** Whether a request can be sent. */
  get isIdle(): boolean {
    return this.#request === undefined && this.#failure === undefined;
  }

  /**
   * Sends a request, one at a time, as soon as the connection is there; the first one opens it.
   *
   * @param text head and body
   */
  send(text: string, handler: ResponseHandler): void {
    if (this.#failure !== undefined) return handler.onFailure(this.#failure);
    this.#request = { text, handler };
    if (this.#socket !== undefined) this.#write(this.#socket, this.#request);
    else if (!this.#isOpening) this.#open();
  }

  /** Gives up a request; its handler is not called any more. What was not sent is not sent, else the connection is closed. */
  abort(handler: ResponseHandler): void {
    if (this.#request?.handler !== handler) return;
    this.#request = undefined;
    if (this.#parser !== undefined || this.#closesWhenIdle) this.close(closedFailure);
  }

  /** Takes no more bytes from the bridge until `resume`. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** Closes it; a request under way fails. */
  close(failure: TransportFailure): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    const request = this.#request;
    this.#request = undefined;
    this.#parser = undefined;
    if (this.#socket === undefined) this.#options.onClosed?.(this);
    else this.#socket.destroy();
    request?.handler.onFailure(failure);
  }

  /** Closes it once no request is under way. */
  closeWhenIdle(): void {
    this.#closesWhenIdle = true;
    if (this.#request === undefined) this.close(closedFailure);
  }

  #open(): void {
    this.#isOpening = true;
    try {
      this.#options.connector.open((error, socket) => {
        if (error === null) this.#start(socket);
        else this.close(error.failure);
      });
    } catch (error) {
      // Such as a CA file that holds no certificate.
      this.close(toConnectFailure(error, this.#options.endpoint));
    }
  }

  #start(socket: TLSSocket): void {
    socket.on('error', (error: Error) => this.close(this.#toFailure(error)));
    if (this.#failure !== undefined) return void socket.destroy();
    this.#socket = socket;
    socket.on('close', () => {
      this.close(this.#toFailure(undefined));
      this.#options.onClosed?.(this);
    });
    socket.on('end', () => this.#endResponse());
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('timeout', () => {
      if (this.#request === undefined) this.close(closedFailure);
    });
    socket.setTimeout(this.#idleTimeout);
    if (this.#request === undefined) socket.unref();
    else this.#write(socket, this.#request);
  }

  #write(socket: TLSSocket, { text, handler }: PendingRequest): void {
    this.#parser = new HttpResponseParser(handler);
    socket.ref();
    handler.onSent();
    socket.write(text);
  }

  #read(chunk: Buffer): void {
    const parser = this.#parser;
    // Nothing was asked for.
    if (parser === undefined) return this.close(closedFailure);
    try {
      parser.parse(chunk);
    } catch (error) {
      if (!(error instanceof HttpSyntaxError)) throw error;
      return this.close(this.#toFailure(error));
    }
    if (parser.isComplete && parser === this.#parser) this.#complete(parser);
  }

  #endResponse(): void {
    const parser = this.#parser;
    parser?.end();
    if (parser?.isComplete === true) this.#complete(parser);
    else this.close(this.#toFailure(undefined));
  }

  #complete({ keepsConnection, keepAliveTimeout = Infinity }: HttpResponseParser): void {
    const request = this.#request;
    this.#request = undefined;
    this.#parser = undefined;
    const allowedIdleTime = keepAliveTimeout - keepAliveMargin;
    if (!keepsConnection || this.#closesWhenIdle || allowedIdleTime <= 0) this.close(closedFailure);
    else this.#awaitNextRequest(allowedIdleTime);
    request?.handler.onEnd();
  }

  /** Keeps the connection, and not the process. */
  #awaitNextRequest(allowedIdleTime: number): void {
    const { keepAliveTimeout = Infinity } = this.#options;
    const idleTimeout = Math.min(keepAliveTimeout, allowedIdleTime, maxTimerDelay);
    if (idleTimeout !== this.#idleTimeout) this.#socket?.setTimeout(idleTimeout);
    this.#idleTimeout = idleTimeout;
    this.#socket?.unref();
  }

  #toFailure(error: Error | undefined): TransportFailure {
    const { endpoint } = this.#options;
    if (error instanceof HttpSyntaxError)
      return malformedFailure(`what came from ${endpoint} is not HTTP`, error.code);
    return toMissingResponseFailure(error, endpoint, this.#parser !== undefined);
  }
}
